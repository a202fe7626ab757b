// The size of answers for assistants: what is left out, and the way to it.
import { expect, test } from 'vitest'
import type { Event } from '../../../contract/issues.ts'
import { assistant } from '../../testing/assistants.ts'
import { exception, newDigest, newTraceId, span, spans } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()
const owner = assistant(store)

/** Bytes of 8,000 tokens. */
const MAX_ANSWER = 32_000

test('an answer stays within its size, and names what it leaves out and how to get it', async () => {
  const [digest, service] = [newDigest(), newName()]
  const long = 'long '.repeat(400)
  const stacktrace = [
    'E: x',
    ...Array.from({ length: 400 }, (_, at) => `    at ${'f'.repeat(60)}${at} (a.js:${at}:1)`),
  ]
  const crumbs = Array.from({ length: 30 }, (_, at) => ({ at, kind: 'click', text: `${at} ${long}` }))
  const options = { digest, service, message: long, stacktrace: stacktrace.join('\n') }
  const attributes = { 'errata.breadcrumbs': JSON.stringify(crumbs) }
  await store.send('logs', exception({ ...options, attributes }))
  const { issueId } = await store.read<Event>(`/api/events/${digest}`)
  for (let note = 0; note < 12; note++)
    await store.post(`/api/issues/${issueId}/notes`, { body: `${note} ${long}` })
  const { text } = await owner.call('get_issue', { ref: digest })
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER)
  expect(text).toMatch(/Left out: \d+ of \d+ lines\. .*`get_event \{"ref":"\w{8}"\}`/)
  expect(text).toContain('## Next')
  expect(text).toContain('Left out: 20 of 30.')
  expect(text).toContain('Left out: 2 of 12. Older notes are in the console.')
  const event = await owner.call('get_event', { ref: digest })
  expect(event.text.length).toBeLessThanOrEqual(MAX_ANSWER)
  const parts = await owner.call('get_event', { ref: digest, include: ['breadcrumbs'] })
  expect([parts.text.includes('## Stack'), parts.text.includes('29 long')]).toEqual([false, true])

  const types = Array.from({ length: 60 }, (_, at) => `Error${at}`)
  for (const type of types) await store.send('logs', exception({ service, type, message: long }))
  const list = await owner.call('find_issues', { service, limit: 50 })
  expect(list.text.length).toBeLessThanOrEqual(MAX_ANSWER)
  expect(list.text).toMatch(/^# 61 issues/)
  const cursor = /Left out: 11 of 61\. Next page: `"cursor": "([\w-]+)"`/.exec(list.text)?.[1]
  const rest = await owner.call('find_issues', { service, limit: 50, cursor })
  expect(rest.text.match(/^- [\da-f]{16} /gm)).toHaveLength(11)
})

test('texts of other scripts count as more tokens, and no issue is lost between two pages', async () => {
  const [digest, traceId, service] = [newDigest(), newTraceId(), newName()]
  const long = '価格がありません'.repeat(60)
  const stacktrace = ['E: x', ...Array(60).fill(`    at ${long} (a.js:1:1)`)].join('\n')
  const crumbs = Array.from({ length: 30 }, (_, at) => ({ at, kind: 'click', text: long }))
  const attributes = { 'errata.breadcrumbs': JSON.stringify(crumbs) }
  const names = Array.from({ length: 150 }, () => span({ traceId, name: long }))
  await store.send('traces', spans(names, { service }))
  await store.send('logs', exception({ digest, traceId, service, message: long, stacktrace, attributes }))
  const all = ['stack', 'breadcrumbs', 'timeline', 'request']
  const answers = await Promise.all([
    owner.call('get_issue', { ref: digest }),
    owner.call('get_event', { ref: digest, include: ['stack', 'timeline'] }),
    owner.call('get_event', { ref: digest, include: all }),
    owner.call('get_trace', { trace: digest, limit: 150 }),
  ])
  for (const { text } of answers) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER)
    expect(text).toContain('Left out: ')
  }
  expect(answers[0].text).toContain('a.js:1:1')
  expect(answers[1].text).toContain('EXCEPTION')
  expect(answers[2].text).toMatch(/Left out: 1 of 1\. Without the other parts: `get_event .*timeline/)
  expect(answers[3].text).toMatch(/- Spans: [5-9]\d of 150/)

  for (const at of Array(60).keys())
    await store.send('logs', exception({ service, type: `${at} ${long}`, message: long }))
  const list = await owner.call('find_issues', { service, limit: 50 })
  expect(Buffer.byteLength(list.text)).toBeLessThanOrEqual(MAX_ANSWER)
  const [, limit] = /Too long for one answer: ask again with `"limit": (\d+)`/.exec(list.text) ?? []
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const { text } = await owner.call('find_issues', { service, limit: Number(limit), cursor })
    for (const [id] of text.matchAll(/(?<=^- )[\da-f]{16}(?= )/gm)) ids.add(id)
    cursor = /Next page: `"cursor": "([\w-]+)"`/.exec(text)?.[1]
  } while (cursor !== undefined)
  expect(ids.size).toBe(61)
})

test('a trace is cut around the occurrence, and says how many spans it has', async () => {
  const [traceId, digest, service] = [newTraceId(), newDigest(), newName()]
  const root = span({ traceId, name: 'page' })
  const children = Array.from({ length: 200 }, (_, at) =>
    span({ traceId, parentSpanId: root.spanId!, name: `call ${at}` }),
  )
  const failing = span({ traceId, parentSpanId: children[150]!.spanId!, name: 'failing call', error: true })
  await store.send('traces', spans([root, ...children, failing], { service }))
  await store.send('logs', exception({ traceId, digest, service, spanId: failing.spanId! }))
  const { text } = await owner.call('get_trace', { trace: traceId, around: digest, limit: 10 })
  expect(text).toContain('- Spans: 10 of 202')
  expect(text).toMatch(/ {2}page .*\n(?:.*\n)*.* {4}call 150 .*\n.* {6}failing call .*ERROR {2}1 exceptions/)
  expect(text).toContain('Left out: 192 of 202 spans.')
})
