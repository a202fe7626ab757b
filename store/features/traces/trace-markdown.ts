// A trace as Markdown: its spans as a tree, with what failed.
import type { Span, TraceAnswer } from '../../../contract/traces.ts'
import { blocksWithin, documentOf, type Steps } from '../../http/markdown-document.ts'
import { codeBlock, quoted, titleOf } from '../../http/markdown-text.ts'

/** Levels of the tree; deeper spans are shown at the last one. */
const MAX_DEPTH = 12
/** Bytes of the tree, which leaves space for the exceptions. */
const MAX_TREE = 24_000
/** Characters of the name of a span. */
const MAX_NAME = 120
const MAX_EXCEPTIONS = 20

const NS_PER_MS = 1e6

export function traceMarkdown(trace: TraceAnswer, steps: Steps): string {
  const { traceId, start, durationNs, totalSpans, spans, exceptions } = trace
  const all = treeOf(spans).map((node) => spanLine(node, Date.parse(start)))
  // The first ones are the callers of the others.
  const lines = blocksWithin(all, MAX_TREE)
  return documentOf(`Trace ${quoted(traceId)}`, [
    {
      blocks: [
        `- Start: ${start}`,
        `- Duration: ${milliseconds(durationNs)}`,
        `- Spans: ${lines.length} of ${totalSpans}`,
      ],
    },
    {
      title: 'Spans',
      blocks: lines.length === 0 ? [] : [codeBlock(lines.join('\n'), lines.length).join('\n')],
    },
    { blocks: lines.length < totalSpans ? [leftOut(totalSpans - lines.length, totalSpans)] : [] },
    {
      title: 'Exceptions',
      blocks: exceptions
        .slice(0, MAX_EXCEPTIONS)
        .map(
          ({ at, digest, type, message }) => `- ${at} ${titleOf({ type, message })}: ${steps.event(digest)}`,
        ),
      total: exceptions.length,
    },
  ])
}

function leftOut(count: number, total: number): string {
  return (
    `Left out: ${count} of ${total} spans. A larger "limit" shows more; "around" moves to a span, an ` +
    'instant or an occurrence.'
  )
}

type Node = { span: Span; depth: number }

/** Parents before their children, in the order of their start; a span without a stored parent is a root. */
function treeOf(spans: Span[]): Node[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const children = Map.groupBy(spans, ({ parentSpanId }) =>
    parentSpanId !== null && ids.has(parentSpanId) ? parentSpanId : '',
  )
  const nodes: Node[] = []
  const rest: Node[] = (children.get('') ?? []).toReversed().map((span) => ({ span, depth: 0 }))
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    nodes.push(node)
    const depth = Math.min(node.depth + 1, MAX_DEPTH)
    const below = children.get(node.span.spanId) ?? []
    children.delete(node.span.spanId)
    rest.push(...below.toReversed().map((span) => ({ span, depth })))
  }
  return nodes
}

/** `+12.3 ms  45.6 ms  shop-api  GET /orders  ERROR`, below its parent. */
function spanLine({ span, depth }: Node, first: number): string {
  const { name, service, kind, start, durationNs, status, exceptions, spanId } = span
  const offset = `+${Math.max(0, Date.parse(start) - first)} ms`.padStart(9)
  const marks = [
    ...(status === 'error' ? ['ERROR'] : []),
    ...(exceptions > 0 ? [`${exceptions} exceptions`] : []),
  ]
  const texts = [
    name.replaceAll(/\s+/g, ' ').slice(0, MAX_NAME),
    `(${service}, ${kind})`,
    milliseconds(durationNs),
    ...marks,
    spanId,
  ]
  return `${offset}  ${'  '.repeat(depth)}${texts.join('  ')}`
}

function milliseconds(ns: number): string {
  return `${Number((ns / NS_PER_MS).toPrecision(3))} ms`
}
