// Source maps of builds: stored, listed, deleted.
import { isUtf8 } from 'node:buffer'
import { scriptPath, type MapFile } from '../../ingest/source-maps/map-index.ts'
import { MapsFullError } from '../../ingest/source-maps/map-space.ts'
import { InvalidMapError } from '../../ingest/source-maps/map-json.ts'
import type { ReadFailure } from '../../ingest/source-maps/worker/failures.ts'
import { MAX_FILES, type SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { FailingMap, MapAnswer, MapsAnswer } from '../../../contract/maps.ts'
import { HttpError } from '../../../server/http-error.ts'
import { upload, type Upload } from '../../http/body.ts'
import { group, parsed, text, texts } from '../../http/parameters.ts'
import { Answer, path, type Path } from '../../http/path.ts'
import type { WithAudit } from '../people/index.ts'

/** Rows of a list. */
const MAX_ROWS = 10_000

type FileName = Pick<MapFile, 'service' | 'release' | 'file'>
type Origin = Pick<MapFile, 'repository' | 'revision' | 'root'>
type MapContext = { sourceMaps: SourceMaps } & WithAudit

const SERVICES = texts('The service of the script.')
const FILE = parsed('The path of the script: `assets/index-C0ffee12.js`.', scriptPath)
const RELEASE_TEXT = 'Its release, as `service.version` of the page.'

/** `release` null: any. */
const SELECTION = group(
  {
    service: SERVICES,
    release: { ...text(RELEASE_TEXT), read: (query: URLSearchParams) => query.get('release') },
    file: FILE,
  },
  ({ service: services, ...selection }) => ({ services, ...selection }),
)
/** `services` empty: any. */
type Selection = { services: string[]; release: string | null; file: string }

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

const SERVICES_OF_UPLOAD = texts(
  'The service of the script. Repeated where a page and its server are built together: the content is ' +
    'stored once.',
)

const putPath = path('PUT /api/maps', {
  summary:
    'Stores the source map of a script (200 if it is already stored, 507 if source maps take a quarter of ' +
    'STORE_LIMIT, or of the disk without one, and none of them may be deleted)',
  parameters: {
    name: group(
      { service: SERVICES_OF_UPLOAD, release: text(RELEASE_TEXT), file: FILE },
      ({ service: services, ...name }) => ({ services, ...name }),
    ),
    origin: ORIGIN,
  },
  isForMaps: true,
  answer: 'MapAnswer',
  status: 201,
  body: upload('SourceMap'),
  handle: async ({ parameters: { name, origin }, body }, { sourceMaps, people, actor }: MapContext) => {
    const { answer, isNew } = await putMap(sourceMaps, { ...name, ...origin }, body)
    const target = `${name.services.join(', ')} ${name.release}`.trim()
    if (isNew) await people.audit.recordOnce(actor, { act: 'maps.uploaded', target })
    return new Answer(answer, isNew ? 201 : 200)
  },
})

const listPath = path('GET /api/maps', {
  summary: 'Source maps, latest first, and scripts in stacks that have no source map',
  parameters: {
    selection: SELECTION,
    hash: text('SHA-256 of the JSON, in hex: 404 unless a file has this content.'),
  },
  isForMaps: true,
  answer: 'MapsAnswer',
  handle: ({ parameters: { selection, hash } }, { sourceMaps }: MapContext) =>
    hash === '' ? listMaps(sourceMaps, selection) : findMap(sourceMaps, selection, hash.toLowerCase()),
})

const deletePath = path('DELETE /api/maps', {
  summary: 'Deletes the source maps of a release, or of one file',
  parameters: { selection: SELECTION },
  isForMaps: true,
  answer: 'none',
  status: 204,
  async handle({ parameters: { selection } }, { sourceMaps, people, actor }: MapContext): Promise<void> {
    const { services, release, file } = selection
    const deleted = await deleteMaps(sourceMaps, selection)
    const target = [services.join(', '), release, file].filter(Boolean).join(' ')
    if (deleted > 0)
      await people.audit.record(actor, { act: 'maps.deleted', target, before: { files: deleted } })
  },
})

export const paths: Path<MapContext>[] = [listPath, putPath, deletePath]

/** `isNew` false: this file has the same map already. */
async function putMap(
  maps: SourceMaps,
  file: Omit<FileName, 'service'> & Origin & { services: string[] },
  body: Upload,
): Promise<{ answer: MapAnswer; isNew: boolean }> {
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

async function listMaps(maps: SourceMaps, selection: Selection): Promise<MapsAnswer> {
  const { services, release } = selection
  const { maps: stored, missing, failing } = await maps.list(services.length === 1 ? services[0]! : '')
  return {
    maps: stored
      .filter((file) => matches(file, selection))
      .toSorted((a, b) => compare(b.uploadedAt, a.uploadedAt) || compare(a.file, b.file))
      .slice(0, MAX_ROWS)
      .map((map) => ({ ...toAnswer(map), lastUsed: map.lastUsed, occurrences: map.occurrences })),
    missing: missing.filter(
      (script) => isOfService(script, services) && (!release || script.release === release),
    ),
    failing: failing.filter((file) => matches(file, selection)).map(toFailingMap),
  }
}

/** Throws 404 unless a file has this content, in each of several services. */
function findMap(maps: SourceMaps, selection: Selection, hash: string): MapsAnswer {
  const files = maps.index().files()
  const same = files.filter((candidate) => candidate.map === hash && matches(candidate, selection))
  const [file] = same
  const isComplete = selection.services.every((service) => same.some((other) => other.service === service))
  if (!file || !isComplete) throw new HttpError(404, 'No file of this release has this source map.')
  return { maps: [{ ...toAnswer(file), lastUsed: null, occurrences: 0 }], missing: [], failing: [] }
}

/** All of a release, a file of it, or a file of all releases. Returns how many: none is no error. */
async function deleteMaps(maps: SourceMaps, selection: Selection): Promise<number> {
  const { services, release, file } = selection
  if (services.length === 0 || (release === null && file === ''))
    throw new HttpError(400, 'service is required, and release or file or both.')
  const files = maps
    .index()
    .files()
    .filter((candidate) => matches(candidate, selection))
  if (files.length > 0) await maps.delete(files)
  return files.length
}

function isOfService({ service }: Pick<FileName, 'service'>, services: string[]): boolean {
  return services.length === 0 || services.includes(service)
}

function matches(candidate: FileName, { services, release, file }: Selection): boolean {
  return (
    isOfService(candidate, services) &&
    (release === null || candidate.release === release) &&
    (file === '' || candidate.file === file)
  )
}

function toFailingMap({ failure, ...file }: FileName & { failure: ReadFailure }): FailingMap {
  const { source, file: name, reason, failures, since, retryAt } = failure
  return {
    ...file,
    source: source === null ? null : name,
    reason,
    failures,
    since: new Date(since).toISOString(),
    retry: new Date(retryAt).toISOString(),
  }
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
