// Style sheets of builds: stored beside the source maps of their release, for the snapshots of pages that
// cannot read them.
import { isStyleSheet, MAX_STYLES_BYTES } from '../../ingest/source-maps/style-sheets.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject, parseJson } from '../../../server/json.ts'
import { upload, type Upload } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import { answerUpload, putFile, UPLOAD_NAME, type MapContext } from './upload.ts'

const NO_ORIGIN = { repository: '', revision: '', root: '' }

export const putStylesPath = path('PUT /api/styles', {
  summary:
    'Stores a style sheet of a build (200 if it is already stored, 507 as for source maps). It stays as ' +
    'long as the source maps of its release',
  parameters: { name: UPLOAD_NAME },
  isForMaps: true,
  answer: 'MapAnswer',
  status: 201,
  body: upload('StyleSheet'),
  async handle({ parameters: { name }, body }, { sourceMaps, people, actor }: MapContext) {
    if (!isStyleSheet(name.file)) throw new HttpError(400, 'file must be the path of a style sheet: a.css.')
    const stored = await putFile(sourceMaps, { ...name, ...NO_ORIGIN }, cssOf(body))
    return answerUpload(stored, name, { people, actor })
  },
})

/** The CSS of an upload instead of its JSON. Throws 400 and 413. */
function cssOf(body: Upload): Upload {
  return (work) =>
    body((json) => {
      const value = parseJson(json.toString())
      const text = isObject(value) ? value['css'] : undefined
      if (typeof text !== 'string') throw new HttpError(400, 'The body must be JSON with the member css.')
      const css = Buffer.from(text)
      if (css.length > MAX_STYLES_BYTES)
        throw new HttpError(413, `A style sheet must not be larger than ${MAX_STYLES_BYTES} bytes.`)
      return work(css)
    })
}
