// The styles of a snapshot that the page could not read, from the style sheets of its build.
import type { SnapshotSheet } from '../../../contract/snapshots.ts'
import type { UnreadSheet } from '../../../server/snapshot.ts'
import type { MapFile } from '../../ingest/source-maps/map-index.ts'
import { findStyles } from '../../ingest/source-maps/style-sheets.ts'
import type { SourceMaps } from '../../ingest/source-maps/source-maps.ts'

/** Of an event. */
export type Build = { service: string; release: string }
type StyleReader = Pick<SourceMaps, 'index' | 'readStyles'>

/** Bytes of a page's styles from its build. */
const MAX_LENGTH = 4_000_000

export function sheetsOf(
  unread: UnreadSheet[],
  maps: Pick<SourceMaps, 'index'>,
  build: Build,
): SnapshotSheet[] {
  return unread.map((sheet) => ({
    path: sheet.path,
    isUploaded: fileOf(sheet, maps, build) !== null,
    isShadow: sheet.at === null,
  }))
}

/** `css`: the styles that the page has read. What was not uploaded is missing in the result. */
export async function withBuildStyles(
  css: string,
  unread: UnreadSheet[],
  { maps, build }: { maps: StyleReader; build: Build },
): Promise<string> {
  const parts: string[] = []
  let [at, length] = [0, 0]
  for (const sheet of unread) {
    const file = fileOf(sheet, maps, build)
    if (sheet.at === null || file === null || length + file.bytes > MAX_LENGTH) continue
    length += file.bytes
    const styles = await maps.readStyles(file)
    if (styles === null) continue
    parts.push(css.slice(at, sheet.at), sheet.media ? `@media ${sheet.media} {\n${styles}\n}` : styles)
    at = Math.max(at, sheet.at)
  }
  return [...parts, css.slice(at)].filter((part) => part.trim() !== '').join('\n')
}

function fileOf({ path }: UnreadSheet, maps: Pick<SourceMaps, 'index'>, build: Build): MapFile | null {
  return findStyles(maps.index(), { ...build, path })
}
