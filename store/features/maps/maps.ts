// PUT, GET and DELETE /api/maps: source maps of builds.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { MapFile } from '../../ingest/source-maps/map-index.ts'
import { InvalidMapError } from '../../ingest/source-maps/map-json.ts'
import { scriptPath } from '../../ingest/source-maps/script-path.ts'
import { MAX_FILES, type SourceMaps } from '../../ingest/source-maps/source-maps.ts'
import type { MapAnswer, MapsAnswer } from '../../../contract/maps.ts'
import { HttpError } from '../../../server/http-error.ts'
import { parseText } from '../../http/query-parameters.ts'
import { withUpload } from '../../http/upload.ts'

/** Rows of a list. */
const MAX_ROWS = 10_000

type FileName = Pick<MapFile, 'service' | 'release' | 'file'>

/** `isNew` false: this file has the same map already. */
export async function putMap(
  maps: SourceMaps,
  query: URLSearchParams,
  message: IncomingMessage,
): Promise<{ answer: MapAnswer; isNew: boolean }> {
  const name = parseName(query)
  const origin = parseOrigin(query)
  if (maps.index().files().length >= MAX_FILES)
    throw new HttpError(507, `${MAX_FILES} source maps are stored: delete those of old releases.`)
  return withUpload(message, async (json) => {
    if (!isUtf8(json)) throw new HttpError(400, 'A source map must be JSON in UTF-8.')
    try {
      const { file, isNew } = await maps.put({ ...name, ...origin, json })
      return { answer: toAnswer(file), isNew }
    } catch (error) {
      if (error instanceof InvalidMapError) throw new HttpError(400, error.message)
      throw error
    }
  })
}

/** With `hash`: 404 unless a file has this content. */
export async function listMaps(maps: SourceMaps, query: URLSearchParams): Promise<MapsAnswer> {
  const service = parseText(query, 'service')
  const selects = selection(query)
  const hash = parseText(query, 'hash').toLowerCase()
  if (hash !== '') {
    const file = maps
      .index()
      .files()
      .find((candidate) => candidate.map === hash && selects(candidate))
    if (!file) throw new HttpError(404, 'No such file has this source map.')
    return { maps: [{ ...toAnswer(file), lastUsed: null, occurrences: 0 }], missing: [] }
  }
  const { maps: stored, missing } = await maps.list(service)
  const release = parseText(query, 'release')
  return {
    maps: stored
      .filter(selects)
      .toSorted((a, b) => compare(b.uploadedAt, a.uploadedAt) || compare(a.file, b.file))
      .slice(0, MAX_ROWS)
      .map((map) => ({ ...toAnswer(map), lastUsed: map.lastUsed, occurrences: map.occurrences })),
    missing: missing.filter((script) => release === '' || script.release === release),
  }
}

/**
 * All of a release, a file of it, or a file of all releases. Nothing that matches is no error: what is to be
 * gone is gone.
 */
export async function deleteMaps(maps: SourceMaps, query: URLSearchParams): Promise<void> {
  const isNamed = query.has('release') || parseText(query, 'file') !== ''
  if (parseText(query, 'service') === '' || !isNamed)
    throw new HttpError(400, 'service must be given, and release or file or both.')
  const files = maps.index().files().filter(selection(query))
  if (files.length > 0) await maps.delete(files)
}

function parseName(query: URLSearchParams): FileName {
  const [service, release] = [parseText(query, 'service'), parseText(query, 'release')]
  const file = scriptPath(parseText(query, 'file'))
  if (service === '' || file === '') throw new HttpError(400, 'service and file must be given.')
  return { service, release, file }
}

/** Where the source code is, as the build knows it. */
function parseOrigin(query: URLSearchParams): Pick<MapFile, 'repository' | 'revision' | 'root'> {
  const repository = parseText(query, 'repo')
  const revision = parseText(query, 'commit')
  if (repository !== '' && !/^https?:\/\/[^\s"'<>]+$/.test(repository))
    throw new HttpError(400, 'repo must be the address of a repository, with https://.')
  if (revision !== '' && !/^[\w./-]{1,200}$/.test(revision))
    throw new HttpError(400, 'commit must be a commit, a tag or a branch.')
  return { repository, revision, root: scriptPath(parseText(query, 'root')) }
}

/** `release` and `file` only where they are given. */
function selection(query: URLSearchParams): (file: FileName) => boolean {
  const service = parseText(query, 'service')
  const release = parseText(query, 'release')
  const file = scriptPath(parseText(query, 'file'))
  return (candidate) =>
    (service === '' || candidate.service === service) &&
    (!query.has('release') || candidate.release === release) &&
    (file === '' || candidate.file === file)
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
