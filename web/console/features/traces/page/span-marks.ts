// The marks on the bars of a trace: events and exceptions.
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { nanosBetween } from '../../../../../contract/timeline/instants.ts'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'

/** The marks of one span. Times are nanoseconds after the start of the trace. */
export type SpanMarks = {
  events: { at: number; name: string }[]
  exceptions: number[]
}

/** By the index of the span; spans without marks are missing. */
export function spanMarks(
  tree: SpanTree,
  { start, exceptions, spanEvents }: TraceAnswer,
): Map<number, SpanMarks> {
  const marks = new Map<number, SpanMarks>()
  const marksOf = (index: number): SpanMarks => {
    const existing = marks.get(index) ?? { events: [], exceptions: [] }
    marks.set(index, existing)
    return existing
  }
  for (const { spanId, at, name } of spanEvents) {
    const index = tree.byId.get(spanId)
    if (index !== undefined) marksOf(index).events.push({ at: nanosBetween(start, at), name })
  }
  for (const { spanId, at } of exceptions) {
    const index = tree.byId.get(spanId)
    if (index !== undefined) marksOf(index).exceptions.push(nanosBetween(start, at))
  }
  return marks
}
