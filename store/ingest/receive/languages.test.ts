// Exceptions of servers in other languages, and of what has no stack.
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { readEvent } from '../../testing/issues.ts'
import { exception, keyValues, newDigest, span, spans } from '../../testing/otlp.ts'
import { JAVA, PYTHON, PYTHON_CHAIN } from '../../testing/stacks-of-languages.ts'
import { sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

async function issuesOf(service: string): Promise<IssuesAnswer['issues']> {
  return (await store.read<IssuesAnswer>(`/api/issues?service=${service}`)).issues
}

/** An exception event of a span of a server, as `RecordError` of Go writes it. */
async function sendSpan(service: string, route: string, event: Record<string, string>): Promise<void> {
  const attributes = { 'http.request.method': 'GET', 'http.route': route }
  const events = [{ name: 'exception', timeUnixNano: `${Date.now()}000000`, attributes: keyValues(event) }]
  await store.send('traces', spans([{ ...span({ error: true, attributes }), kind: 2, events }], { service }))
}

const NIL = {
  'exception.type': 'runtime.errorString',
  'exception.message': 'invalid memory address or nil pointer dereference',
}

test('an exception of Python has frames, culprit and causes', async () => {
  const [first, second] = [newDigest(), newDigest()]
  const service = 'orders-py'
  const python = { service, type: 'KeyError', message: "'id'", url: '' }
  await store.send('logs', exception({ ...python, stacktrace: PYTHON, digest: first }))
  const other = PYTHON.replaceAll('price_of', 'name_of')
  await store.send('logs', exception({ ...python, stacktrace: other }))
  await store.send('logs', exception({ ...python, stacktrace: PYTHON_CHAIN, digest: second }))
  const issues = await issuesOf(service)
  expect(issues.map(({ culprit }) => culprit).sort()).toEqual([
    'main.py · basket',
    'prices.py · name_of',
    'prices.py · price_of',
  ])
  const { frames } = await readEvent(store, first)
  expect(frames.map(({ inApp, line }) => [inApp, line])).toEqual([
    [true, 5],
    [true, 12],
    [false, 214],
    [false, 75],
  ])
  const { causes } = await readEvent(store, second)
  expect(causes).toMatchObject([{ type: 'KeyError', message: "'basket'", frames: [{ function: 'read' }] }])
})

test('causes in the text of a stack are shown like causes of an SDK', async () => {
  const digest = newDigest()
  await store.send('logs', exception({ service: 'orders-java', stacktrace: JAVA, digest }))
  expect((await readEvent(store, digest)).causes).toMatchObject([
    { type: 'java.sql.SQLException', message: 'connection refused', frames: [{ line: 12, inApp: true }] },
  ])
})

test('without a stack, the route of the request tells two errors of a server apart', async () => {
  const service = 'orders-go'
  for (const route of ['/orders/:id', '/basket', '/basket']) await sendSpan(service, route, NIL)
  const issues = await issuesOf(service)
  expect(issues.map(({ culprit, count }) => `${count} ${culprit}`).sort()).toEqual([
    '1 GET /orders/:id',
    '2 GET /basket',
  ])
})

test('without a stack, the function that the record names is the culprit', async () => {
  const service = 'orders-code'
  const code = {
    'code.function.name': 'shop.Cart.total',
    'code.file.path': '/app/cart.go',
    'code.line.number': '7',
  }
  await sendSpan(service, '/basket', { ...NIL, ...code })
  await sendSpan(service, '/basket', { ...NIL, ...code, 'code.function.name': 'shop.Cart.lines' })
  expect((await issuesOf(service)).map(({ culprit }) => culprit).sort()).toEqual([
    'cart.go · lines',
    'cart.go · total',
  ])
})

test('rejected responses differ by path and status, or by the last request of the trail', async () => {
  const service = 'orders-response'
  const send = (message: string, last: string): Promise<unknown> => {
    const trail = JSON.stringify([{ at: 1, kind: 'fetch', text: last }])
    const attributes = { 'errata.breadcrumbs': trail }
    return store.send('logs', exception({ service, type: 'Response', message, stacktrace: '', attributes }))
  }
  await send('502 Bad Gateway', 'GET /api/articles/17 → 502')
  await send('502 Bad Gateway', 'GET /api/articles/18?page= → 502')
  await send('502 Bad Gateway', 'GET /api/tags → 502')
  await send('502 Bad Gateway: GET https://shop.example/api/tags', 'GET /api/tags → 502')
  await send('500 Internal Server Error', 'GET /api/tags → 500')
  await send('500 Internal Server Error', 'GET /api/tags → 200')
  const issues = await issuesOf(service)
  expect(issues.map(({ message, count }) => `${count} ${message}`).sort()).toEqual([
    '1 500 Internal Server Error',
    '1 500 Internal Server Error: GET /api/tags',
    '2 502 Bad Gateway: GET /api/articles/18',
    '2 502 Bad Gateway: GET https://shop.example/api/tags',
  ])
})
