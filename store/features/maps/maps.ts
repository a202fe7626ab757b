// Source maps of builds: stored, listed, deleted.
import { isUtf8 } from 'node:buffer'
import { scriptPath, type MapFile } from '../../ingest/source-maps/map-index.ts'
import { InvalidMapError } from '../../ingest/source-maps/map-json.ts'
import { MAX_FILES, type SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { MapAnswer, MapsAnswer } from '../../../contract/maps.ts'
import { HttpError } from '../../../server/http-error.ts'
import { upload, type Upload } from '../../http/body.ts'
import { group, parsed, text } from '../../http/parameters.ts'
import { Answer, path, type Path } from '../../http/path.ts'

/** Rows of a list. */
const MAX_ROWS = 10_000

type FileName = Pick<MapFile, 'service' | 'release' | 'file'>
type Origin = Pick<MapFile, 'repository' | 'revision' | 'root'>
type MapContext = { sourceMaps: SourceMaps }

const SERVICE = text('The service of the script.')
const FILE = parsed('The path of the script: `assets/index-C0ffee12.js`.', scriptPath)
const RELEASE_TEXT = 'Its release, as `service.version` of the page.'

/** `release` null: any. */
const SELECTION = group(
  {
    service: SERVICE,
    release: { ...text(RELEASE_TEXT), read: (query: URLSearchParams) => query.get('release') },
    file: FILE,
  },
  (selection) => selection,
)
type Selection = { service: string; release: string | null; file: string }

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

const putPath = path('PUT /api/maps', {
  summary: 'Stores the source map of a script (200 if it is already stored)',
  parameters: {
    name: group({ service: SERVICE, release: text(RELEASE_TEXT), file: FILE }, (name) => name),
    origin: ORIGIN,
  },
  answer: 'MapAnswer',
  status: 201,
  body: upload('SourceMap'),
  handle: async ({ parameters: { name, origin }, body }, { sourceMaps }: MapContext) => {
    const { answer, isNew } = await putMap(sourceMaps, { ...name, ...origin }, body)
    return new Answer(answer, isNew ? 201 : 200)
  },
})

const listPath = path('GET /api/maps', {
  summary: 'Source maps, latest first, and scripts in stacks that have no source map',
  parameters: {
    selection: SELECTION,
    hash: text('SHA-256 of the JSON, in hex: 404 unless a file has this content.'),
  },
  answer: 'MapsAnswer',
  handle: ({ parameters: { selection, hash } }, { sourceMaps }: MapContext) =>
    hash === '' ? listMaps(sourceMaps, selection) : findMap(sourceMaps, selection, hash.toLowerCase()),
})

const deletePath = path('DELETE /api/maps', {
  summary: 'Deletes the source maps of a release, or of one file',
  parameters: { selection: SELECTION },
  answer: 'none',
  status: 204,
  handle: ({ parameters: { selection } }, { sourceMaps }: MapContext) => deleteMaps(sourceMaps, selection),
})

export const paths: Path<MapContext>[] = [listPath, putPath, deletePath]

/** `isNew` false: this file has the same map already. */
async function putMap(
  maps: SourceMaps,
  file: FileName & Origin,
  body: Upload,
): Promise<{ answer: MapAnswer; isNew: boolean }> {
  if (file.service === '' || file.file === '') throw new HttpError(400, 'service and file are required.')
  if (maps.index().files().length >= MAX_FILES)
    throw new HttpError(507, `${MAX_FILES} source maps are stored: delete the maps of old releases.`)
  return body(async (json) => {
    if (!isUtf8(json)) throw new HttpError(400, 'A source map must be JSON in UTF-8.')
    try {
      const { file: stored, isNew } = await maps.put({ ...file, json })
      return { answer: toAnswer(stored), isNew }
    } catch (error) {
      if (error instanceof InvalidMapError) throw new HttpError(400, error.message)
      throw error
    }
  })
}

async function listMaps(maps: SourceMaps, selection: Selection): Promise<MapsAnswer> {
  const { service, release } = selection
  const { maps: stored, missing } = await maps.list(service)
  return {
    maps: stored
      .filter((file) => matches(file, selection))
      .toSorted((a, b) => compare(b.uploadedAt, a.uploadedAt) || compare(a.file, b.file))
      .slice(0, MAX_ROWS)
      .map((map) => ({ ...toAnswer(map), lastUsed: map.lastUsed, occurrences: map.occurrences })),
    missing: missing.filter((script) => !release || script.release === release),
  }
}

/** Throws 404 unless a file has this content. */
function findMap(maps: SourceMaps, selection: Selection, hash: string): MapsAnswer {
  const files = maps.index().files()
  const file = files.find((candidate) => candidate.map === hash && matches(candidate, selection))
  if (!file) throw new HttpError(404, 'No file of this release has this source map.')
  return { maps: [{ ...toAnswer(file), lastUsed: null, occurrences: 0 }], missing: [] }
}

/** All of a release, a file of it, or a file of all releases. It is no error if nothing matches. */
async function deleteMaps(maps: SourceMaps, selection: Selection): Promise<void> {
  const { service, release, file } = selection
  if (service === '' || (release === null && file === ''))
    throw new HttpError(400, 'service is required, and release or file or both.')
  const files = maps
    .index()
    .files()
    .filter((candidate) => matches(candidate, selection))
  if (files.length > 0) await maps.delete(files)
}

function matches(candidate: FileName, { service, release, file }: Selection): boolean {
  return (
    (service === '' || candidate.service === service) &&
    (release === null || candidate.release === release) &&
    (file === '' || candidate.file === file)
  )
}

function toAnswer({ map, revision, repository, uploadedAt, ...file }: MapFile): MapAnswer {
  const { service, release, debugId, bytes, sources } = file
  return {
    service,
    release,
    file: file.file,
    hash: map,
    debugId: debugId === '' ? null : debugId,
    bytes,
    sources,
    repo: repository,
    commit: revision,
    uploaded: uploadedAt,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
