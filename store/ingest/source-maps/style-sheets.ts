// Style sheets of builds, which are stored with the source maps of their release. A snapshot of a page shows
// those that the page itself could not read.
import { harmlessParts } from '../../../server/harmless-styles.ts'
import { nextTurn } from '../../../server/event-loop.ts'
import type { MapFile, MapIndex } from './map-index.ts'

/** Bytes of one. Those of large applications have some 500 KB. */
export const MAX_STYLES_BYTES = 2 * 1024 * 1024

type UsedFile = Pick<MapFile, 'service' | 'release' | 'file'> & { lastUsed: string | null }

export function isStyleSheet(file: string): boolean {
  return file.endsWith('.css')
}

const KEY = 'css-'

/** Of a content. A style sheet is not stored as it was sent: it is never taken for a map with its hash. */
export function contentKey(file: string, hash: string): string {
  return isStyleSheet(file) ? `${KEY}${hash}` : hash
}

/** SHA-256 of what was sent, in hex. */
export function hashOfContent({ map }: Pick<MapFile, 'map'>): string {
  return map.startsWith(KEY) ? map.slice(KEY.length) : map
}

/** Null: it is not stored. `path`: of the URL of the sheet. */
export function findStyles(
  index: Pick<MapIndex, 'find'>,
  { service, release, path }: { service: string; release: string; path: string },
): MapFile | null {
  const file = index.find({ service, release, address: path, debugId: '' })
  return file !== null && isStyleSheet(file.file) ? file : null
}

/** Nothing in the result names an address. A megabyte takes 100 ms: other work comes in between. */
export async function harmlessSheet(css: Buffer): Promise<Buffer> {
  const parts: string[] = []
  for (const part of harmlessParts(css.toString())) {
    parts.push(part)
    await nextTurn()
  }
  return Buffer.from(parts.join(''))
}

/**
 * No stack needs a style sheet: it is in use as the maps of its release are. Builds without a release have no
 * name, and each has other files.
 */
export function withUsesOfRelease<File extends UsedFile>(files: File[]): File[] {
  const nameOf = ({ service, release }: UsedFile): string => `${service}\n${release}`
  const uses = new Map<string, string>()
  for (const file of files) {
    const last = uses.get(nameOf(file)) ?? ''
    if (file.lastUsed !== null && file.lastUsed > last) uses.set(nameOf(file), file.lastUsed)
  }
  return files.map((file) =>
    isStyleSheet(file.file) && file.release !== ''
      ? { ...file, lastUsed: uses.get(nameOf(file)) ?? null }
      : file,
  )
}
