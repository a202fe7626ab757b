// What the selected traces have in common that the others do not have.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { isDifferent, namePairs, type PairCounts } from './attribute-pairs.ts'
import { path, type WithEngine } from '../../http/path.ts'
import type { TraceDifferencesAnswer } from '../../../contract/traces.ts'
import { matchingTraces } from './trace-filter.ts'
import { TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
import { selectionOf, UNSELECTED } from './trace-times.ts'
import { withUserAgents } from './user-agents.ts'

/** Traces of each side whose root spans are compared: a share of them is exact to one point of hundred. */
const SAMPLE = 10_000

/**
 * Traces of each side of which all spans are compared, and the runs of adjacent traces that they are taken
 * from: spans of traces all over the range are in all granules. In a week of five million spans, one query
 * took 9 seconds with every n-th trace.
 */
const FULL_SAMPLE = 1_000
const RUNS = 2

/** A value of a smaller share of the selection and of the others says nothing about either. */
const MIN_SHARE = 0.05

/** Traces with the same value: ids have one each. */
const MIN_COUNT = 2

/** Rarer pairs of a name and a value are left out. */
const MAX_PAIRS = 2_000

/** Longer values are texts, no values to compare. */
const MAX_VALUE = 300

/** Names and values of a span. */
const PAIRS = `arrayDistinct(arrayFilter(pair -> pair.2 != '' AND length(pair.2) <= ${MAX_VALUE}, arrayConcat(
  [('operation', toString(SpanName)), ('service', toString(ServiceName)), ('release', toString(Release)),
    ('environment', toString(Environment)), ('status', lower(toString(StatusCode)))],
  arrayMap((k, v) -> (toString(k), v), mapKeys(SpanAttributes), mapValues(SpanAttributes)),
  arrayFilter(pair -> pair.1 NOT IN ('service.name', 'service.version', 'deployment.environment',
    'deployment.environment.name'),
    arrayMap((k, v) -> (toString(k), v), mapKeys(ResourceAttributes), mapValues(ResourceAttributes))))))`

export const selectionAttributesPath = path('GET /api/traces/differences', {
  summary: 'Attributes of the traces in `started` and durations that the others of the range do not have',
  parameters: { filters: TRACE_FILTERS },
  answer: 'TraceDifferencesAnswer',
  /** The selection: `started`, `minDurationNs`, `maxDurationNs`. Without one there are no others. */
  async handle({ parameters }, { engine }: WithEngine): Promise<TraceDifferencesAnswer> {
    const traces = comparedTraces(await withUserAgents(engine, parameters.filters))
    const counts = await engine.query<{ selected: number; count: number }>(
      `SELECT selected, count() AS count FROM (${traces.sql}) GROUP BY selected`,
      traces.parameters,
    )
    const countOf = (side: number) => counts.find(({ selected }) => selected === side)?.count ?? 0
    const [selected, others] = [countOf(1), countOf(0)]
    if (selected === 0 || others === 0) return { selected, others, sampled: false, differences: [], same: [] }
    const pairs = await readPairs(engine, traces, { selected, others })
    return {
      selected,
      others,
      sampled: Math.max(selected, others) > SAMPLE,
      ...comparePairs(pairs, MIN_COUNT / Math.min(selected, SAMPLE)),
    }
  },
})

/** `selected`: 1 or 0. */
function comparedTraces(filters: TraceFilters): Condition {
  const traces = matchingTraces({ ...filters, ...UNSELECTED })
  const selection = selectionOf(filters)
  return {
    sql: `SELECT toUInt8(${selection.sql}) AS selected, TraceId, Timestamp, Duration FROM ${traces.sql}`,
    parameters: { ...traces.parameters, ...selection.parameters },
  }
}

type Sizes = { selected: number; others: number }

/** Of root spans, and of the spans below them with their service. */
async function readPairs(engine: Engine, traces: Condition, sizes: Sizes): Promise<PairCounts[]> {
  const [ofRoots, ofSpans] = await Promise.all([
    pairsOf(engine, everyNth(traces, sizes), `''`),
    pairsOf(engine, runs(traces, sizes), 'ServiceName'),
  ])
  const roots = new Map(ofRoots.map(({ key, value, ...shares }) => [`${key}\n${value}`, shares]))
  const isOfRoot = ({ key, value }: PairCounts): boolean => roots.has(`${key}\n${value}`)
  return namePairs([...ofRoots, ...ofSpans.filter((pair) => !isOfRoot(pair))])
}

/** By a hash of the id. */
function everyNth({ sql, parameters }: Condition, sizes: Sizes): Condition {
  const [everySelected, everyOther] = [sizes.selected, sizes.others].map((size) => Math.ceil(size / SAMPLE))
  return {
    sql: `SELECT TraceId, selected, Timestamp, Duration, 0 AS run FROM (${sql})
      WHERE cityHash64(TraceId) % if(selected, {everySelected:UInt64}, {everyOther:UInt64}) = 0`,
    parameters: { ...parameters, everySelected: everySelected!, everyOther: everyOther! },
  }
}

/** Adjacent in time, from the start and the middle of each side. */
function runs({ sql, parameters }: Condition, sizes: Sizes): Condition {
  const [ofSelected, ofOthers] = [sizes.selected, sizes.others].map((size) => Math.ceil(size / RUNS))
  return {
    sql: `SELECT TraceId, selected, Timestamp, Duration, selected + 2 * intDiv(place, distance) AS run
      FROM (SELECT *, if(selected, {ofSelected:UInt64}, {ofOthers:UInt64}) AS distance,
        row_number() OVER (PARTITION BY selected ORDER BY Timestamp DESC) - 1 AS place FROM (${sql}))
      WHERE place % distance < ${FULL_SAMPLE / RUNS}`,
    parameters: { ...parameters, ofSelected: ofSelected!, ofOthers: ofOthers! },
  }
}

type Run = Sizes & { start: string; end: string }

/** `service`: an expression; empty for root spans. */
async function pairsOf(engine: Engine, sample: Condition, service: string): Promise<PairCounts[]> {
  const runTimes = await engine.query<Run>(
    `SELECT countIf(side.selected) AS selected, countIf(NOT side.selected) AS others,
       toString(min(toUnixTimestamp64Nano(Timestamp))) AS start,
       toString(max(toUnixTimestamp64Nano(Timestamp) + Duration)) AS end
     FROM (${sample.sql}) AS side GROUP BY run`,
    sample.parameters,
  )
  if (runTimes.length === 0) return []
  const times = runTimes.map(({ start, end }, index) =>
    between({ from: BigInt(start), to: BigInt(end) + 1n }, 'Timestamp', [`start${index}`, `end${index}`]),
  )
  const sum = (side: keyof Sizes): number => runTimes.reduce((total, run) => total + run[side], 0)
  return engine.query<PairCounts>(
    `SELECT service, pair.1 AS key, pair.2 AS value,
       uniqExactIf(trace, isSelected) / {selected:UInt64} AS share,
       uniqExactIf(trace, NOT isSelected) / {others:UInt64} AS base
     FROM (SELECT cityHash64(TraceId) AS trace, toString(${service}) AS service, arrayJoin(${PAIRS}) AS pair,
         TraceId GLOBAL IN (SELECT TraceId FROM (${sample.sql}) WHERE selected) AS isSelected
       FROM otel_traces
       WHERE (${times.map(({ sql }) => `(${sql})`).join(' OR ')})
         AND ${service === `''` ? `ParentSpanId = ''` : `ParentSpanId != ''`}
         AND TraceId GLOBAL IN (SELECT TraceId FROM (${sample.sql})))
     GROUP BY service, pair
     HAVING share >= ${MIN_SHARE} OR base >= ${MIN_SHARE} OR key = 'user_agent.original'
     ORDER BY greatest(share, base) DESC, service, key, value LIMIT ${MAX_PAIRS}`,
    {
      ...sample.parameters,
      ...all(times).parameters,
      selected: Math.max(1, sum('selected')),
      others: Math.max(1, sum('others')),
    },
  )
}

/** The value of each attribute that differs most, sorted by lift, and the attributes that do not differ. */
function comparePairs(
  pairs: PairCounts[],
  minShare: number,
): Pick<TraceDifferencesAnswer, 'differences' | 'same'> {
  const frequent = pairs.filter(({ share, base }) => share >= minShare || base >= MIN_SHARE)
  const byKey = Map.groupBy(frequent, ({ service, key }) => `${service}\n${key}`)
  const best = [...byKey.values()].map((values) => values.toSorted(byLift).find(isDifferent) ?? values[0]!)
  return {
    differences: best.filter(isDifferent).toSorted(byLift),
    same: best.filter((pair) => pair.service === '' && !isDifferent(pair)).map(({ key }) => key),
  }
}

function byLift(a: PairCounts, b: PairCounts): number {
  return b.share * a.base - a.share * b.base || b.share - a.share
}
