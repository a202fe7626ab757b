import { expect, test } from 'vitest'
import type { Event } from '../../../../../../contract/issues.ts'
import type { LogRow } from '../../../../../../contract/logs.ts'
import type { Span, TraceAnswer } from '../../../../../../contract/traces.ts'
import { createSpan } from '../../../traces/testing/spans.ts'
import { buildTimeline, type TimelineRow } from '../../../../../../contract/timeline/rows.ts'
import { isEarlier, timelineWindows } from './timeline-window.ts'

const AT = '2026-11-20T14:31:08.112Z'

function event(breadcrumbs: { secondsBefore: number; text: string }[]): Event {
  const at = (seconds: number) => new Date(Date.parse(AT) - seconds * 1000).toISOString()
  return {
    at: AT,
    service: 'shop',
    breadcrumbs: breadcrumbs.map(({ secondsBefore, text }) => ({
      at: at(secondsBefore),
      kind: 'click',
      text,
    })),
  } as Event
}

function trace(spans: Span[]): TraceAnswer {
  return {
    traceId: '',
    start: spans[0]?.start ?? '',
    durationNs: 0,
    totalSpans: spans.length,
    truncated: false,
    spans,
    exceptions: [],
    spanEvents: [],
  }
}

function logRow(body: string, secondsBefore: number, values: Partial<LogRow> = {}): LogRow {
  return {
    at: new Date(Date.parse(AT) - secondsBefore * 1000).toISOString(),
    service: 'api',
    level: 'info',
    body,
    attributes: {},
    traceId: '',
    spanId: '',
    ...values,
  }
}

function describeRow({ content, guides }: TimelineRow): string {
  const name = {
    breadcrumb: () => content.kind === 'breadcrumb' && content.breadcrumb.text,
    span: () => content.kind === 'span' && content.node.span.spanId,
    log: () => content.kind === 'log' && content.log.body,
    snapshot: () => 'page',
    exception: () => 'exception',
  }[content.kind]()
  return `${'  '.repeat(guides.length)}${name}`
}

test('breadcrumbs are placed among the children of the page span that covers them', () => {
  const { rows, spanCount, laterCount } = buildTimeline(
    event([
      { secondsBefore: 20, text: 'open' },
      { secondsBefore: 3, text: 'click' },
    ]),
    trace([
      createSpan('page', null, { durationMs: 6_000 }),
      createSpan('quote', 'page', { startMs: 1_000, durationMs: 1_500 }),
      createSpan('api', 'quote', { startMs: 1_100, service: 'api' }),
      createSpan('total', 'page', { startMs: 4_000 }),
      createSpan('after', null, { startMs: 6_500 }),
    ]),
  )
  expect(rows.map(describeRow)).toEqual([
    'open',
    'page',
    '  quote',
    '    api',
    '  click',
    '  total',
    'exception',
  ])
  expect([spanCount, laterCount]).toEqual([4, 1])
  expect(rows.map(({ start }) => start / 1e9)).toEqual([-20, -6, -5, -4.9, -3, -2, 0])
})

test('log records are placed in their span, else in the root span of their service that covers them', () => {
  const { rows, logCount } = buildTimeline(
    { ...event([]), digest: 'AAAA2222' },
    trace([
      createSpan('page', null, { durationMs: 6_000 }),
      createSpan('quote', 'page', { startMs: 1_000, durationMs: 1_500, service: 'api' }),
    ]),
    {
      logs: [
        logRow('after it', -1),
        logRow('the exception itself', 0, { attributes: { 'errata.digest': 'AAAA2222' } }),
        logRow('of the page', 2, { service: 'shop' }),
        logRow('of nobody', 3),
        logRow('of the span', 4.5, { spanId: 'quote' }),
      ],
    },
  )
  expect(rows.map(describeRow)).toEqual([
    'page',
    '  quote',
    '    of the span',
    '  of the page',
    'of nobody',
    'exception',
  ])
  expect(logCount).toBe(3)
})

test('the page that the user saw is a row at its moment', () => {
  const crumbs = [
    { secondsBefore: 3, text: 'open' },
    { secondsBefore: 1, text: 'click' },
  ]
  const rowsWith = (at: string): string[] => {
    const withPage = { ...event(crumbs), snapshot: { at } } as Event
    return buildTimeline(withPage, null).rows.map(describeRow)
  }
  expect(rowsWith('2026-11-20T14:31:06.112Z')).toEqual(['open', 'page', 'click', 'exception'])
  // A page is copied before its error is recorded, and the clock may have gone on.
  expect(rowsWith('2026-11-20T14:31:08.115Z')).toEqual(['open', 'click', 'page', 'exception'])
})

test('repeated spans are one row; a clock correction moves the exception with its page', () => {
  const repeated = Array.from({ length: 6 }, (_, step) =>
    createSpan(`rate ${step}`, 'page', { name: 'rate', startMs: 100 + step * 10 }),
  )
  const { rows, spanCount } = buildTimeline(
    event([]),
    trace([createSpan('page', null, { durationMs: 500 }), ...repeated]),
    { offset: 1e9 },
  )
  expect(rows.map(describeRow)).toEqual(['page', '  rate 0', 'exception'])
  expect(spanCount).toBe(7)
  expect(rows[0]?.start).toBe(-7e9)
})

test('a timeline shows what explains the error; rows that end before it are earlier', () => {
  const { rows } = buildTimeline(
    event(Array.from({ length: 9 }, (_, step) => ({ secondsBefore: 300 - step * 30, text: 'old' }))),
    trace([
      createSpan('page', null, { durationMs: 6_000 }),
      createSpan('failed', 'page', { startMs: 500, status: 'error' }),
      ...Array.from({ length: 6 }, (_, step) => createSpan(`s${step}`, 'page', { startMs: 1_000 * step })),
    ]),
  )
  const [first, second] = timelineWindows(rows)
  expect([first?.length, first?.isAll, second?.isAll]).toEqual([7e9, false, true])
  expect(rows.filter((row) => isEarlier(row, first?.length ?? 0))).toHaveLength(9)
  expect(timelineWindows(buildTimeline(event([{ secondsBefore: 2, text: '' }]), null).rows)).toHaveLength(1)
})
