// The query for web vitals, and its answer grouped by route.
import type { VitalRow, VitalsAnswer } from '../../../../contract/vitals.ts'
import { filteredQuery } from '../../http/query.ts'
import { commonParameters, type Filters } from '../../search/filters.ts'
import type { VitalName } from './vital-names.ts'

/** Routes of the list, the largest page of the API. */
const MAX_ROUTES = 100

type VitalFilters = Filters & {
  route?: string | undefined
  device?: string | undefined
  /** The vital whose trend each route has. */
  vital: string
}

export function vitalsQuery(filters: VitalFilters) {
  const { route, device, vital } = filters
  const parameters = {
    ...commonParameters(filters),
    route,
    device,
    vital,
    trend: 'true',
    limit: MAX_ROUTES,
  }
  return filteredQuery<VitalsAnswer>(['vitals'], '/api/vitals', parameters)
}

/** `views`: the largest count of a vital, which is the number of measured page views. */
export type RouteVitals = { service: string; route: string; views: number; vitals: Map<string, VitalRow> }

/** The slowest by `vital` first; routes without it come last. */
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
