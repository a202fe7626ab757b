// Releases by service, each with the previous one.
import type { ReleaseRow } from '../../../../contract/releases.ts'

/** `previous`: of the same service. `index`: of the row in the table. */
export type ListedRelease = {
  row: ReleaseRow
  index: number
  previous: ReleaseRow | null
  next: ReleaseRow | null
}
type ServiceReleases = { service: string; releases: ListedRelease[] }

/**
 * The service with the newest release comes first. `rows`: newest first. `text`: part of a version or a
 * service. Previous releases are found among all rows, including those that do not match.
 */
export function groupReleases(rows: ReleaseRow[], text = ''): ServiceReleases[] {
  let index = 0
  const isMatch = (value: string) => value.toLowerCase().includes(text.trim().toLowerCase())
  const groups: ServiceReleases[] = []
  for (const [service, members] of Map.groupBy(rows, (row) => row.service)) {
    const releases: ListedRelease[] = []
    for (const row of members) {
      if (!isMatch(row.release) && !isMatch(service)) continue
      const at = members.indexOf(row)
      const [previous, next] = [members[at + 1] ?? null, members[at - 1] ?? null]
      releases.push({ row, index: index++, previous, next })
    }
    if (releases.length > 0) groups.push({ service, releases })
  }
  return groups
}
