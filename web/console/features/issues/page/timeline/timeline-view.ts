// Values that all rows of a timeline share.
import type { LinkProps } from '@tanstack/react-router'
import type { Event } from '../../../../../../contract/issues.ts'
import type { TraceException } from '../../../../../../contract/traces.ts'

/** The link to the waterfall, at a span or at the start. */
export type SpanLink = (spanId?: string) => Pick<LinkProps, 'to' | 'params' | 'search'>

export type TimelineView = {
  event: Event
  /** All exceptions of the trace. */
  exceptions: TraceException[]
  /** The colour of each service. */
  colors: Map<string, number>
  /** Applied clock corrections by service, in nanoseconds. */
  offsets: ReadonlyMap<string, number>
  /** Length of the axis in nanoseconds. */
  length: number
  spanLink: SpanLink
}
