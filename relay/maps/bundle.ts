// An artifact bundle of Sentry's tools: eight bytes and a ZIP file with `manifest.json`, scripts and source
// maps. It is checked completely before its first map is used.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { isObject, parseJson } from '../../server/json.ts'

/** `message`: for the person who uploads the bundle. */
export class BundleError extends Error {
  override name = 'BundleError'
}

/** `scripts`: URLs of the scripts that name this map; empty: no script does. `debugId` empty: not known. */
export type BundleMap = {
  url: string
  debugId: string
  scripts: string[]
  bytes: number
  open: () => Promise<Readable>
}

/** Empty texts: the manifest does not have the member. */
export type Bundle = { project: string; release: string; dist: string; maps: BundleMap[] }

/** An entry takes 1 KB of memory. Applications with some thousand scripts have two for each. */
const MAX_ENTRIES = 20_000
/** 300 bytes for each entry. `JSON.parse` takes at most ten times as many. */
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024
/** Bytes of the names, comments and further fields of all entries. */
const MAX_NAME_BYTES = 8 * 1024 * 1024
/** As the store takes. */
const MAX_MAP_BYTES = 64 * 1024 * 1024
/** Bytes of all maps: reading them takes ten seconds of a processor. */
const MAX_MAPS_BYTES = 2 * 1024 ** 3

const MANIFEST = 'manifest.json'
const [STORED, DEFLATED] = [0, 8]

type ManifestFile = {
  type: string
  url: string
  debugId: string
  sourceMap: string
  entry: Entry | undefined
}

/** Calls `work` while the bundle is open. Throws a `BundleError` before that if anything in it is wrong. */
export async function withBundle<Result>(
  file: string,
  work: (bundle: Bundle) => Promise<Result>,
): Promise<Result> {
  const zip = await asBundleError(() => openPromise(file, { autoClose: false }))
  try {
    return await work(await asBundleError(() => readBundle(zip)))
  } finally {
    zip.close()
  }
}

/** Names come from the bundle, so they are not used as paths; yauzl refuses those that lead upwards. */
async function readBundle(zip: ZipFile): Promise<Bundle> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new BundleError(`it has ${zip.entryCount} files, more than ${MAX_ENTRIES}.`)
  const entries = await readEntries(zip)
  const manifest = await readManifest(zip, entries.get(MANIFEST))
  const { files: listed, project, release, dist } = manifest
  if (!isObject(listed)) throw new BundleError(`"files" of ${MANIFEST} must be an object.`)
  const files = Object.entries(listed).map(([name, value]) => toFile(name, value, entries))
  const scripts = Map.groupBy(
    files.filter(({ sourceMap }) => sourceMap !== ''),
    ({ url, sourceMap }) => addressOf(sourceMap, url),
  )
  const maps = files
    .filter(({ type }) => type === 'source_map')
    .map(({ url, debugId, entry }) => {
      if (entry === undefined) throw new BundleError(`${url} is in its ${MANIFEST}, but not in it.`)
      requireSize(entry, MAX_MAP_BYTES)
      const users = scripts.get(addressOf(url)) ?? []
      return {
        url,
        debugId: debugId || (users.find((script) => script.debugId !== '')?.debugId ?? ''),
        scripts: users.map((script) => script.url),
        bytes: entry.uncompressedSize,
        open: () => zip.openReadStreamPromise(entry),
        entry,
      }
    })
  const bytes = maps.reduce((sum, map) => sum + map.bytes, 0)
  if (bytes > MAX_MAPS_BYTES) throw new BundleError(`its source maps have more than 2 GiB.`)
  for (const { entry } of maps) await checkContent(zip, entry)
  return { project: textOf(project), release: textOf(release), dist: textOf(dist), maps }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let nameBytes = 0
  for await (const entry of zip.eachEntry()) {
    nameBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (nameBytes > MAX_NAME_BYTES) throw new BundleError('the names of its files have more than 8 MiB.')
    if (entries.has(entry.fileName)) throw new BundleError(`${entry.fileName} is in it twice.`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Record<string, unknown>> {
  if (entry === undefined) throw new BundleError(`it has no ${MANIFEST}.`)
  requireSize(entry, MAX_MANIFEST_BYTES)
  const json = await buffer(await zip.openReadStreamPromise(entry))
  const manifest = parseJson(json.toString())
  if (!isObject(manifest)) throw new BundleError(`its ${MANIFEST} is not a JSON object.`)
  return manifest
}

function toFile(name: string, value: unknown, entries: Map<string, Entry>): ManifestFile {
  const { type, url, headers } = isObject(value) ? value : {}
  // Tools write them in different cases.
  const lower = new Map(
    Object.entries(isObject(headers) ? headers : {}).map(([key, text]) => [key.toLowerCase(), textOf(text)]),
  )
  return {
    type: textOf(type),
    url: textOf(url) || name,
    debugId: (lower.get('debug-id') ?? '').toLowerCase(),
    sourceMap: lower.get('sourcemap') ?? lower.get('x-sourcemap') ?? '',
    entry: entries.get(name),
  }
}

/** A size that is not true is an error of the stream, which never has more bytes. */
function requireSize({ fileName, uncompressedSize }: Entry, limit: number): void {
  if (uncompressedSize > limit)
    throw new BundleError(`${fileName} has ${uncompressedSize} bytes, more than ${limit}.`)
}

/** Nothing is stored of a bundle with a damaged map. */
async function checkContent(zip: ZipFile, entry: Entry): Promise<void> {
  if (entry.isEncrypted() || ![STORED, DEFLATED].includes(entry.compressionMethod))
    throw new BundleError(`${entry.fileName} is encrypted, or not compressed with deflate.`)
  let checksum = 0
  try {
    for await (const bytes of await zip.openReadStreamPromise(entry))
      checksum = crc32(bytes as Buffer, checksum)
  } catch (error) {
    throw new BundleError(`${entry.fileName}: ${(error as Error).message}`, { cause: error })
  }
  if (checksum !== entry.crc32) throw new BundleError(`${entry.fileName} does not match its checksum.`)
}

/** Comparable addresses of a map: as its own URL, and as a script refers to it. */
function addressOf(reference: string, base = ''): string {
  const [url, root] = [reference, base].map((address) => address.replace(/^~\//, 'file:///'))
  const address = URL.parse(url!, root || undefined)?.href ?? reference
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** All errors of yauzl and zlib are about the content of the file. */
async function asBundleError<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    const { message } = error as Error
    throw new BundleError(`The bundle cannot be read: ${message}`, { cause: error })
  }
}
