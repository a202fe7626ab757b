// The built files, read once and held in memory: a build under a running relay changes nothing until it starts again, a file that
// disappears breaks no answer, and no path reaches anything but the names that were there.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type BuiltFile = {
  bytes: Buffer
  etag: string
  /** Packed when first asked for, then kept. */
  packed(encoding: 'br' | 'gzip'): Promise<Buffer>
}

/** Pages have their own way out; maps would show sources to everybody. */
const NEVER = /\.(?:html|map)$|^\./
/** What packing makes smaller. */
const TEXT = /\.(?:js|css|svg|json|txt)$/
/** One step below the slowest: a tenth of its time for a hundredth more bytes. */
const BROTLI_QUALITY = 9

const packers = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** By the path they are asked for with, `/assets/index-B4Xc.js`. Empty where nothing was built. */
export function readFiles(directory: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>()
  for (const name of namesIn(directory)) {
    if (NEVER.test(path.basename(name))) continue
    files.set(`/${name.split(path.sep).join('/')}`, built(readFileSync(path.join(directory, name))))
  }
  return files
}

export function isPackable(name: string): boolean {
  return TEXT.test(name)
}

function built(bytes: Buffer): BuiltFile {
  const kept = new Map<string, Promise<Buffer>>()
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return {
    bytes,
    etag,
    packed(encoding) {
      const before = kept.get(encoding)
      if (before) return before
      const packing = packers[encoding](bytes)
      kept.set(encoding, packing)
      return packing
    },
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(path.relative(directory, entry.parentPath), entry.name))
  } catch {
    return []
  }
}
