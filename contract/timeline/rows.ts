// The rows of a timeline: breadcrumbs, spans and log records in one tree that ends at the exception.
import type { Breadcrumb, Event } from '../issues.ts'
import type { LogRow } from '../logs.ts'
import type { TraceAnswer } from '../traces.ts'
import { addNanos, nanosBetween } from './instants.ts'
import { correctClocks } from './clocks.ts'
import { groupRepeatedSpans, type SpanGroup } from './repeated-spans.ts'
import { buildTree, type SpanNode, type SpanTree } from './span-tree.ts'

/** Spans of a timeline, those around the exception: more do not explain it. */
export const TIMELINE_SPANS = 100

/** Log records of a timeline, the last before the exception. */
export const TIMELINE_LOGS = 100

/** Milliseconds after the exception until which log records are read: clocks of servers and pages differ. */
export const LOGS_AFTER_MS = 5_000

/** Exceptions have whole milliseconds, spans have nanoseconds. */
const PRECISION_NS = 1e6

type Guide = 'through' | 'branch' | 'end' | 'none'

type RowContent =
  | { kind: 'breadcrumb'; breadcrumb: Breadcrumb }
  | { kind: 'log'; log: LogRow }
  | { kind: 'span'; node: SpanNode; group: SpanGroup | undefined }
  | { kind: 'snapshot' }
  | { kind: 'exception' }

/** `start` and `end` are nanoseconds after the exception, so mostly below 0. */
export type TimelineRow = {
  key: string
  start: number
  end: number
  /** One per level above, the outermost first. */
  guides: Guide[]
  content: RowContent
}

/** `spanCount`: spans in the rows, groups included; `laterCount`: spans that start after the exception. */
export type Timeline = { rows: TimelineRow[]; spanCount: number; laterCount: number; logCount: number }

type Item = Omit<TimelineRow, 'guides'> & { children: Item[] }

const EXCEPTION: TimelineRow = {
  key: 'exception',
  start: 0,
  end: 0,
  guides: [],
  content: { kind: 'exception' },
}

/** `offset`: the clock correction of the event's service in nanoseconds. */
type Options = { offset?: number | undefined; logs?: LogRow[] }

/**
 * `trace`, `logs`: with the times on screen. A breadcrumb, and a log record of no span, is placed among the
 * children of the root span of its service that covers it.
 */
export function buildTimeline(
  event: Event,
  trace: TraceAnswer | null,
  { offset = 0, logs = [] }: Options = {},
): Timeline {
  const zero = addNanos(event.at, offset)
  const failedIds = new Set(trace?.exceptions.map(({ spanId }) => spanId))
  const tree = buildTree(trace?.spans ?? [], failedIds)
  const starts = tree.nodes.map(({ span }) => nanosBetween(zero, span.start))
  const { roots, byId } = spanItems(tree, starts)
  const top = [...roots]
  const parentAt = (at: number, service: string) => roots.findLast((root) => covers(root, at, service))
  for (const [index, breadcrumb] of event.breadcrumbs.entries()) {
    const at = nanosBetween(event.at, breadcrumb.at)
    const item: Item = {
      key: `breadcrumb ${index}`,
      start: at,
      end: at,
      content: { kind: 'breadcrumb', breadcrumb },
      children: [],
    }
    ;(parentAt(at, event.service)?.children ?? top).push(item)
  }
  const logItems = logs
    .filter(({ attributes }) => attributes['errata.digest'] !== event.digest)
    .map((log, index) => logItem(log, { key: `log ${index}`, at: nanosBetween(zero, log.at) }))
    .filter(({ start }) => start <= PRECISION_NS)
  for (const [log, item] of logItems.map((item) => [item.content.log, item] as const))
    (byId.get(log.spanId)?.children ?? parentAt(item.start, log.service)?.children ?? top).push(item)
  if (event.snapshot) top.push(snapshotItem(nanosBetween(event.at, event.snapshot.at)))
  const laterCount = starts.filter((start) => start > PRECISION_NS).length
  const rows = [...flatten(top), EXCEPTION]
  return { rows, spanCount: tree.nodes.length - laterCount, laterCount, logCount: logItems.length }
}

/** `trace`, `logs`: as stored. `offsets`: of clocks that are corrected, in nanoseconds by service. */
type Stored = { trace: TraceAnswer | null; logs: LogRow[]; offsets: ReadonlyMap<string, number> }

export function correctedTimeline(event: Event, { trace, logs, offsets }: Stored): Timeline {
  return buildTimeline(event, trace && correctClocks(trace, offsets), {
    offset: offsets.get(event.service),
    logs: logs.map((log) => ({ ...log, at: addNanos(log.at, offsets.get(log.service) ?? 0) })),
  })
}

/** Null: a row of the page itself. */
export function serviceOf(content: RowContent): string | null {
  if (content.kind === 'span') return content.node.span.service
  return content.kind === 'log' ? content.log.service : null
}

function logItem(log: LogRow, { key, at }: { key: string; at: number }) {
  const children: Item[] = []
  return { key, start: at, end: at, content: { kind: 'log' as const, log }, children }
}

/** A page is copied in the task of its error, whose record is written after it. */
function snapshotItem(at: number): Item {
  const start = Math.min(at, 0)
  return { key: 'snapshot', start, end: start, content: { kind: 'snapshot' }, children: [] }
}

function covers({ start, end, content }: Item, at: number, service: string): boolean {
  return content.kind === 'span' && content.node.span.service === service && start <= at && at <= end
}

/** The roots with their descendants, without spans that start after the exception. */
function spanItems(tree: SpanTree, starts: number[]): { roots: Item[]; byId: Map<string, Item> } {
  const groups = groupRepeatedSpans(tree)
  const items = new Map<number, Item>()
  const byId = new Map<string, Item>()
  const roots: Item[] = []
  let groupEnd = 0
  for (const [index, node] of tree.nodes.entries()) {
    const start = starts[index] ?? 0
    if (index < groupEnd || start > PRECISION_NS) continue
    const group = groups.get(index)
    if (group) groupEnd = index + group.count
    const end = start + (group ? group.end - node.start : node.span.durationNs)
    const item: Item = {
      key: node.span.spanId,
      start,
      end,
      content: { kind: 'span', node, group },
      children: [],
    }
    items.set(index, item)
    byId.set(node.span.spanId, item)
    ;(items.get(node.parent)?.children ?? roots).push(item)
  }
  return { roots, byId }
}

/** Depth first, siblings by start. No recursion: chains can have any depth. */
function flatten(top: Item[]): TimelineRow[] {
  const rows: TimelineRow[] = []
  const stack: { item: Item; guides: Guide[] }[] = []
  const pushAll = (items: Item[], above: Guide[], depth: number) => {
    const sorted = items.toSorted((a, b) => b.start - a.start)
    for (const [index, item] of sorted.entries())
      stack.push({ item, guides: depth === 0 ? [] : [...above, index === 0 ? 'end' : 'branch'] })
  }
  pushAll(top, [], 0)
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { children, ...row } = entry.item
    rows.push({ ...row, guides: entry.guides })
    const above = entry.guides.map((guide) =>
      guide === 'branch' || guide === 'through' ? 'through' : 'none',
    )
    pushAll(children, above, entry.guides.length + 1)
  }
  return rows
}
