// The query for web vitals, and its answer grouped by route.
import type {
  VitalCause,
  VitalCausesAnswer,
  VitalRow,
  VitalsAnswer,
  VitalTotal,
} from '../../../../contract/vitals.ts'
import { filteredQuery } from '../../http/query.ts'
import { commonParameters, type Filters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import type { FacetsAnswer } from '../../../../contract/search.ts'
import type { VitalName } from './vital-names.ts'

/** Routes of the list, the largest page of the API. */
const MAX_ROUTES = 100

type VitalFilters = Filters & {
  device?: string | undefined
  /** The vital whose trend each route has. */
  vital: string
}

export function vitalsQuery(filters: VitalFilters) {
  const { q, device, vital } = filters
  const parameters = {
    ...commonParameters(filters),
    q: storeSearch(q, 'vitals'),
    device,
    vital,
    trend: 'true',
    limit: MAX_ROUTES,
  }
  return filteredQuery<VitalsAnswer>(['vitals'], '/api/vitals', parameters)
}

/** What INP or LCP is spent on. */
export function causesQuery(filters: VitalFilters) {
  const { q, device, vital } = filters
  const parameters = { ...commonParameters(filters), q: storeSearch(q, 'vitals'), device, vital }
  return {
    ...filteredQuery<VitalCausesAnswer>(['vital-causes'], '/api/vitals/causes', parameters),
    enabled: vital === 'INP' || vital === 'LCP',
  }
}

/** The first cause of a route, which takes most of the time. */
export function causeOf(
  { causes }: VitalCausesAnswer,
  vital: VitalName,
  { service, route }: RouteVitals,
): VitalCause | undefined {
  // While the parameters change, the answer is about the previous vital.
  return causes.find((cause) => cause.name === vital && cause.service === service && cause.route === route)
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

export type GroupName = 'device' | 'browser' | 'os'
export type GroupRow = Omit<VitalTotal, 'before'> & { value: string }

/** The rows of one vital. */
export function groupRows(answer: VitalsAnswer, group: GroupName, vital: VitalName): GroupRow[] {
  const { devices = [], browsers = [], systems = [] } = answer
  const rows: Record<GroupName, GroupRow[]> = {
    device: devices.map(({ device, ...row }) => ({ ...row, value: device })),
    browser: browsers.map(({ browser, ...row }) => ({ ...row, value: browser })),
    os: systems.map(({ os, ...row }) => ({ ...row, value: os })),
  }
  return rows[group].filter(({ name }) => name === vital)
}

/** What the search box suggests: values of its keys, with the number of views that have this vital. */
export function suggestedValues(answer: VitalsAnswer | undefined, vital: VitalName): FacetsAnswer {
  if (!answer) return { facets: [], total: 0 }
  const routes = answer.vitals.filter(({ name }) => name === vital)
  const rows: Record<string, { value: string; count: number }[]> = {
    browser: groupRows(answer, 'browser', vital),
    os: groupRows(answer, 'os', vital),
    // Several services may have the same one.
    route: [...Map.groupBy(routes, ({ route }) => route)].map(([value, members]) => ({
      value,
      count: members.reduce((sum, { count }) => sum + count, 0),
    })),
  }
  return {
    facets: Object.entries(rows).map(([name, values]) => ({
      name,
      values: values.map(({ value, count }) => ({ value, count })),
    })),
    total: routes.reduce((sum, { count }) => sum + count, 0),
  }
}
