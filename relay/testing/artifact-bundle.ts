// Artifact bundles as Sentry's tools make them, damaged ones too, and the conversation that uploads one.
import { createHash } from 'node:crypto'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** `size` (unpacked), `crc`, `flags`: as the headers have them, by default right. */
export type ZipEntry = { name: string; content: Buffer | string; size?: number; crc?: number; flags?: number }
export type ManifestFiles = Record<string, { type: string; url: string; headers?: Record<string, string> }>
export type Assembly = { state: string; missingChunks: string[]; detail: string | null }

const CHUNK_BYTES = 512 * 1024
const DEFLATED = 8

export function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/** `count`: of entries, as the end of the file says it. */
export function bundleOf(entries: ZipEntry[], count = entries.length): Buffer {
  const prefix = Buffer.from('SYSB\x02\0\0\0', 'latin1')
  const [parts, directory]: [Buffer[], Buffer[]] = [[prefix], []]
  const packedOf = new Map<Buffer | string, Buffer>()
  let offset = prefix.length
  for (const { name, content, ...stated } of entries) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = packedOf.get(content) ?? deflateRawSync(bytes)
    packedOf.set(content, packed)
    const { size = bytes.length, crc = crc32(bytes), flags = 0 } = stated
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(DEFLATED, 4)
    header.writeUInt32LE(crc, 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(size, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const location = Buffer.alloc(14)
    location.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02\x14\0'), header, location, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

export function manifest(files: ManifestFiles, more: Record<string, string> = {}): ZipEntry {
  return { name: 'manifest.json', content: JSON.stringify({ ...more, files }) }
}

/** A form with these chunks, by their names. */
export function formOf(chunks: [checksum: string, bytes: Buffer][], name = 'file_gzip'): FormData {
  const form = new FormData()
  for (const [checksum, bytes] of chunks) form.append(name, new Blob([new Uint8Array(bytes)]), checksum)
  return form
}

/** Uploads from the organization `acme` as a tool does; `request` has precedence over what it would ask. */
export async function uploadBundle(
  url: string,
  bundle: Buffer,
  request: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Assembly & { sent: number }> {
  const chunks = Array.from({ length: Math.ceil(bundle.length / CHUNK_BYTES) }, (_, index) =>
    bundle.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )
  const checksums = chunks.map(sha1)
  const body = { checksum: sha1(bundle), chunks: checksums, projects: ['shop'], ...request }
  const { missingChunks, ...first } = await assemble(url, body, headers)
  if (first.state !== 'not_found') return { missingChunks, ...first, sent: 0 }
  for (const missing of missingChunks) {
    const bytes = chunks[checksums.indexOf(missing)]!
    const form = formOf([[missing, gzipSync(bytes)]])
    await fetch(`${url}/api/0/organizations/acme/chunk-upload/`, { method: 'POST', body: form, headers })
  }
  return { ...(await assemble(url, body, headers)), sent: missingChunks.length }
}

export async function assemble(
  url: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Assembly> {
  const path = '/api/0/organizations/acme/artifactbundle/assemble/'
  const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
  return (await answer.json()) as Assembly
}
