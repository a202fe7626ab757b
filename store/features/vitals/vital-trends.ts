// The p75 of web vitals over time: of all routes together, and of one vital of each route.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { VitalPoint, VitalRow } from '../../../contract/vitals.ts'
import { instantOfSeconds, stepOf } from '../../http/trend-steps.ts'

export const P75 = 'quantilesTDigestMerge(0.5, 0.75, 0.95)(Value)[2]'

type Route = Pick<VitalRow, 'service' | 'route'>
type Trend = NonNullable<VitalRow['trend']>

/** `rows`: `vitalRows` with the same `step`, in seconds. */
export async function overallTrend(engine: Engine, rows: Condition, step: number): Promise<VitalPoint[]> {
  const points = await engine.query<Omit<VitalPoint, 'at'> & { at: number }>(
    `SELECT ${stepOf('Hour')} AS at, upper(Name) AS name, sum(Count) AS count, ${P75} AS p75
     FROM ${rows.sql} GROUP BY at, name ORDER BY at, name`,
    { ...rows.parameters, step },
  )
  return points.map((point) => ({ ...point, at: instantOfSeconds(point.at) }))
}

/** By `routeKey`: of `vital`, as LCP. */
export async function routeTrends(
  engine: Engine,
  rows: Condition,
  { routes, vital, step }: { routes: Route[]; vital: string; step: number },
): Promise<Map<string, Trend>> {
  const points = await engine.query<Route & { at: number; p75: number }>(
    `SELECT ServiceName AS service, Route AS route, ${stepOf('Hour')} AS at, ${P75} AS p75
     FROM ${rows.sql} WHERE upper(Name) = {vital:String}
       AND (ServiceName, Route) IN arrayZip({services:Array(String)}, {routes:Array(String)})
     GROUP BY service, route, at ORDER BY at`,
    {
      ...rows.parameters,
      step,
      vital,
      services: routes.map(({ service }) => service),
      routes: routes.map(({ route }) => route),
    },
  )
  return new Map(
    [...Map.groupBy(points, routeKey)].map(([key, steps]) => [
      key,
      steps.map(({ at, p75 }) => ({ at: instantOfSeconds(at), p75 })),
    ]),
  )
}

export function routeKey({ service, route }: Route): string {
  return JSON.stringify([service, route])
}
