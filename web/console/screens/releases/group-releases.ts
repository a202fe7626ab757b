// Releases by service, each with the one before it.
import type { ReleaseRow } from '../../../../store/api/contract.ts'

/** `previous`: of the same service and environment. `index`: of the row in the whole table. */
export type ListedRelease = {
  row: ReleaseRow
  index: number
  previous: ReleaseRow | null
  next: ReleaseRow | null
}
type ServiceReleases = { service: string; releases: ListedRelease[] }

/** The service with the newest release first. `rows`: the newest first. */
export function groupReleases(rows: ReleaseRow[]): ServiceReleases[] {
  let index = 0
  return [...Map.groupBy(rows, ({ service }) => service)].map(([service, members]) => ({
    service,
    releases: members.map((row) => {
      const sequence = members.filter(({ environment }) => environment === row.environment)
      const at = sequence.indexOf(row)
      return { row, index: index++, previous: sequence[at + 1] ?? null, next: sequence[at - 1] ?? null }
    }),
  }))
}
