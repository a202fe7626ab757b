// GET /api/facets?of=issues|traces
import type { Engine } from '../engine/engine.ts'
import type { FacetsAnswer } from './contract.ts'
import { all, type Condition, between } from '../engine/condition.ts'
import { exceptionFilter } from '../occurrences/exception-filter.ts'
import { parseChoices, readFilters, type Filters } from './http/filters.ts'
import { countEach, rowsOf, type Columns } from './frequency.ts'
import { ENVIRONMENT, hourConditions, RELEASE, spanConditions } from './spanFilters.ts'

/** Values of one facet. Who looks for a rarer one searches. */
const MAX_VALUES = 20

const HOUR = 3_600_000_000_000n

const OF_ISSUES: Columns = {
  service: 'ServiceName', environment: 'Environment', release: 'Release', browser: 'Browser', os: 'Os', route: 'Route',
  mechanism: 'Mechanism', origin: 'Origin', type: 'Type',
} // prettier-ignore

const OF_SPANS: Columns = {
  service: 'ServiceName',
  operation: 'SpanName',
  status: 'lower(StatusCode)',
  kind: 'lower(SpanKind)',
  environment: ENVIRONMENT,
  release: RELEASE,
}
const OF_HOURS: Columns = { ...OF_SPANS, environment: 'Environment', release: 'Release' }

export async function facets(engine: Engine, query: URLSearchParams): Promise<FacetsAnswer> {
  const filters = readFilters(query)
  const of = parseChoices(query, 'of', ['issues', 'traces'], ['issues'])[0] ?? 'issues'
  const names = Object.keys(of === 'issues' ? OF_ISSUES : OF_SPANS)
  const rows =
    of === 'issues' ? rowsOf('exceptions', OF_ISSUES, exceptionFilter(filters)) : spanRows(query, filters)
  const counted = await countEach(engine, names, rows, MAX_VALUES)
  return { facets: names.map((name) => ({ name, values: counted.get(name) ?? [] })) }
}

/** Whole hours as they were summed up, and the ends of the range span by span; all of it so where what is asked is not known per hour. */
function spanRows(query: URLSearchParams, filters: Filters): Condition {
  const { from, to } = filters
  const spans = spanConditions(query, filters)
  const hours = hourConditions(query, filters)
  const [first, end] = [((from + HOUR - 1n) / HOUR) * HOUR, (to / HOUR) * HOUR]
  if (hours === null || first >= end) return rowsOf('otel_traces', OF_SPANS, all([between(filters), spans]))
  const within = {
    sql: 'Hour >= fromUnixTimestamp64Nano({first:Int64}) AND Hour < fromUnixTimestamp64Nano({end:Int64})',
    parameters: { first: String(first), end: String(end) },
  }
  const outside = {
    sql: '(Timestamp < fromUnixTimestamp64Nano({first:Int64}) OR Timestamp >= fromUnixTimestamp64Nano({end:Int64}))',
    parameters: {},
  }
  const summed = rowsOf('span_hours', OF_HOURS, all([within, hours]), 'Count')
  const ends = rowsOf('otel_traces', OF_SPANS, all([between(filters), outside, spans]))
  return {
    sql: `${summed.sql} UNION ALL ${ends.sql}`,
    parameters: { ...summed.parameters, ...ends.parameters },
  }
}
