// Which traces a query is about. Conditions on spans: a trace matches when one of its spans meets them all.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Term } from '../../occurrences/search-terms.ts'
import type { Filters } from '../../http/filters.ts'
import { parseText } from '../../http/query-parameters.ts'
import { IS_ROOT, rootConditions, withoutRootConditions } from './root-filter.ts'
import {
  attributeConditions,
  columnConditions,
  matchCondition,
  parseStatuses,
  statusCondition,
  termCondition,
} from './span-filter.ts'

/**
 * Conditions of which a span need meet only one. An attribute is one of the span or of its resource, and each
 * has its own index; the engine cannot use both at once, which took twice the time. A trace with an exception
 * has an error, whatever the status of its spans is: pages report exceptions as logs. An excluded attribute,
 * browser or system excludes the traces that have it in any span: most other spans never have it.
 */
export function traceAlternatives(query: URLSearchParams, filters: Filters): Condition[] {
  const [first, ...more] = attributeConditions(query)
  const columns = columnConditions(query, filters)
  const { terms } = filters
  const positive = terms.flatMap((term, index) => (isExclusion(term) ? [] : [termCondition(term, index)]))
  const statuses = statusAlternatives(query, filters)
  const others = [...columns, ...positive, ...more.map(({ either }) => either)]
  const rest = all([...others, ...exclusions(filters), ...rootSelection(query, filters)])
  const ofAttribute = first ? [first.ofSpan, first.ofResource] : [all([])]
  return statuses.flatMap((status) => ofAttribute.map((attribute) => all([rest, status, attribute])))
}

/**
 * The spans that stand for the traces that match, whatever their time and duration: root spans, or the spans
 * of an operation.
 */
export function rootsOf(query: URLSearchParams, filters: Filters): Condition {
  const inRange = between(filters)
  if (!selectsSpans(query, filters)) {
    const excluded = exclusions(filters)
    return all([inRange, { sql: IS_ROOT, parameters: {} }, ...excluded])
  }
  const alternatives = traceAlternatives(withoutRootConditions(query), filters)
  const parameters = { ...inRange.parameters, ...all(alternatives).parameters }
  if (parseText(query, 'operation') !== '') {
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
export function limitsTraces(query: URLSearchParams, filters: Filters): boolean {
  return selectsSpans(query, filters) || filters.terms.length > 0 || rootConditions(query).length > 0
}

/** Whether a condition beside the range, time, duration and what is excluded selects some spans of all. */
function selectsSpans(query: URLSearchParams, filters: Filters): boolean {
  return (
    columnConditions(query, filters).length > 0 ||
    filters.terms.some((term) => !isExclusion(term)) ||
    attributeConditions(query).length > 0 ||
    parseStatuses(query).length > 0
  )
}

/** Time and duration are those of the trace: beside other conditions, a span below the root may match. */
function rootSelection(query: URLSearchParams, filters: Filters): Condition[] {
  const conditions = rootConditions(query)
  if (conditions.length === 0 || !selectsSpans(query, filters) || parseText(query, 'operation') !== '')
    return conditions
  return [inTraces('IN', all([between(filters), ...conditions]))]
}

function isExclusion({ negated, attribute, userAgents }: Term): boolean {
  return negated && (attribute !== undefined || userAgents !== undefined)
}

function exclusions(filters: Filters): Condition[] {
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

function statusAlternatives(query: URLSearchParams, filters: Filters): Condition[] {
  const statuses = parseStatuses(query)
  const ofSpan = all(statusCondition(statuses))
  if (!statuses.includes('error')) return [ofSpan]
  const { sql, parameters } = between(filters)
  const thrown = `identity(TraceId) GLOBAL IN (SELECT TraceId FROM exceptions WHERE TraceId != '' AND ${sql})`
  return [ofSpan, { sql: thrown, parameters }]
}
