// Where the time of calls goes: their children by name, and the calls' own time.
import type { OperationBreakdownAnswer, OperationPart } from '../../../contract/operations.ts'

/** Rows that fit beside a list. The rest is little. */
const MAX_PARTS = 8

/** `start`: nanoseconds since 1970 as text. */
type Timed = { start: string; durationNs: number }
export type Call = Timed & { spanId: string }
export type Child = Timed & { parent: string; service: string; name: string }

/** Nanoseconds from the start of the call. */
type Interval = { from: number; to: number }

/** What a child does before or after its call is no part of the call's time. */
export function timeParts(
  calls: Call[],
  children: Child[],
): Pick<OperationBreakdownAnswer, 'parts' | 'sampled' | 'selfShare'> {
  const total = calls.reduce((sum, { durationNs }) => sum + durationNs, 0)
  const byParent = Map.groupBy(children, ({ parent }) => parent)
  const inCalls = calls.map((call) =>
    (byParent.get(call.spanId) ?? []).map((child) => ({ child, ...clip(child, call) })),
  )
  const covered = inCalls.reduce((sum, inside) => sum + lengthOf(inside), 0)
  const shareOf = (timeNs: number): number => (total === 0 ? 0 : timeNs / total)
  const named = Map.groupBy(inCalls.flat(), ({ child: { service, name } }) => JSON.stringify([service, name]))
  const parts = [...named.values()].map((intervals): OperationPart => {
    const { service, name } = intervals[0]!.child
    const timeNs = intervals.reduce((sum, { from, to }) => sum + to - from, 0)
    return { service, name, share: shareOf(timeNs), count: intervals.length }
  })
  return {
    parts: parts.toSorted((a, b) => b.share - a.share).slice(0, MAX_PARTS),
    sampled: calls.length,
    selfShare: shareOf(total - covered),
  }
}

function clip(child: Timed, call: Timed): Interval {
  const offset = Number(BigInt(child.start) - BigInt(call.start))
  const [from, to] = [offset, offset + child.durationNs].map((at) =>
    Math.min(call.durationNs, Math.max(0, at)),
  )
  return { from: from!, to: to! }
}

/** Of all intervals together; where they overlap, once. */
function lengthOf(intervals: Interval[]): number {
  let [sum, end] = [0, 0]
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}
