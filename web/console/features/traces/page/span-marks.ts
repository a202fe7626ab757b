// The marks on the bars of a trace: events, exceptions, the critical path.
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { nanosBetween } from '../../../format/format-time.ts'
import type { SpanTree } from '../spans/span-tree.ts'
import type { TimeWindow } from '../spans/time-window.ts'

/** The marks of one span. Times are nanoseconds after the start of the trace. */
export type SpanMarks = {
  events: { at: number; name: string }[]
  exceptions: number[]
  /** Its parts of the critical path; undefined if it is not on the path or if the path is hidden. */
  path: TimeWindow[] | undefined
}

/** By the index of the span; spans without marks are missing. `path` is null if it is hidden. */
export function spanMarks(
  tree: SpanTree,
  { start, exceptions, spanEvents }: TraceAnswer,
  path: Map<number, TimeWindow[]> | null,
): Map<number, SpanMarks> {
  const marks = new Map<number, SpanMarks>()
  const marksOf = (index: number): SpanMarks => {
    const existing = marks.get(index) ?? { events: [], exceptions: [], path: undefined }
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
  for (const [index, sections] of path ?? []) marksOf(index).path = sections
  return marks
}
