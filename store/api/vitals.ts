// GET /api/vitals
import type { Engine } from '../engine/engine.ts'
import type { VitalPoint, VitalRating, VitalRow, VitalsAnswer, VitalTotal } from './contract.ts'
import { all, oneOf, type Condition } from '../engine/condition.ts'
import { readFilters, type Filters } from './http/filters.ts'
import { parseChoices, parseText } from './http/query-parameters.ts'
import { instantOfSeconds, stepOf, trendSeconds } from './trend-steps.ts'

/**
 * Up to the first value a vital is good, above the second it is poor (web.dev/vitals; milliseconds, CLS
 * without unit).
 */
const BOUNDS = new Map<string, [good: number, poor: number]>([
  ['LCP', [2500, 4000]],
  ['INP', [200, 500]],
  ['CLS', [0.1, 0.25]],
  ['FCP', [1800, 3000]],
  ['TTFB', [800, 1800]],
])

type VitalStats = Omit<VitalRow, 'rating'>

const P75 = 'quantilesTDigestMerge(0.5, 0.75, 0.95)(Value)[2]'
const STATISTICS = `sum(Count) AS count, sum(Good) AS good, sum(Poor) AS poor, ${P75} AS p75`

export async function vitals(engine: Engine, query: URLSearchParams): Promise<VitalsAnswer> {
  const filters = readFilters(query)
  const where = all([
    {
      sql: `Hour >= toStartOfHour(fromUnixTimestamp64Nano({from:Int64}))
        AND Hour < fromUnixTimestamp64Nano({to:Int64})`,
      parameters: { from: String(filters.from), to: String(filters.to) },
    },
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...oneOf('Route', 'route', [parseText(query, 'route')].filter(Boolean)),
  ])
  const hasTrend = parseChoices(query, 'trend', ['true'], []).length > 0
  const rows = await engine.query<VitalStats>(
    `SELECT ServiceName AS service, Route AS route, upper(Name) AS name, ${STATISTICS}
     FROM web_vitals WHERE ${where.sql}
     GROUP BY service, route, name ORDER BY count DESC, service, route, name LIMIT {limit:UInt32}`,
    { ...where.parameters, limit: filters.limit * BOUNDS.size },
  )
  return { vitals: rows.map(withRating), ...(hasTrend && (await overall(engine, where, filters))) }
}

/** All routes together: of the range, and over time. */
async function overall(
  engine: Engine,
  { sql, parameters }: Condition,
  filters: Filters,
): Promise<Pick<VitalsAnswer, 'totals' | 'trend'>> {
  const [totals, trend] = await Promise.all([
    engine.query<Omit<VitalTotal, 'rating'>>(
      `SELECT upper(Name) AS name, ${STATISTICS} FROM web_vitals WHERE ${sql} GROUP BY name ORDER BY name`,
      parameters,
    ),
    engine.query<Omit<VitalPoint, 'at'> & { at: number }>(
      `SELECT ${stepOf('Hour')} AS at, upper(Name) AS name, sum(Count) AS count, ${P75} AS p75
       FROM web_vitals WHERE ${sql} GROUP BY at, name ORDER BY at, name`,
      { ...parameters, step: trendSeconds(filters) },
    ),
  ])
  return {
    totals: totals.map(withRating),
    trend: trend.map((point) => ({ ...point, at: instantOfSeconds(point.at) })),
  }
}

function withRating<Row extends { name: string; p75: number }>(row: Row): Row & { rating: VitalRating } {
  return { ...row, rating: ratingOf(row) }
}

function ratingOf({ name, p75 }: { name: string; p75: number }): VitalRating {
  const [good, poor] = BOUNDS.get(name) ?? [Infinity, Infinity]
  if (p75 <= good) return 'good'
  return p75 <= poor ? 'needs-improvement' : 'poor'
}
