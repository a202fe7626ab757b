// What happened before an occurrence as a section of Markdown: breadcrumbs, spans and log records in one
// tree, as the timeline of the console has them.
import type { Event } from '../../../../contract/issues.ts'
import type { LogRow } from '../../../../contract/logs.ts'
import { clockOffsets } from '../../../../contract/timeline/clocks.ts'
import { correctedTimeline, type TimelineRow } from '../../../../contract/timeline/rows.ts'
import type { TraceAnswer } from '../../../../contract/traces.ts'
import { blocksWithin, type Section } from '../../../http/markdown-document.ts'
import { codeBlock, quantity, quoted } from '../../../http/markdown-text.ts'

/** `trace`: null if no span is stored. `logs`: of the trace, in any order. */
export type TimelineParts = { trace: TraceAnswer | null; logs: LogRow[] }

/** Rows; earlier ones explain less. */
const MAX_ROWS = 150
/** Bytes of all rows, which leaves space for the stack. */
const MAX_SIZE = 12_000
/** Characters of a row. */
const MAX_ROW = 240
/** Levels of the tree; deeper rows are at the last one. */
const MAX_DEPTH = 12

const NS_PER_MS = 1e6
const NO_OFFSETS: ReadonlyMap<string, number> = new Map()

/** How to get the trace, and the timeline without the other parts of the document. */
type Ways = { rest: string; alone: string }

export function timelineSections(
  event: Event,
  { trace, logs }: TimelineParts,
  { rest, alone }: Ways,
): Section[] {
  const offsets = trace === null ? NO_OFFSETS : clockOffsets(trace)
  const { rows, laterCount } = correctedTimeline(event, { trace, logs, offsets })
  const texts = rows.map((row) => rowText(event, row))
  const shown = blocksWithin(texts.slice(-MAX_ROWS).toReversed(), MAX_SIZE).toReversed()
  const notes = [
    ...[...offsets].map(([service, ns]) => `The clock of ${quoted(service)} is corrected by ${ms(ns)}.`),
    ...(trace?.truncated ? [`The trace has ${trace.totalSpans} spans: these are the nearest. ${rest}`] : []),
    ...(laterCount > 0 ? [`Later than the exception: ${quantity(laterCount, 'span')}. ${rest}`] : []),
  ]
  return [
    {
      title: 'Timeline: milliseconds before the exception',
      blocks: [codeBlock(shown.join('\n'), shown.length).join('\n')],
      rest: `Without the other parts: ${alone}`,
    },
    { blocks: shown.length < texts.length ? [leftOut(texts.length - shown.length, texts.length, rest)] : [] },
    { blocks: notes.map((note) => note.trimEnd()) },
  ]
}

function leftOut(count: number, total: number, rest: string): string {
  return `Left out: the first ${count} of ${total} rows. ${rest}`.trimEnd()
}

/** `-4900 ms    GET /quote  (shop, client)  1500 ms  502  ERROR`, below its caller. */
function rowText(event: Event, row: TimelineRow): string {
  const depth = Math.min(row.guides.length, MAX_DEPTH)
  const text = contentText(event, row).replaceAll(/\s+/g, ' ').trim()
  return `${ms(row.start).padStart(10)}  ${'  '.repeat(depth)}${text}`.slice(0, MAX_ROW)
}

function contentText({ type, message }: Event, { content, start, end }: TimelineRow): string {
  if (content.kind === 'exception') return `EXCEPTION ${type}: ${message}`
  if (content.kind === 'breadcrumb') return `${content.breadcrumb.kind}: ${content.breadcrumb.text}`
  if (content.kind === 'log') {
    const { level, service, body } = content.log
    return `log ${level ?? ''} (${service}): ${body}`
  }
  if (content.kind === 'snapshot') return 'copy of the page, masked'
  const { node, group } = content
  const { name, service, kind, details } = node.span
  const parts = [
    `${name}  (${service}, ${kind})`,
    ...(group ? [`${group.count} similar spans, ${ms(group.totalNs)} in total`] : [ms(end - start)]),
    details?.attributes['http.response.status_code'] ?? '',
    failureOf(node),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The exception of a page has a row of its own. */
function failureOf({ failed, isEcho, isCarrier }: { failed: boolean; isEcho: boolean; isCarrier: boolean }) {
  if (!failed || (isCarrier && !isEcho)) return ''
  return isEcho ? 'failed because of a span below' : 'ERROR'
}

/** With decimals below 10 ms. */
function ms(ns: number): string {
  const value = ns / NS_PER_MS
  return `${Math.abs(value) < 10 ? Number(value.toPrecision(3)) : Math.round(value)} ms`
}
