// What all rows of a timeline share.
import type { LinkProps } from '@tanstack/react-router'
import type { Event } from '../../../../../contract/issues.ts'
import type { TraceException } from '../../../../../contract/traces.ts'

/** The link to the waterfall at a span, or of all of the trace. */
export type SpanLink = (spanId?: string) => Pick<LinkProps, 'to' | 'params' | 'search'>

export type TimelineView = {
  event: Event
  /** Of the trace. */
  exceptions: TraceException[]
  /** The colour of each service. */
  colors: Map<string, number>
  /** Corrections of clocks by service, in nanoseconds; empty where they are not applied. */
  offsets: ReadonlyMap<string, number>
  /** Of the axis, in nanoseconds. */
  length: number
  spanLink: SpanLink
}
