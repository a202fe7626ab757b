// Source maps: which are stored, and the stacks that are mapped with them.
import type { MapsAnswer } from '../../../contract/maps.ts'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { LogsRequest, TracesRequest } from '../../../otlp/otlp-json.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { createSequence, nextTurn } from '../../../server/event-loop.ts'
import { DAY_MS, rfc3339 } from '../../database/instants.ts'
import { createMapIndex, type MapFile, type MapIndex } from './map-index.ts'
import { openMapTables } from './map-tables.ts'
import type { SentStack } from '../rows/row-context.ts'
import { mapStack, type MappedStack } from './mapped-stack.ts'
import { exceptionsOfLogs, exceptionsOfTraces, type SentException } from './received-stacks.ts'
import { countStackFiles } from './stack-file-counts.ts'
import { createSymbolicator } from './worker/client.ts'

/**
 * What a request waits for its stacks. Frames that are not mapped by then are stored as they are, in an
 * issue of their own, for good; so a request waits longer than a person, but less than its sender (15 s).
 * A map of 3 MB that is not in memory takes 100 ms on a quiet machine; names of functions of dependencies,
 * whose sources are long, take more and decide no issue.
 */
const INGEST = { milliseconds: 5_000, libraryNames: false }

/** The wait of the page of an occurrence. */
const VIEW = { milliseconds: 2_000, libraryNames: true }

/** With a server, another store may have got maps. */
const REFRESH_MILLISECONDS = 10_000

/** Days after which a map that no stack needs is deleted. */
const UNUSED_DAYS = 90

/** Bytes that are hashed in one turn. */
const HASH_BYTES = 4 * 1024 * 1024

/** Files of all services: the index takes some 400 bytes of memory for each. */
export const MAX_FILES = 100_000

type MapUpload = Omit<MapFile, 'map' | 'debugId' | 'bytes' | 'sources' | 'uploadedAt'> & {
  json: Buffer
}

/** A file, and the exceptions whose stacks have needed its map. `lastUsed` null: no stack has. */
type StoredMap = MapFile & { lastUsed: string | null; occurrences: number }

/** Null: no frame of the stack was mapped. */
export type FindMapped = (sent: SentStack) => MappedStack | null

/** The stacks of a request, of services that have maps. */
export type ReceivedStacks = { services: Set<string>; map: () => Promise<FindMapped> }

export type SourceMaps = {
  index(): MapIndex
  /** `isNew` false: the same map is stored for this file. Throws an `InvalidMapError`. */
  put(upload: MapUpload): Promise<{ file: MapFile; isNew: boolean }>
  /** `service` empty: of all. */
  list(service: string): Promise<{ maps: StoredMap[]; missing: MapsAnswer['missing'] }>
  delete(files: MapFile[]): Promise<void>
  hasMaps(): boolean
  /** Null: the request has no stack of a service with maps. */
  stacksOfLogs(request: LogsRequest): ReceivedStacks | null
  stacksOfTraces(request: TracesRequest): ReceivedStacks | null
  /** For the page of an occurrence. */
  mapOne(sent: SentStack): Promise<MappedStack>
  /** Deletes files that no stack has needed for this number of days. Returns how many. */
  removeUnused(days: number): Promise<number>
  close(): Promise<void>
}

type SourceMapOptions = { engine: Engine; cluster: string | null; log: Logger }

