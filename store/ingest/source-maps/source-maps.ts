// Source maps: which are stored, and the stacks that are mapped with them. Style sheets of the same builds
// are stored with them: their files end in `.css`.
import type { MapsAnswer } from '../../../contract/maps.ts'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Engine } from '../../database/engine/engine.ts'
import { readMapBytes } from '../../database/tables/system-tables.ts'
import { createSequence, nextTurn } from '../../../server/event-loop.ts'
import { DAY_MS, rfc3339 } from '../../database/instants.ts'
import { createMapIndex, type MapFile, type MapIndex } from './map-index.ts'
import { createMapSpace, type MapSpace } from './map-space.ts'
import { openMapTables } from './map-tables.ts'
import { createStackMapper, type StackMapper } from './stack-mapper.ts'
import { contentKey, harmlessSheet, isStyleSheet, withUsesOfRelease } from './style-sheets.ts'
import { countStackFiles } from './stack-file-counts.ts'
import { createSymbolicator } from './worker/client.ts'
import type { ReadFailure } from './worker/failures.ts'

/** With a server, another store may have got maps. */
const REFRESH_MILLISECONDS = 10_000

/** Days after which a map that no stack needs is deleted. */
export const UNUSED_DAYS = 90

/** Bytes that are hashed in one turn. */
const HASH_BYTES = 4 * 1024 * 1024

/** Files of all services: the index takes some 400 bytes of memory for each. */
export const MAX_FILES = 100_000

/** For each of `services` the same: a page and its server are built together. */
type MapUpload = Omit<MapFile, 'service' | 'map' | 'debugId' | 'bytes' | 'sources' | 'uploadedAt'> & {
  services: string[]
  json: Buffer
}

/** A file, and the exceptions whose stacks have needed its map. `lastUsed` null: no stack has. */
type StoredMap = MapFile & { lastUsed: string | null; occurrences: number }

/** A file whose map, or a source of it, could not be read. */
type FailingMap = Pick<MapFile, 'service' | 'release' | 'file'> & { failure: ReadFailure }

type MapList = { maps: StoredMap[]; missing: MapsAnswer['missing']; failing: FailingMap[] }

export type SourceMaps = StackMapper & {
  index(): MapIndex
  space: MapSpace
  /**
   * `isNew` false: the same map is stored for these files. `file`: of the first service. Throws an
   * `InvalidMapError` or a `MapsFullError`.
   */
  put(upload: MapUpload): Promise<{ file: MapFile; isNew: boolean }>
  /** `service` empty: of all. */
  list(service: string): Promise<MapList>
  delete(files: MapFile[]): Promise<void>
  /** CSS of a file that is a style sheet, harmless. Null: it is no longer stored. */
  readStyles(file: MapFile): Promise<string | null>
  hasMaps(): boolean
  /** Deletes files that no stack has needed for this number of days. Returns how many. */
  removeUnused(days: number): Promise<number>
  close(): Promise<void>
}

/** `limit`: bytes of all maps on the disk; null: not limited. */
type SourceMapOptions = { engine: Engine; cluster: string | null; limit: number | null; log: Logger }

