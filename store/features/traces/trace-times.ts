// When a trace started and how long it took, from `trace_summaries`: from its first start to its last end,
// whichever spans have them and whenever these arrived.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import { DAY_NS, greatest } from '../../database/instants.ts'
import type { SpanSelection } from './trace-parameters.ts'

/** Rows of a trace that are this long outside of the range still count for its start and its end. */
const MARGIN_NS = DAY_NS

type Selection = Pick<SpanSelection, 'started' | 'durations'>
type Range = { from: bigint; to: bigint }

/** Of the rows of one trace, in nanoseconds. */
const DURATION = 'max(toUnixTimestamp64Nano(Start) + EndOffset) - min(toUnixTimestamp64Nano(Start))'

/**
 * A subquery with a row for each trace of which a span started in the range: `TraceId`, `Timestamp` (its
 * start), `Duration` (nanoseconds), and the hashes of its failed spans, which may repeat. `only`: a condition
 * on `TraceId`.
 */
export function traceTimes(range: Range, selection: Selection, only?: Condition): Condition {
  const rows = all([
    between({ from: greatest(range.from - MARGIN_NS, 0n), to: range.to + MARGIN_NS }, 'Start', [
      'firstRow',
      'endOfRows',
    ]),
    ...(only ? [only] : []),
  ])
  const inRange = between(range)
  const selected = selectionOf(selection)
  return {
    sql: `(SELECT TraceId, min(Start) AS Timestamp, toUInt64(${DURATION}) AS Duration,
        groupArrayArray(ErrorHashes) AS ErrorHashes
      FROM trace_summaries WHERE ${rows.sql} GROUP BY TraceId
      HAVING max(Start < fromUnixTimestamp64Nano({to:Int64})
        AND toUnixTimestamp64Nano(Start) + LastStartOffset >= {from:Int64}) AND ${selected.sql})`,
    parameters: { ...rows.parameters, ...inRange.parameters, ...selected.parameters },
  }
}

/** A condition on `Timestamp` and `Duration`, of a trace or of a span. */
export function selectionOf({ started, durations }: Selection): Condition {
  const conditions: Condition[] = []
  if (started !== null) conditions.push(between(started, 'Timestamp', ['startedFrom', 'startedTo']))
  if (durations !== null)
    conditions.push({
      sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
      parameters: { shortest: String(durations.min), longest: String(durations.max) },
    })
  return all(conditions)
}

export function hasSelection({ started, durations }: Selection): boolean {
  return started !== null || durations !== null
}

export const UNSELECTED: Selection = { started: null, durations: null }
