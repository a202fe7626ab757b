// The vitals of each route as one row.
import type { VitalRow } from '../../../../contract/vitals.ts'
import type { VitalName } from './vital-names.ts'

/** `views`: the most values of one vital, which is the number of pages that were measured. */
export type RouteVitals = { service: string; route: string; views: number; vitals: Map<string, VitalRow> }

/** The slowest by `vital` first; routes without it stand last. */
export function groupByRoute(rows: VitalRow[], vital: VitalName): RouteVitals[] {
  const groups = Map.groupBy(rows, ({ service, route }) => JSON.stringify([service, route]))
  const value = ({ vitals }: RouteVitals): number => vitals.get(vital)?.p75 ?? -1
  return [...groups.values()]
    .map((members) => ({
      service: members[0]!.service,
      route: members[0]!.route,
      views: Math.max(...members.map(({ count }) => count)),
      vitals: new Map(members.map((row) => [row.name, row])),
    }))
    .toSorted((a, b) => value(b) - value(a))
}
