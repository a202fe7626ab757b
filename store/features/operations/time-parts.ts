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
  const sums = new Map<string, { part: OperationPart; timeNs: number }>()
  let covered = 0
  for (const call of calls) {
    const inside = (byParent.get(call.spanId) ?? []).map((child) => ({ child, ...clip(child, call) }))
    covered += lengthOf(inside)
    for (const { child, from, to } of inside) {
      const { service, name } = child
      const key = JSON.stringify([service, name])
      const sum = sums.get(key) ?? { part: { service, name, share: 0, count: 0 }, timeNs: 0 }
      sum.part.count += 1
      sum.timeNs += to - from
      sums.set(key, sum)
    }
  }
  const shareOf = (timeNs: number): number => (total === 0 ? 0 : timeNs / total)
  return {
    parts: [...sums.values()]
      .toSorted((a, b) => b.timeNs - a.timeNs)
      .slice(0, MAX_PARTS)
      .map(({ part, timeNs }) => ({ ...part, share: shareOf(timeNs) })),
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
