// Releases by service, each with the one before it.
import type { ReleaseRow } from '../../../../contract/releases.ts'

/** `previous`: of the same service and environment. `index`: of the row in the whole table. */
export type ListedRelease = {
  row: ReleaseRow
  index: number
  previous: ReleaseRow | null
  next: ReleaseRow | null
}
type ServiceReleases = { service: string; releases: ListedRelease[] }

/**
 * The service with the newest release first. `rows`: the newest first. `text`: a part of the version or of
 * the service. The release before is that of all rows.
 */
export function groupReleases(rows: ReleaseRow[], text = ''): ServiceReleases[] {
  let index = 0
  const isMatch = (value: string) => value.toLowerCase().includes(text.trim().toLowerCase())
  const groups: ServiceReleases[] = []
  for (const [service, members] of Map.groupBy(rows, (row) => row.service)) {
    const releases: ListedRelease[] = []
    for (const row of members) {
      if (!isMatch(row.release) && !isMatch(service)) continue
      const sequence = members.filter(({ environment }) => environment === row.environment)
      const at = sequence.indexOf(row)
      const [previous, next] = [sequence[at + 1] ?? null, sequence[at - 1] ?? null]
      releases.push({ row, index: index++, previous, next })
    }
    if (releases.length > 0) groups.push({ service, releases })
  }
  return groups
}