export async function openSourceMaps(options: SourceMapOptions): Promise<SourceMaps> {
  const { engine, cluster, limit, log } = options
  const tables = openMapTables(engine, cluster)
  const symbolicator = createSymbolicator({ load: (map) => tables.readMap(map), onFailure: logReadFailure })
  const counts = countStackFiles(engine, log)
  const changes = createSequence()
  const space = createMapSpace({
    limit,
    readBytes: () => readMapBytes(engine),
    readFiles: async () => (await list('')).maps,
    delete: async (files) => {
      await removeNow(files)
      log.info({ files: files.length }, 'unused source maps were deleted for an upload')
    },
  })
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

  function logReadFailure({ map, source, file, reason, failures, retryAt }: ReadFailure): void {
    const script = index.files().find((stored) => stored.map === map)
    const { service, release, file: name } = script ?? {}
    const details = { service, release, file: name, ...(source !== null && { source: file }), reason }
    log.warn(
      { ...details, failures, retryAt: new Date(retryAt).toISOString() },
      source === null
        ? 'a source map could not be read and is left out until the next attempt'
        : 'a source in a source map could not be read and is left out until the next attempt',
    )
  }

  async function put({ json, services, ...upload }: MapUpload): Promise<{ file: MapFile; isNew: boolean }> {
    const isStyles = isStyleSheet(upload.file)
    const map = contentKey(upload.file, await hashOf(json))
    const names = services.map((service) => ({ ...upload, service }))
    const stored = names.map((name) => index.files().find((file) => nameOf(file) === nameOf(name)))
    if (stored.every((file, at) => file && isEqual(file, { ...names[at]!, map })))
      return { file: stored[0]!, isNew: false }
    const { debugId, sources } = isStyles ? { debugId: '', sources: 0 } : await symbolicator.check(json)
    const isStored = index.files().some((other) => other.map === map)
    if (!isStored) await space.require(json, { services, release: upload.release })
    const uploadedAt = new Date().toISOString()
    const details = { map, debugId: debugId ?? '', bytes: json.length, sources, uploadedAt }
    const files = names.map((name) => ({ ...name, ...details }))
    if (!isStored) await tables.writeMap(map, isStyles ? await harmlessSheet(json) : json)
    await tables.writeFiles(files)
    const replaced = new Set(files.map(nameOf))
    index = createMapIndex([...index.files().filter((other) => !replaced.has(nameOf(other))), ...files])
    const isNew = stored.some((file) => file?.map !== map)
    if (isStyles) return { file: files[0]!, isNew }
    // The worker reads it now: the first error of a deploy comes soon, and a request waits for 5 s at most.
    const options = { service: services[0]!, context: false, libraryNames: false, milliseconds: 0 }
    void symbolicator.resolve([{ map, line: 1, column: 1 }], options)
    return { file: files[0]!, isNew }
  }

  async function remove(files: MapFile[]): Promise<void> {
    await removeFiles(files)
    await tables.removeDeleted()
    space.deleted()
  }

  async function removeFiles(files: MapFile[]): Promise<void> {
    await tables.deleteFiles(files)
    const names = new Set(files.map(nameOf))
    index = createMapIndex(index.files().filter((file) => !names.has(nameOf(file))))
  }

  /** With their content. No upload is under way, which could need it. */
  async function removeNow(files: MapFile[]): Promise<void> {
    await removeFiles(files)
    const needed = new Set(index.files().map(({ map }) => map))
    const maps = new Set(files.map(({ map }) => map))
    await tables.deleteMaps([...maps].filter((map) => !needed.has(map)))
  }

  async function list(service: string): Promise<MapList> {
    const uses = await counts.read(service)
    const byFile = new Map(uses.map((use) => [nameOf(use), use]))
    const files = index.files().filter((file) => service === '' || file.service === service)
    const maps = withUsesOfRelease(
      files.map((file) => {
        const use = byFile.get(nameOf(file))
        return { ...file, lastUsed: use ? rfc3339(use.lastSeen) : null, occurrences: use?.mapped ?? 0 }
      }),
    )
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
    const failures = Map.groupBy(symbolicator.failures(), ({ map }) => map)
    const failing = files.flatMap(({ service, release, file, map }) =>
      (failures.get(map) ?? []).map((failure) => ({ service, release, file, failure })),
    )
    return { maps, missing, failing }
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

  return {
    ...createStackMapper({ index: () => index, symbolicator, counts }),
    index: () => index,
    space,
    put: (upload) => changes(() => put(upload)),
    list,
    delete: (files) => changes(() => remove(files)),
    readStyles: async ({ map }) => (await tables.readMap(map))?.toString() ?? null,
    hasMaps: () => index.files().length > 0,
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

/** Also where the repository is: a link to it may have been added. */
function isEqual(file: MapFile, other: Omit<MapUpload, 'json' | 'services'> & { map: string }): boolean {
  const { repository, revision, root, map } = file
  return (
    map === other.map && repository === other.repository && revision === other.revision && root === other.root
  )
}

async function hashOf(json: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; start < json.length; start += HASH_BYTES) {
    hash.update(json.subarray(start, start + HASH_BYTES))
    await nextTurn()
  }
  return hash.digest('hex')
}
