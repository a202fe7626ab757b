// Built files, read once at the start and served from memory (about a megabyte): a new build under a running
// relay has no effect until the next start, and no path reaches any other file.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type StaticFile = {
  bytes: Buffer
  etag: string
  /** The build has brotli; the rest is compressed at the first request, then cached. */
  compress: (encoding: 'br' | 'gzip') => Promise<Buffer>
}

/** Pages are sent with their own headers; source maps would make the source code public; `.br` is no path. */
const EXCLUDED = /\.(?:html|map|br)$|^\./
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/
/** Of what the build has not compressed: a third of the time of its level, 2 % more bytes. */
const BROTLI_QUALITY = 10

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** By request path, `/assets/index-B4Xc.js`. Empty when nothing was built. */
export function readStaticFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const name of listFiles(directory)) {
    if (EXCLUDED.test(path.basename(name))) continue
    const file = path.join(directory, name)
    const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined
    files.set(`/${name.split(path.sep).join('/')}`, createFile(readFileSync(file), brotli))
  }
  return files
}

export function isCompressible(name: string): boolean {
  return COMPRESSIBLE.test(name)
}

export function etagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

function createFile(bytes: Buffer, brotli: Buffer | undefined): StaticFile {
  const cache = new Map<string, Promise<Buffer>>()
  if (brotli) cache.set('br', Promise.resolve(brotli))
  return { bytes, etag: etagOf(bytes), compress }

  function compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const result = cache.get(encoding) ?? compressors[encoding](bytes)
    cache.set(encoding, result)
    return result
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(path.relative(directory, entry.parentPath), entry.name))
  } catch {
    // Nothing was built.
    return []
  }
}
