// Names of spans with their calls, errors, time and percentiles.
import { all, named, oneOf, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { least, nowNs } from '../../database/instants.ts'
import type { OperationRow, OperationsAnswer } from '../../../contract/operations.ts'
import { filters, LIMIT, type Filters } from '../../http/filters.ts'
import { choice, flag, text } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { distributionOf, operationStatistics, percentilesOf, serviceTimes } from './operation-statistics.ts'
import { operationTotals } from './operation-totals.ts'
import { operationKey, operationTrends } from './operation-trends.ts'
import { operationsBase } from './operations-base.ts'
import { trendSeconds } from '../../http/trend-steps.ts'
import type { Term } from '../../occurrences/search-terms.ts'

type Counts = Pick<OperationRow, 'service' | 'name' | 'count' | 'errors' | 'timeNs'> & { kind: string }

/** The order that selects the operations of the page. Percentiles only reorder the page. */
const SORTS = {
  calls: 'count DESC',
  time: 'timeNs DESC',
  errors: 'errors / count DESC, errors DESC',
  p95: 'count DESC',
} as const
type Sort = keyof typeof SORTS
const SORT_NAMES = Object.keys(SORTS) as Sort[]

export const operationsPath = path('GET /api/operations', {
  summary: 'Operations (names of spans) with their latencies and errors',
  parameters: {
    filters: filters('24h'),
    operation: text('The exact name of one operation.'),
    sort: choice('Default `calls`. `p95` orders the operations with the most calls.', SORT_NAMES, 'calls'),
    trend: flag('With the values over time.'),
    base: flag('With the baseline of the previous 7 days, distributions, totals and services.'),
    limit: LIMIT,
  },
  answer: 'OperationsAnswer',
  handle: ({ parameters }, { engine }: WithEngine) => readOperations(engine, parameters),
})

/** `operation`: empty for all. */
type Request = {
  filters: Filters
  limit: number
  operation?: string
  sort?: Sort
  trend?: boolean
  base?: boolean
}

/** Merging percentiles takes most of the time, so only the page has them: sums decide what is on it. */
export async function readOperations(engine: Engine, request: Request): Promise<OperationsAnswer> {
  const { filters, limit, operation = '', sort = 'calls' } = request
  const { trend: hasTrend = false, base: hasBase = false } = request
  const { service, environment, release } = filters
  const anywhere = all(named({ environment, release }))
  const names = all([
    ...oneOf('SpanName', 'operation', [operation].filter(Boolean)),
    ...filters.terms.map(nameCondition),
  ])
  const scope = all([anywhere, ...named({ service })])
  const where = all([scope, names])
  const range = { from: filters.from, to: filters.to }
  const totals = operationTotals(range)
  const inRange = totals('ServiceName, SpanName, SpanKind, Count, Errors, Total', where)
  const rows = await engine.query<Counts>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, sum(Count) AS count,
       sum(Errors) AS errors, sum(Total) AS timeNs
     FROM ${inRange.sql}
     GROUP BY service, name, kind ORDER BY ${SORTS[sort]}, service, name, kind LIMIT {limit:UInt32}`,
    { ...inRange.parameters, limit },
  )
  const onPage = rows.length === 0 ? null : conditionOf(rows, where)
  const step = trendSeconds(filters, 'short')
  const [statistics, trends, times, base] = await Promise.all([
    onPage ? operationStatistics(engine, { totals, where: onPage, hasLevels: hasBase }) : [],
    onPage && hasTrend ? operationTrends(engine, { ...range, step }, onPage) : null,
    onPage ? serviceTimes(engine, totals, scope) : null,
    hasBase
      ? operationsBase(engine, {
          range,
          step,
          scope,
          where,
          onPage,
          end: least(filters.until, nowNs()),
          everywhere: all([anywhere, names]),
        })
      : null,
  ])
  const measured = new Map(statistics.map((row) => [operationKey(row), row]))
  const page = rows.map((row): OperationRow => {
    const key = operationKey(row)
    const milliseconds = measured.get(key)?.milliseconds ?? []
    const usual = base?.usual.get(key)
    return {
      ...row,
      kind: row.kind.toLowerCase() as OperationRow['kind'],
      ...percentilesOf({ milliseconds }),
      timeShare: row.timeNs === 0 ? 0 : row.timeNs / (times?.get(row.service)?.timeNs ?? row.timeNs),
      ...(hasTrend && { trend: trends?.get(key) ?? [] }),
      ...(usual && { usual }),
      ...(base && { distribution: distributionOf({ milliseconds }) }),
    }
  })
  const { usual: _usual, ...overall } = base ?? {}
  return {
    operations: sort === 'p95' ? page.toSorted((a, b) => b.p95Ns - a.p95Ns) : page,
    ...overall,
  }
}

/** The operations of the page, by name. */
function conditionOf(rows: Counts[], { sql, parameters }: Condition): Condition {
  const onPage = `(ServiceName, SpanName, SpanKind) IN
    arrayZip({services:Array(String)}, {names:Array(String)}, {kinds:Array(String)})`
  return {
    sql: `${sql} AND ${onPage}`,
    parameters: {
      ...parameters,
      services: rows.map(({ service }) => service),
      names: rows.map(({ name }) => name),
      kinds: rows.map(({ kind }) => kind),
    },
  }
}

function nameCondition({ value, negated }: Term, at: number): Condition {
  const sql = `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
