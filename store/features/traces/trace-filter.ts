// Which traces a query is about. Conditions on spans: a trace matches when one of its spans meets them all.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import type { Term } from '../../occurrences/search-terms.ts'
import {
  attributeConditions,
  columnConditions,
  matchCondition,
  statusCondition,
  termCondition,
} from './span-filter.ts'
import type { TraceFilters } from './trace-parameters.ts'
import { hasSelection, traceTimes, UNSELECTED } from './trace-times.ts'

/**
 * Conditions; a span needs to meet only one. An attribute is one of the span or of its resource, and each
 * has its own index; the engine cannot use both at once, which took twice the time. A trace with an exception
 * has an error, even if no span has an error status: pages report exceptions as logs. An excluded attribute,
 * browser or system excludes the traces that have it in any span: most other spans never have it.
 */
export function traceAlternatives(filters: TraceFilters): Condition[] {
  const [first, ...more] = attributeConditions(filters)
  const columns = columnConditions(filters)
  const { terms } = filters
  const positive = terms.flatMap((term, index) => (isExclusion(term) ? [] : [termCondition(term, index)]))
  const statuses = statusAlternatives(filters)
  const others = [...columns, ...positive, ...more.map(({ either }) => either)]
  const rest = all([...others, ...exclusions(filters), ...timeConditions(filters)])
  const ofAttribute = first ? [first.ofSpan, first.ofResource] : [all([])]
  return statuses.flatMap((status) => ofAttribute.map((attribute) => all([rest, status, attribute])))
}

/** A row for each trace that matches, as `traceTimes` has them. */
export function matchingTraces(filters: TraceFilters): Condition {
  const others = { ...filters, ...UNSELECTED }
  if (!limitsSpans(filters)) return traceTimes(filters, filters)
  const alternatives = traceAlternatives(others)
  const inRange = between(filters)
  return traceTimes(filters, filters, {
    sql: `TraceId GLOBAL IN (${selectTraces(alternatives, inRange)})`,
    parameters: { ...inRange.parameters, ...all(alternatives).parameters },
  })
}

/** How many traces match, on all pages of the list. */
export function countTraces(engine: Engine, filters: TraceFilters): Promise<number> {
  const { sql, parameters } = matchingTraces(filters)
  return queryNumber(engine, `SELECT count() AS value FROM ${sql}`, parameters)
}

/** A subquery of trace ids, without its parameters. */
export function selectTraces(alternatives: Condition[], inRange: Condition): string {
  return alternatives
    .map(({ sql }) => `SELECT TraceId FROM otel_traces WHERE TraceId != '' AND ${inRange.sql} AND ${sql}`)
    .join(' UNION ALL ')
}

/** Whether a condition beside the range, time and duration limits the spans. */
function limitsSpans(filters: TraceFilters): boolean {
  return (
    columnConditions(filters).length > 0 ||
    filters.terms.length > 0 ||
    attributeConditions(filters).length > 0 ||
    filters.statuses.length > 0
  )
}

/** Time and duration are of the trace; the other conditions are of any of its spans. */
function timeConditions(filters: TraceFilters): Condition[] {
  if (!hasSelection(filters)) return []
  const { sql, parameters } = traceTimes(filters, filters)
  return [{ sql: `identity(TraceId) GLOBAL IN (SELECT TraceId FROM ${sql})`, parameters }]
}

function isExclusion({ negated, attribute, userAgents }: Term): boolean {
  return negated && (attribute !== undefined || userAgents !== undefined)
}

function exclusions(filters: TraceFilters): Condition[] {
  return filters.terms.flatMap((term, index) =>
    isExclusion(term) ? [inTraces('NOT IN', all([between(filters), matchCondition(term, index)]))] : [],
  )
}

/** As a function's result the id is read, not looked up in the index, which took twice the time. */
function inTraces(operator: 'IN' | 'NOT IN', { sql, parameters }: Condition): Condition {
  return {
    sql: `identity(TraceId) GLOBAL ${operator} (SELECT TraceId FROM otel_traces WHERE ${sql})`,
    parameters,
  }
}

function statusAlternatives(filters: TraceFilters): Condition[] {
  const { statuses } = filters
  const ofSpan = all(statusCondition(statuses))
  if (!statuses.includes('error')) return [ofSpan]
  const { sql, parameters } = between(filters)
  const thrown = `identity(TraceId) GLOBAL IN (SELECT TraceId FROM exceptions WHERE TraceId != '' AND ${sql})`
  return [ofSpan, { sql: thrown, parameters }]
}
