// Which traces a query is about. Conditions on spans: a trace matches when one of its spans meets them all.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Term } from '../../occurrences/search-terms.ts'
import { IS_ROOT, rootConditions } from './root-filter.ts'
import {
  attributeConditions,
  columnConditions,
  matchCondition,
  statusCondition,
  termCondition,
} from './span-filter.ts'
import type { TraceFilters } from './trace-parameters.ts'

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
  const rest = all([...others, ...exclusions(filters), ...rootSelection(filters)])
  const ofAttribute = first ? [first.ofSpan, first.ofResource] : [all([])]
  return statuses.flatMap((status) => ofAttribute.map((attribute) => all([rest, status, attribute])))
}

/**
 * The spans that represent the matching traces, of any time and duration: root spans, or the spans
 * of an operation.
 */
export function rootsOf(filters: TraceFilters): Condition {
  const inRange = between(filters)
  if (!selectsSpans(filters)) {
    const excluded = exclusions(filters)
    return all([inRange, { sql: IS_ROOT, parameters: {} }, ...excluded])
  }
  const alternatives = traceAlternatives({ ...filters, started: null, durations: null })
  const parameters = { ...inRange.parameters, ...all(alternatives).parameters }
  if (filters.operation !== '') {
    const either = alternatives.map(({ sql }) => `(${sql})`).join(' OR ')
    return { sql: `${inRange.sql} AND (${either})`, parameters }
  }
  const traceIds = selectTraces(alternatives, inRange)
  return { sql: `${inRange.sql} AND ${IS_ROOT} AND TraceId GLOBAL IN (${traceIds})`, parameters }
}

/** A subquery of trace ids, without its parameters. */
export function selectTraces(alternatives: Condition[], inRange: Condition): string {
  return alternatives
    .map(({ sql }) => `SELECT TraceId FROM otel_traces WHERE TraceId != '' AND ${inRange.sql} AND ${sql}`)
    .join(' UNION ALL ')
}

/** Whether a trace of the range may not match. */
export function limitsTraces(filters: TraceFilters): boolean {
  return selectsSpans(filters) || filters.terms.length > 0 || rootConditions(filters).length > 0
}

/** Whether a condition beside the range, time, duration and what is excluded selects some spans of all. */
function selectsSpans(filters: TraceFilters): boolean {
  return (
    columnConditions(filters).length > 0 ||
    filters.terms.some((term) => !isExclusion(term)) ||
    attributeConditions(filters).length > 0 ||
    filters.statuses.length > 0
  )
}

/** Time and duration belong to the trace: for other conditions, a span below the root may match. */
function rootSelection(filters: TraceFilters): Condition[] {
  const conditions = rootConditions(filters)
  if (conditions.length === 0 || !selectsSpans(filters) || filters.operation !== '') return conditions
  return [inTraces('IN', all([between(filters), ...conditions]))]
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
