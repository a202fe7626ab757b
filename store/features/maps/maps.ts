// Source maps and style sheets of builds: listed, deleted.
import type { MapFile } from '../../ingest/source-maps/map-index.ts'
import type { ReadFailure } from '../../ingest/source-maps/worker/failures.ts'
import { hashOfContent, isStyleSheet } from '../../ingest/source-maps/style-sheets.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { FailingMap, MapsAnswer } from '../../../contract/maps.ts'
import { HttpError } from '../../../server/http-error.ts'
import { group, text, texts } from '../../http/parameters.ts'
import { path, type Path } from '../../http/path.ts'
import { FILE, RELEASE_TEXT, toAnswer, type FileName, type MapContext } from './upload.ts'

/** Rows of a list. */
const MAX_ROWS = 10_000

const SERVICES = texts('The service of the script.')

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

const listPath = path('GET /api/maps', {
  summary: 'Source maps and style sheets, latest first, and scripts in stacks that have no source map',
  parameters: {
    selection: SELECTION,
    hash: text('SHA-256 of the JSON or the CSS, in hex: 404 unless a file has this content.'),
  },
  isForMaps: true,
  answer: 'MapsAnswer',
  handle: ({ parameters: { selection, hash } }, { sourceMaps }: MapContext) =>
    hash === '' ? listMaps(sourceMaps, selection) : findMap(sourceMaps, selection, hash.toLowerCase()),
})

const deletePath = path('DELETE /api/maps', {
  summary: 'Deletes the source maps and style sheets of a release, or of one file',
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

export const paths: Path<MapContext>[] = [listPath, deletePath]

async function listMaps(maps: SourceMaps, selection: Selection): Promise<MapsAnswer> {
  const { services, release } = selection
  const { maps: stored, missing, failing } = await maps.list(services.length === 1 ? services[0]! : '')
  return {
    maps: latest(stored.filter((file) => matches(file, selection) && !isStyleSheet(file.file))).map(
      (map) => ({ ...toAnswer(map), lastUsed: map.lastUsed, occurrences: map.occurrences }),
    ),
    styles: latest(stored.filter((file) => matches(file, selection) && isStyleSheet(file.file))).map(
      ({ service: name, release: version, file, bytes, map, uploadedAt }) => ({
        service: name,
        release: version,
        file,
        hash: hashOfContent({ map }),
        bytes,
        uploaded: uploadedAt,
      }),
    ),
    missing: missing.filter(
      (script) => isOfService(script, services) && (!release || script.release === release),
    ),
    failing: failing.filter((file) => matches(file, selection)).map(toFailingMap),
  }
}

function latest<File extends MapFile>(files: File[]): File[] {
  return files
    .toSorted((a, b) => compare(b.uploadedAt, a.uploadedAt) || compare(a.file, b.file))
    .slice(0, MAX_ROWS)
}

/** Throws 404 unless a file has this content, in each of several services. */
function findMap(maps: SourceMaps, selection: Selection, hash: string): MapsAnswer {
  const files = maps.index().files()
  const same = files.filter((file) => hashOfContent(file) === hash && matches(file, selection))
  const [file] = same
  const isComplete = selection.services.every((service) => same.some((other) => other.service === service))
  if (!file || !isComplete) throw new HttpError(404, 'No file of this release has this source map.')
  return {
    maps: [{ ...toAnswer(file), lastUsed: null, occurrences: 0 }],
    styles: [],
    missing: [],
    failing: [],
  }
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
