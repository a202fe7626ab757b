// A word of whatever is stored of an occurrence finds it at once, and also after a restart, which reads the
// words from the tables.
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../../contract/issues.ts'
import { exception, exceptionRecord, keyValues, logs, span, spans } from '../../../testing/otlp.ts'
import { storeOfFile } from '../../../testing/suite.ts'

/** Every further occurrence of an issue is stored without its details. */
const store = storeOfFile({ env: { FULL_EVENTS_PER_HOUR: '1' } })

const service = 'words-web'
const url = (path: string): string => `https://shop.example/${path}`

async function countOf(q: string): Promise<number> {
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?q=${encodeURIComponent(q)}`)
  return issues.reduce((sum, { count }) => sum + count, 0)
}

/** An event of a span with an exception. */
function failure(message: string, attributes: Record<string, string> = {}) {
  return {
    name: 'exception',
    timeUnixNano: `${Date.now()}000000`,
    attributes: keyValues({ 'exception.type': 'SpanError', 'exception.message': message, ...attributes }),
  }
}

async function sendAll(): Promise<void> {
  const log = { message: 'word-message', type: 'WordType', url: url('word-page'), service }
  await store.send('logs', exception({ ...log, stacktrace: 'Error\n    at wordCulprit (/src/cart.ts:1:1)' }))
  const body = { ...exceptionRecord({ type: 'BodyError', message: '', stacktrace: '' }) }
  const path = keyValues({ 'exception.type': 'BodyError', 'url.path': '/word-path' })
  await store.send(
    'logs',
    logs([{ ...body, body: { stringValue: 'word-body' }, attributes: path }], { service }),
  )
  // An address that only the second exception has is stored with the span.
  const events = [failure('word-first'), failure('word-second', { 'url.full': url('word-later') })]
  await store.send('traces', spans([{ ...span(), events }], { service }))
  const attributes = {
    'exception.type': 'WordSpan',
    'exception.message': 'word-span',
    'url.full': url('word-own'),
  }
  await store.send('traces', spans([span({ attributes })], { service }))
  for (let at = 0; at < 3; at++) {
    const message = `word-slim ${'x'.repeat(300)} word-end`
    await store.send('logs', exception({ message, url: url('word-slim-page'), service, at: Date.now() - at }))
  }
}

const WORDS: [q: string, count: number][] = [
  ['WORD-message', 1],
  ['wordtype', 1],
  ['wordculprit', 1],
  ['word-page', 1],
  ['"wordtype word-message"', 1],
  ['word-body', 1],
  ['word-path', 1],
  ['word-first', 1],
  // Both exceptions are of the span.
  ['word-later', 2],
  ['word-span', 1],
  ['word-own', 1],
  ['word-slim', 3],
  ['word-end', 1],
  ['word-slim-page', 1],
  ['word-', 8],
  ['word- -word-slim', 5],
]

test('words find what is stored, at once and after a restart', async () => {
  await sendAll()
  const counts = async (): Promise<unknown> =>
    Object.fromEntries(await Promise.all(WORDS.map(async ([q]) => [q, await countOf(q)])))
  expect(await counts()).toEqual(Object.fromEntries(WORDS))
  await store.restart('SIGTERM')
  expect(await counts()).toEqual(Object.fromEntries(WORDS))
})
