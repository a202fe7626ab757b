// Uploads of builds: a source map with where its source code is, and what a style sheet has in common with
// it.
import { isUtf8 } from 'node:buffer'
import { scriptPath, type MapFile } from '../../ingest/source-maps/map-index.ts'
import { InvalidMapError } from '../../ingest/source-maps/map-json.ts'
import { MapsFullError } from '../../ingest/source-maps/map-space.ts'
import { MAX_FILES, type SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import { hashOfContent, isStyleSheet } from '../../ingest/source-maps/style-sheets.ts'
import type { MapAnswer } from '../../../contract/maps.ts'
import { HttpError } from '../../../server/http-error.ts'
import { upload, type Upload } from '../../http/body.ts'
import { group, parsed, text, texts } from '../../http/parameters.ts'
import { Answer, path } from '../../http/path.ts'
import type { WithAudit } from '../people/index.ts'

export type FileName = Pick<MapFile, 'service' | 'release' | 'file'>
type Origin = Pick<MapFile, 'repository' | 'revision' | 'root'>
export type MapContext = { sourceMaps: SourceMaps } & WithAudit

export const FILE = parsed('The path of the script: `assets/index-C0ffee12.js`.', scriptPath)
export const RELEASE_TEXT = 'Its release, as `service.version` of the page.'

const SERVICES_OF_UPLOAD = texts(
  'The service of the script. Repeated where a page and its server are built together: the content is ' +
    'stored once.',
)
/** Which file of a build is uploaded. */
export const UPLOAD_NAME = group(
  { service: SERVICES_OF_UPLOAD, release: text(RELEASE_TEXT), file: FILE },
  ({ service: services, ...name }) => ({ services, ...name }),
)

/** Where the source code is, as the build knows it. */
const ORIGIN = group(
  {
    repo: parsed('The address of the repository, for links to its lines.', (value) => {
      if (value === '') return value
      const url = /^https?:\/\/[^\s"'<>]+$/.test(value) ? URL.parse(value) : null
      if (!url) throw new HttpError(400, 'repo must be the URL of a repository: https://host/owner/name.')
      // Every reader of the console sees the link.
      url.username = url.password = ''
      return url.href
    }),
    commit: parsed('The commit of the source code.', (value) => {
      if (value !== '' && !/^[\w./-]{1,200}$/.test(value))
        throw new HttpError(400, 'commit must be a commit, a tag or a branch.')
      return value
    }),
    root: parsed("The project's folder in the repository.", scriptPath),
  },
  ({ repo, commit, root }): Origin => ({ repository: repo, revision: commit, root }),
)

export const putMapPath = path('PUT /api/maps', {
  summary:
    'Stores the source map of a script (200 if it is already stored, 507 if source maps take a quarter of ' +
    'STORE_LIMIT, or of the disk without one, and none of them may be deleted)',
  parameters: {
    name: UPLOAD_NAME,
    origin: ORIGIN,
  },
  isForMaps: true,
  answer: 'MapAnswer',
  status: 201,
  body: upload('SourceMap'),
  async handle({ parameters: { name, origin }, body }, { sourceMaps, people, actor }: MapContext) {
    if (isStyleSheet(name.file)) throw new HttpError(400, 'A style sheet is sent to /api/styles.')
    const stored = await putFile(sourceMaps, { ...name, ...origin }, body)
    return answerUpload(stored, name, { people, actor })
  },
})

type UploadName = Omit<FileName, 'service'> & { services: string[] }
/** `isNew` false: this file has the same content already. */
type StoredFile = { answer: MapAnswer; isNew: boolean }

/** The releases of an upload are in the audit log. */
export async function answerUpload(
  { answer, isNew }: StoredFile,
  { services, release }: UploadName,
  { people, actor }: WithAudit,
): Promise<Answer> {
  const target = `${services.join(', ')} ${release}`.trim()
  if (isNew) await people.audit.recordOnce(actor, { act: 'maps.uploaded', target })
  return new Answer(answer, isNew ? 201 : 200)
}

/** `body`: a source map, or a style sheet where the name is one. */
export async function putFile(
  maps: SourceMaps,
  file: UploadName & Origin,
  body: Upload,
): Promise<StoredFile> {
  if (file.services.length === 0 || file.file === '')
    throw new HttpError(400, 'service and file are required.')
  if (maps.index().files().length >= MAX_FILES)
    throw new HttpError(507, `${MAX_FILES} source maps are stored: delete the maps of old releases.`)
  return body(async (json) => {
    if (!isUtf8(json)) throw new HttpError(400, 'A source map must be JSON in UTF-8.')
    try {
      const { file: stored, isNew } = await maps.put({ ...file, json })
      return { answer: toAnswer(stored), isNew }
    } catch (error) {
      if (error instanceof InvalidMapError) throw new HttpError(400, error.message)
      if (error instanceof MapsFullError) throw new HttpError(507, error.message)
      throw error
    }
  })
}

export function toAnswer({ map, revision, repository, uploadedAt, ...file }: MapFile): MapAnswer {
  const { service, release, debugId, bytes, sources } = file
  return {
    service,
    release,
    file: file.file,
    hash: hashOfContent({ map }),
    debugId: debugId === '' ? null : debugId,
    bytes,
    sources,
    repo: repository,
    commit: revision,
    uploaded: uploadedAt,
  }
}
