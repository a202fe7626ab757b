// GET /api/vitals
import type { Engine } from '../engine/engine.ts'
import type { VitalRating, VitalRow, VitalsAnswer } from './contract.ts'
import { all, oneOf } from '../engine/condition.ts'
import { readFilters } from './http/filters.ts'

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
  ])
  const rows = await engine.query<VitalStats>(
    `SELECT ServiceName AS service, Route AS route, upper(Name) AS name, sum(Count) AS count,
       sum(Good) AS good, sum(Poor) AS poor, quantilesTDigestMerge(0.5, 0.75, 0.95)(Value)[2] AS p75
     FROM web_vitals WHERE ${where.sql}
     GROUP BY service, route, name ORDER BY count DESC, service, route, name LIMIT {limit:UInt32}`,
    { ...where.parameters, limit: filters.limit * BOUNDS.size },
  )
  return { vitals: rows.map((row) => ({ ...row, rating: ratingOf(row) })) }
}

function ratingOf({ name, p75 }: VitalStats): VitalRating {
  const [good, poor] = BOUNDS.get(name) ?? [Infinity, Infinity]
  if (p75 <= good) return 'good'
  return p75 <= poor ? 'needs-improvement' : 'poor'
}
