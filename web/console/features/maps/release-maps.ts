// Source maps by release, with the scripts that have no source map.
import type { FailingMap, MapRow, MapsAnswer, StyleRow } from '../../../../contract/maps.ts'

type MissingScript = MapsAnswer['missing'][number]

export type ReleaseMaps = {
  service: string
  release: string
  maps: MapRow[]
  styles: StyleRow[]
  missing: MissingScript[]
  failing: FailingMap[]
  bytes: number
  /** Of the newest file; null without files. */
  uploaded: string | null
  /** Number of scripts that appear in stacks of the release. */
  seen: number
}

/** The release with the newest map or the newest stack first. */
export function groupByRelease({ maps, styles, missing, failing }: MapsAnswer): ReleaseMaps[] {
  const groups = new Map<string, ReleaseMaps>()
  const groupOf = ({ service, release }: { service: string; release: string }): ReleaseMaps => {
    const key = JSON.stringify([service, release])
    const group = groups.get(key) ?? {
      service,
      release,
      maps: [],
      styles: [],
      missing: [],
      failing: [],
      bytes: 0,
      uploaded: null,
      seen: 0,
    }
    groups.set(key, group)
    return group
  }
  for (const map of maps) {
    const group = groupOf(map)
    group.maps.push(map)
    group.bytes += map.bytes
    if (map.occurrences > 0) group.seen++
    if (map.uploaded > (group.uploaded ?? '')) group.uploaded = map.uploaded
  }
  for (const sheet of styles) {
    const group = groupOf(sheet)
    group.styles.push(sheet)
    group.bytes += sheet.bytes
    if (sheet.uploaded > (group.uploaded ?? '')) group.uploaded = sheet.uploaded
  }
  for (const map of failing) groupOf(map).failing.push(map)
  for (const script of missing) {
    const group = groupOf(script)
    group.missing.push(script)
    group.seen++
  }
  return [...groups.values()].toSorted((a, b) => (newest(a) < newest(b) ? 1 : -1))
}

function newest({ uploaded, missing }: ReleaseMaps): string {
  const stacks = missing.map(({ lastSeen }) => lastSeen)
  return [uploaded ?? '', ...stacks].toSorted().at(-1) ?? ''
}
