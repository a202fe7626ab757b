// What the selected traces have in common that the others do not have.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { isDifferent, namePairs, type PairCounts } from './attribute-pairs.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { rootConditions } from './root-filter.ts'
import type { TraceDifferencesAnswer } from '../../../contract/traces.ts'
import { rootsOf } from './trace-filter.ts'
import { TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
import { withUserAgents } from './user-agents.ts'

/** Traces of each side that are compared: a share of them is exact to one point of hundred. */
const SAMPLE = 10_000

/** A value of a smaller share of the selection and of the others says nothing about either. */
const MIN_SHARE = 0.05

/** Traces with the same value: ids have one each. */
const MIN_COUNT = 2

/** Rarer pairs of a name and a value are left out. */
const MAX_PAIRS = 2_000

/** Longer values are texts, no values to compare. */
const MAX_VALUE = 300

/** Names and values of a root span. Those of its resource that have columns are taken from these. */
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
    const rows = selectedRows(await withUserAgents(engine, parameters.filters))
    const counts = await engine.query<{ selected: number; count: number }>(
      `SELECT selected, count() AS count FROM (${rows.sql}) GROUP BY selected`,
      rows.parameters,
    )
    const countOf = (side: number) => counts.find(({ selected }) => selected === side)?.count ?? 0
    const [selected, others] = [countOf(1), countOf(0)]
    if (selected === 0 || others === 0) return { selected, others, sampled: false, differences: [], same: [] }
    const pairs = await readPairs(engine, rows, { selected, others })
    return {
      selected,
      others,
      sampled: Math.max(selected, others) > SAMPLE,
      ...comparePairs(pairs, MIN_COUNT / Math.min(selected, SAMPLE)),
    }
  },
})

/** The spans that represent traces, with their attributes. `selected`: 1 or 0. */
function selectedRows(filters: TraceFilters): Condition {
  const roots = rootsOf(filters)
  const selection = all(rootConditions(filters))
  return {
    sql: `SELECT toUInt8(${selection.sql}) AS selected, TraceId, SpanName, ServiceName, Release, Environment,
        StatusCode, SpanAttributes, ResourceAttributes
      FROM otel_traces WHERE ${roots.sql}`,
    parameters: { ...roots.parameters, ...selection.parameters },
  }
}

type Sizes = { selected: number; others: number }

/** Shares of each side. A sample has every n-th trace, by a hash of its id. */
async function readPairs(engine: Engine, rows: Condition, sizes: Sizes): Promise<PairCounts[]> {
  const [everySelected, everyOther] = [sizes.selected, sizes.others].map((size) => Math.ceil(size / SAMPLE))
  const shares = `sumIf(1, selected) AS inSelection, sumIf(1, NOT selected) AS inOthers`
  const sample = `SELECT * FROM (${rows.sql})
    WHERE cityHash64(TraceId) % if(selected, {everySelected:UInt64}, {everyOther:UInt64}) = 0`
  const pairs = await engine.query<PairCounts>(
    `WITH (SELECT (sumIf(1, selected), sumIf(1, NOT selected)) FROM (${sample})) AS sizes
     SELECT pair.1 AS key, pair.2 AS value, inSelection / greatest(sizes.1, 1) AS share,
       inOthers / greatest(sizes.2, 1) AS base
     FROM (SELECT pair, ${shares} FROM (${sample}) ARRAY JOIN ${PAIRS} AS pair GROUP BY pair)
     WHERE share >= ${MIN_SHARE} OR base >= ${MIN_SHARE} OR key = 'user_agent.original'
     ORDER BY greatest(share, base) DESC, key, value LIMIT ${MAX_PAIRS}`,
    { ...rows.parameters, everySelected: everySelected!, everyOther: everyOther! },
  )
  return namePairs(pairs)
}

/** The value of each attribute that differs most, sorted by lift, and the attributes that do not differ. */
function comparePairs(
  pairs: PairCounts[],
  minShare: number,
): Pick<TraceDifferencesAnswer, 'differences' | 'same'> {
  const frequent = pairs.filter(({ share, base }) => share >= minShare || base >= MIN_SHARE)
  const byKey = Map.groupBy(frequent, ({ key }) => key)
  const best = [...byKey.values()].map((values) => values.toSorted(byLift).find(isDifferent) ?? values[0]!)
  return {
    differences: best.filter(isDifferent).toSorted(byLift),
    same: best.filter((pair) => !isDifferent(pair)).map(({ key }) => key),
  }
}

function byLift(a: PairCounts, b: PairCounts): number {
  return b.share * a.base - a.share * b.base || b.share - a.share
}
