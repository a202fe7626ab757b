// Facets of traces: of each value, the traces that the list has with it as a filter.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { FACETS } from '../../../contract/query.ts'
import type { Breakdown } from '../../../contract/issues.ts'
import { attributeFacets, without, type FacetValues } from './attribute-facets.ts'
import { countTraces, traceAlternatives, type TraceFilters } from '../traces/index.ts'

/** Of spans. The status has three values, which are counted apart: exceptions are errors too. */
const COLUMNS: Record<Exclude<(typeof FACETS.traces)[number], 'status'>, string> = {
  service: 'ServiceName',
  operation: 'SpanName',
  kind: 'lower(SpanKind)',
  environment: 'Environment',
  release: 'Release',
}
const NAMES = Object.keys(COLUMNS)
/** `others` of a row has a bit for each name but its own; of the row of the totals, all of them. */
const ALL_BITS = 2 ** NAMES.length - 1

type Row = { others: number; value: string; count: number; error: number; ok: number; unset: number }

/**
 * Traces that are counted exactly. Of more, those with the lowest hashes are counted, and the counts are
 * multiplied: sets of the ids of 400,000 traces for each operation were more memory than one query may use.
 */
const MAX_EXACT = 10_000
/** The traces for one in `sampled_spans`. */
const SAMPLED_OF = 8
const HASHES = 2n ** 64n

/** `only`: these values of these facets, instead of the `limit` most frequent of each. */
type Request = { limit: number; only?: FacetValues['values'] }

/** `sampled`: the counts of values are estimates. `total` is exact. */
export async function traceFacets(
  engine: Engine,
  filters: TraceFilters,
  { limit, only: wantedValues }: Request,
): Promise<FacetValues> {
  const only = wantedValues && textsOf(wantedValues)
  const traces = await countTraces(engine, filters)
  const sample = sampleOf(traces, filters)
  const { every } = sample
  const { sql, parameters } = matchingSpans(filters)
  const columns = Object.entries(COLUMNS).map(([name, column]) => `toString(${column}) AS ${name}`)
  const wanted = only ? 'value IN {only:Array(String)}' : `value != ''`
  const rows = await engine.query<Row>(
    `SELECT grouping(${NAMES.join(', ')}) AS others, concat(${NAMES.join(', ')}) AS value,
       uniqExact(trace) AS count, uniqExactIf(trace, failed) AS error,
       uniqExactIf(trace, status = 'Ok') AS ok, uniqExactIf(trace, status = 'Unset') AS unset
     FROM (SELECT cityHash64(TraceId) AS trace, StatusCode AS status, ${columns.join(', ')},
         status = 'Error' OR TraceId GLOBAL IN (
           SELECT TraceId FROM exceptions WHERE TraceId != '' AND ${between(filters).sql}) AS failed
       FROM ${sample.table}
       WHERE TraceId != '' AND ${every > 1 ? 'cityHash64(TraceId) < {hash:UInt64} AND ' : ''}${sql})
     GROUP BY GROUPING SETS (${NAMES.map((name) => `(${name})`).join(', ')}, ())
     HAVING ${wanted} OR others = ${ALL_BITS}
     ORDER BY count DESC, value LIMIT ${Math.max(1, only?.length ?? limit)} BY others`,
    { ...parameters, hash: String(HASHES / BigInt(every || 1)), ...(only && { only }) },
  )
  const total = rows.find(({ others }) => others === ALL_BITS)
  const byName = Map.groupBy(
    rows.filter((row) => row !== total),
    ({ others }) => NAMES[NAMES.length - 1 - Math.log2(ALL_BITS - others)] ?? '',
  )
  const scaled = (values: Breakdown): Breakdown =>
    values.map(({ value, count }) => ({ value, count: count * every }))
  const counts: Record<string, Breakdown> = { status: scaled(statusesOf(total)) }
  for (const name of NAMES) counts[name] = scaled(byName.get(name) ?? [])
  const attributes = await attributeFacets(
    engine,
    { ...ATTRIBUTES, where: { sql: `TraceId != '' AND ${sql}`, parameters }, total: traces },
    wantedValues && without(wantedValues, FACETS.traces),
  )
  const values = new Map([...FACETS.traces.map((name) => [name, counts[name] ?? []] as const), ...attributes])
  return { values, total: traces, sampled: every > 1 }
}

/** A trace has a flag in the spans of its page. */
const ATTRIBUTES = {
  table: 'otel_traces',
  column: 'SpanAttributes',
  unit: 'uniqExact(cityHash64(TraceId))',
}

function textsOf(values: FacetValues['values']): string[] {
  const ofColumns = FACETS.traces.flatMap((name) => values.get(name) ?? [])
  return [...new Set(ofColumns.map(({ value }) => value))]
}

/** `every`: the number of traces of which one is counted. */
function sampleOf(traces: number, filters: TraceFilters): { table: string; every: number } {
  const every = Math.ceil(traces / MAX_EXACT)
  const needsAttributes = filters.terms.length > 0 || filters.attributes.length > 0
  return every <= 1 || needsAttributes
    ? { table: 'otel_traces', every }
    : { table: 'sampled_spans', every: Math.max(every, SAMPLED_OF) }
}

/** The spans for which the list has their traces. */
function matchingSpans(filters: TraceFilters): Condition {
  const alternatives = traceAlternatives(filters)
  const { sql, parameters } = all([between(filters), ...alternatives])
  const either = alternatives.map((alternative) => `(${alternative.sql})`).join(' OR ')
  return { sql: alternatives.length === 1 ? sql : `${between(filters).sql} AND (${either})`, parameters }
}

function statusesOf(total: Row | undefined): Breakdown {
  return (['error', 'ok', 'unset'] as const)
    .map((value) => ({ value, count: total?.[value] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}
