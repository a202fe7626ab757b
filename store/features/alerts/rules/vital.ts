// Web vital: the p75 of a route over 24 hours is above a value.
import { all, between } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { DAY_NS, HOUR_NS } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import { P75 } from '../../vitals/index.ts'
import { onLoopback, releaseKey } from './loopback.ts'
import { namesOfRule } from './rule-filter.ts'
import type { Evaluation, Match, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { countOf, decimals, rounded, thresholdOf } from './threshold.ts'

/** `route`: empty stands for each one. `above`: milliseconds; of CLS without unit. `values`: at least. */
const DEFAULTS = { name: 'LCP', above: 4000, route: '', values: 100 }

/** Routes with most values: others have too few for a p75. */
const MAX_ROUTES = 200

type Threshold = typeof DEFAULTS

/** `hours`: the p75 and the number of values of the 24 hours that end with this one. In their order. */
type Route = { service: string; route: string; hours: [hour: number, p75: number, values: number][] }

export const vital: RuleKind = {
  type: 'route.vital',
  defaults: DEFAULTS,
  intervalMs: 300_000,
  endsAfterMs: 24 * 3_600_000,
  async open(context, rule, period) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const routes = await readRoutes(context.engine, rule, { period, threshold })
    const slow = routes.filter(({ hours }) => hours.some((hour) => isAbove(hour, threshold)))
    const candidates = slow.map(({ service }) => ({ service, release: '' }))
    const local = await onLoopback(context, rule, { candidates, period: dayBefore(period) })
    const compared = routes.filter(({ service }) => !local.has(releaseKey({ service, release: '' })))
    return (at) => evaluate(compared, at, threshold)
  },
}

type Hour = Route['hours'][number]

function isAbove([, p75, values]: Hour, threshold: Threshold): boolean {
  return values >= threshold.values && p75 > threshold.above
}

/** An evaluation reads the hour that has begun and the 23 before. */
function dayBefore({ from, to }: Period): Period {
  return { from: (from / HOUR_NS) * HOUR_NS - DAY_NS + HOUR_NS, to }
}

async function readRoutes(
  engine: Engine,
  rule: StoredRule,
  { period, threshold }: { period: Period; threshold: Threshold },
): Promise<Route[]> {
  const where = all([
    between(dayBefore(period), 'Hour'),
    ...namesOfRule(rule),
    { sql: 'upper(Name) = {name:String}', parameters: { name: threshold.name.toUpperCase() } },
    ...(threshold.route === ''
      ? []
      : [{ sql: 'Route = {route:String}', parameters: { route: threshold.route } }]),
  ])
  const rows = await engine.query<Route>(
    `SELECT service, route, groupArray((hour, p75, values)) AS hours FROM (
       SELECT ServiceName AS service, Route AS route, toUnixTimestamp(Hour) AS hour,
         toFloat64(${P75.replace(/\[2\]$/, '')} OVER day [2]) AS p75, sum(Count) OVER day AS values
       FROM web_vitals
       WHERE ${where.sql} AND (ServiceName, Route) IN (SELECT ServiceName, Route FROM web_vitals
         WHERE ${where.sql} GROUP BY ServiceName, Route HAVING sum(Count) >= {values:UInt32}
         ORDER BY sum(Count) DESC LIMIT ${MAX_ROUTES})
       WINDOW day AS (PARTITION BY ServiceName, Route ORDER BY Hour
         RANGE BETWEEN 82800 PRECEDING AND CURRENT ROW)
       ORDER BY hour LIMIT 1 BY service, route, hour)
     GROUP BY service, route`,
    { ...where.parameters, values: threshold.values },
  )
  return rows.map((row) => ({ ...row, hours: row.hours.toSorted(([a], [b]) => a - b) }))
}

function evaluate(routes: Route[], at: bigint, threshold: Threshold): Evaluation {
  const second = Number(at / 1_000_000_000n)
  const current = routes.flatMap((route) => {
    const hour = route.hours.findLast(([hour]) => hour < second)
    return hour && second - hour[0] <= 86_400 && hour[2] >= threshold.values ? [{ route, hour }] : []
  })
  const slow = current.filter(({ hour }) => isAbove(hour, threshold))
  const { name, above, values } = threshold
  const limit = valueText(name, above)
  return {
    matches: slow.map(({ route, hour }) => toMatch(route, hour, threshold)),
    numbers: { routes: current.length, slow: slow.length },
    reason:
      `${slow.length} of ${countOf(current.length, 'route')} with ${countOf(values, 'value')} or more ` +
      `in 24 hours ${slow.length === 1 ? 'has' : 'have'} a p75 of ${name} above ${limit}`,
  }
}

function toMatch({ service, route, hours }: Route, [hour, p75, values]: Hour, threshold: Threshold): Match {
  const { name, above } = threshold
  const past = hours.filter(([other]) => other <= hour)
  const begin = past[past.findLastIndex((other) => !isAbove(other, threshold)) + 1]![0]
  const heading = `${name} ${valueText(name, p75)}`
  return {
    subject: `route:${service} ${route} ${name}`,
    issueId: null,
    since: BigInt(begin) * 1_000_000_000n,
    state: null,
    service,
    release: '',
    environment: '',
    heading,
    title: `${service} ${route}`,
    facts: `p75 of ${name} is ${valueText(name, p75)} over the last 24 hours, ${countOf(values, 'value')}`,
    numbers: { p75: decimals(p75), values, above },
    reason: `the p75 of ${countOf(values, 'value')} in 24 hours is above ${valueText(name, above)}`,
    path: `/vitals?${new URLSearchParams({ service, vital: name }).toString()}`,
  }
}

/** "2.8 s", "340 ms"; CLS "0.18". */
function valueText(name: string, value: number): string {
  if (name.toUpperCase() === 'CLS') return String(decimals(value))
  return value >= 1_000 ? `${decimals(value / 1_000, 1)} s` : `${rounded(Math.round(value))} ms`
}