export async function openSourceMaps({ engine, cluster, log }: SourceMapOptions): Promise<SourceMaps> {
  const tables = openMapTables(engine, cluster)
  const symbolicator = createSymbolicator({ load: (map) => tables.readMap(map) })
  const counts = countStackFiles(engine, log)
  const changes = createSequence()
  let index = createMapIndex(await tables.readFiles())
  const logFailure = (error: unknown): void =>
    log.warn({ err: error }, 'source maps could not be read or removed; retrying later')
  const refreshing =
    engine.kind === 'embedded'
      ? undefined
      : setInterval(() => void changes(refresh).catch(logFailure), REFRESH_MILLISECONDS)
  const removing = setInterval(() => void changes(removeDaily).catch(logFailure), DAY_MS)

  async function refresh(): Promise<void> {
    index = createMapIndex(await tables.readFiles())
  }

  async function put({ json, ...upload }: MapUpload): Promise<{ file: MapFile; isNew: boolean }> {
    const map = await hashOf(json)
    const stored = index.files().find((file) => isSame(file, upload))
    if (stored && isEqual(stored, { ...upload, map })) return { file: stored, isNew: false }
    const { debugId, sources } = await symbolicator.check(json)
    const uploadedAt = new Date().toISOString()
    const file = { ...upload, map, debugId: debugId ?? '', bytes: json.length, sources, uploadedAt }
    if (!index.files().some((other) => other.map === map)) await tables.writeMap(map, json)
    await tables.writeFile(file)
    index = createMapIndex([...index.files().filter((other) => !isSame(other, file)), file])
    // The worker reads it now: the first error of a deploy comes soon, and a request waits for 5 s at most.
    const options = { service: upload.service, context: false, libraryNames: false, milliseconds: 0 }
    void symbolicator.resolve([{ map, line: 1, column: 1 }], options)
    return { file, isNew: stored?.map !== map }
  }

  async function remove(files: MapFile[]): Promise<void> {
    await tables.deleteFiles(files)
    await tables.removeDeleted()
    const names = new Set(files.map(nameOf))
    index = createMapIndex(index.files().filter((file) => !names.has(nameOf(file))))
  }

  async function list(service: string): Promise<{ maps: StoredMap[]; missing: MapsAnswer['missing'] }> {
    const uses = await counts.read(service)
    const byFile = new Map(uses.map((use) => [nameOf(use), use]))
    const files = index.files().filter((file) => service === '' || file.service === service)
    const maps = files.map((file) => {
      const use = byFile.get(nameOf(file))
      return { ...file, lastUsed: use ? rfc3339(use.lastSeen) : null, occurrences: use?.mapped ?? 0 }
    })
    const missing = uses
      .filter(({ unmapped }) => unmapped > 0)
      .filter(({ file, ...use }) => index.find({ ...use, address: file, debugId: '' }) === null)
      .map(({ service, release, file, unmapped, lastSeen }) => ({
        service,
        release,
        file,
        occurrences: unmapped,
        lastSeen: rfc3339(lastSeen),
      }))
    return { maps, missing }
  }

  async function removeUnused(days: number): Promise<number> {
    const oldest = new Date(Date.now() - days * DAY_MS).toISOString()
    const { maps } = await list('')
    const unused = maps.filter(({ uploadedAt, lastUsed }) => uploadedAt < oldest && (lastUsed ?? '') < oldest)
    if (unused.length === 0) return 0
    await remove(unused)
    log.info({ files: unused.length }, 'unused source maps were deleted')
    return unused.length
  }

  async function removeDaily(): Promise<void> {
    await removeUnused(UNUSED_DAYS)
    await tables.removeDeleted()
  }

  function stacksOf(exceptions: SentException[]): ReceivedStacks | null {
    if (exceptions.length === 0) return null
    return {
      services: new Set(exceptions.map(({ service }) => service)),
      map: () => mapAll(exceptions),
    }
  }

  async function mapAll(exceptions: SentException[]): Promise<FindMapped> {
    const byKey = new Map(exceptions.flatMap(({ stacks }) => stacks.map((sent) => [keyOf(sent), sent])))
    const mapped = new Map<string, MappedStack>()
    await Promise.all(
      [...byKey].map(async ([key, sent]) => {
        mapped.set(key, await mapStack(sent, { index, symbolicator, ...INGEST }))
      }),
    )
    for (const sent of exceptions)
      counts.count(
        sent,
        sent.stacks.map((stack) => mapped.get(keyOf(stack))!),
      )
    return (sent) => {
      const stack = mapped.get(keyOf(sent))
      return stack?.isMapped ? stack : null
    }
  }

  const hasMaps = (service: string): boolean => index.hasService(service)
  return {
    index: () => index,
    put: (upload) => changes(() => put(upload)),
    list,
    delete: (files) => changes(() => remove(files)),
    hasMaps: () => index.files().length > 0,
    stacksOfLogs: (request) => stacksOf(exceptionsOfLogs(request, hasMaps)),
    stacksOfTraces: (request) => stacksOf(exceptionsOfTraces(request, hasMaps)),
    mapOne: (sent) => mapStack(sent, { index, symbolicator, ...VIEW }),
    removeUnused: (days) => changes(() => removeUnused(days)),
    async close() {
      clearInterval(refreshing)
      clearInterval(removing)
      await counts.stop()
      await symbolicator.close()
    },
  }
}

function nameOf({ service, release, file }: Pick<MapFile, 'service' | 'release' | 'file'>): string {
  return [service, release, file].join('\n')
}

function isSame(file: MapFile, other: Pick<MapFile, 'service' | 'release' | 'file'>): boolean {
  return nameOf(file) === nameOf(other)
}

/** Also where the repository is: a link to it may have been added. */
function isEqual(file: MapFile, other: Omit<MapUpload, 'json'> & { map: string }): boolean {
  const { repository, revision, root, map } = file
  return (
    map === other.map && repository === other.repository && revision === other.revision && root === other.root
  )
}

function keyOf({ service, release, debugIds, text }: SentStack): string {
  return [service, release, debugIds, text].join('\n')
}

async function hashOf(json: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; start < json.length; start += HASH_BYTES) {
    hash.update(json.subarray(start, start + HASH_BYTES))
    await nextTurn()
  }
  return hash.digest('hex')
}
