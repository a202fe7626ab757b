// Web vitals by route, beside the time before.
import type { Engine } from '../../database/engine/engine.ts'
import type { VitalRating, VitalRow, VitalTotal, VitalsAnswer } from '../../../contract/vitals.ts'
import { all, type Condition } from '../../database/engine/condition.ts'
import { DAY_NS, greatest } from '../../database/instants.ts'
import { DEVICES } from '../../ingest/rows/device.ts'
import { filters, LIMIT } from '../../http/filters.ts'
import { choice, choices, flag, text } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { trendSeconds } from '../../http/trend-steps.ts'
import { type GroupName, vitalConditions, vitalFilter, type VitalFilter } from './vital-filter.ts'
import { vitalRows } from './vital-rows.ts'
import { overallTrend, P75, routeKey, routeTrends } from './vital-trends.ts'

/**
 * Up to the first value a vital is good, above the second it is poor (web.dev/vitals; milliseconds, CLS
 * without unit).
 */
export const BOUNDS = new Map<string, [good: number, poor: number]>([
  ['LCP', [2500, 4000]],
  ['INP', [200, 500]],
  ['CLS', [0.1, 0.25]],
  ['FCP', [1800, 3000]],
  ['TTFB', [800, 1800]],
])

const VITAL_NAMES = [...BOUNDS.keys()]

/** What totals are compared with: two weeks have all days of a week, twice. */
const DAYS_BEFORE = 14

/** Rarer browsers and systems are found by a search. */
const MAX_GROUPS = 20

type Group = Omit<VitalTotal, 'rating' | 'before'> & { kind: GroupName; value: string }

/** "Chrome" of "Chrome 156". */
const withoutVersion = (column: string): string => `replaceRegexpOne(${column}, ' [0-9.]+$', '')`

type Unrated<Row> = Omit<Row, 'rating'>

const STATISTICS = `sum(Count) AS count, sum(Good) AS good, sum(Poor) AS poor, ${P75} AS p75`

export const vitalsPath = path('GET /api/vitals', {
  summary: 'Web vitals by route',
  parameters: {
    filters: filters(),
    route: text('The exact name of one route.'),
    device: choices('The class of device, from the user agent.', DEVICES),
    trend: flag('With all routes together, by device, browser and system, and over time.'),
    vital: choice('With `trend`: its rows have their values over time.', VITAL_NAMES, null),
    limit: LIMIT,
  },
  answer: 'VitalsAnswer',
  handle: ({ parameters }, { engine }: WithEngine) => readVitals(engine, parameters),
})

type Request = VitalFilter & { limit: number; trend?: boolean; vital?: string | null }

export async function readVitals(engine: Engine, request: Request): Promise<VitalsAnswer> {
  const { filters, limit, trend: hasTrend = false, vital = null } = request
  const where = vitalFilter(request)
  const measured = vitalRows(filters, where)
  const rows = await engine.query<Unrated<VitalRow>>(
    `SELECT ServiceName AS service, Route AS route, upper(Name) AS name, ${STATISTICS}
     FROM ${measured.sql}
     GROUP BY service, route, name ORDER BY count DESC, service, route, name LIMIT {limit:UInt32}`,
    { ...measured.parameters, limit: limit * BOUNDS.size },
  )
  if (!hasTrend) return { vitals: rows.map(withRating) }
  const { from } = filters
  const before = vitalRows({ from: greatest(from - BigInt(DAYS_BEFORE) * DAY_NS, 0n), to: from }, where)
  const step = trendSeconds(filters, 'short')
  const steps = vitalRows(filters, where, step)
  const routes = rows.filter(({ name }) => name === vital)
  const [totals, groups, trend, trends] = await Promise.all([
    readTotals(engine, measured, before),
    readGroups(engine, request),
    overallTrend(engine, steps, step),
    vital && routes.length > 0 ? routeTrends(engine, steps, { routes, vital, step }) : null,
  ])
  const withTrend = (row: Unrated<VitalRow>) => ({
    ...withRating(row),
    ...(row.name === vital && { trend: trends?.get(routeKey(row)) ?? [] }),
  })
  const ofKind = (name: GroupName) =>
    groups.filter(({ kind }) => kind === name).map(({ kind: _kind, ...row }) => withRating(row))
  return {
    vitals: rows.map(withTrend),
    totals,
    devices: ofKind('device').map(({ value: device, ...row }) => ({ ...row, device })),
    browsers: ofKind('browser').map(({ value: browser, ...row }) => ({ ...row, browser })),
    systems: ofKind('os').map(({ value: os, ...row }) => ({ ...row, os })),
    trend,
  }
}

/** All routes together, beside the time before. */
async function readTotals(engine: Engine, rows: Condition, before: Condition): Promise<VitalTotal[]> {
  const [totals, previous] = await Promise.all([
    engine.query<Omit<VitalTotal, 'rating' | 'before'>>(
      `SELECT upper(Name) AS name, ${STATISTICS} FROM ${rows.sql}
       GROUP BY name ORDER BY name`,
      rows.parameters,
    ),
    engine.query<{ name: string; p75: number }>(
      `SELECT upper(Name) AS name, ${P75} AS p75 FROM ${before.sql} GROUP BY name`,
      before.parameters,
    ),
  ])
  const values = new Map(previous.map(({ name, p75 }) => [name, p75]))
  return totals.map((total) => ({ ...withRating(total), before: values.get(total.name) ?? null }))
}

/**
 * Each kind without its own condition, those with most values first. One query for all three reads the
 * rows once: with three queries the path takes a sixth more processor time.
 */
async function readGroups(engine: Engine, request: VitalFilter): Promise<Group[]> {
  const { anyGroup, device, browser, os } = vitalConditions(request)
  const rows = vitalRows(request.filters, anyGroup)
  return engine.query<Group>(
    `SELECT group.1 AS kind, group.2 AS value, upper(Name) AS name, ${STATISTICS}
     FROM (SELECT *, arrayFilter(group -> group.3, [
         ('device', toString(Device), ${all([browser, os]).sql}),
         ('browser', toString(${withoutVersion('Browser')}), ${all([device, os]).sql}),
         ('os', toString(${withoutVersion('Os')}), ${all([device, browser]).sql})]) AS groups
       FROM ${rows.sql}) ARRAY JOIN groups AS group
     GROUP BY kind, value, name ORDER BY count DESC, value, name LIMIT ${MAX_GROUPS} BY kind, name`,
    all([rows, device, browser, os]).parameters,
  )
}

function withRating<Row extends { name: string; p75: number }>(row: Row): Row & { rating: VitalRating } {
  return { ...row, rating: ratingOf(row) }
}

function ratingOf({ name, p75 }: { name: string; p75: number }): VitalRating {
  const [good, poor] = BOUNDS.get(name) ?? [Infinity, Infinity]
  if (p75 <= good) return 'good'
  return p75 <= poor ? 'needs-improvement' : 'poor'
}
