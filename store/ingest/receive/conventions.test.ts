// Which attributes and events of OpenTelemetry's conventions an occurrence takes what from.
import { expect, test } from 'vitest'
import type { AnyValue, KeyValue, LogRecord, LogsRequest } from '../../../otlp/otlp-json.ts'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { readEvent } from '../../testing/issues.ts'
import { exceptionRecord, keyValues, newDigest, span, spans } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

const now = (): string => `${Date.now()}000000`

/** A record of a page with these attributes alone. */
function request(record: LogRecord, resource: Record<string, string> = {}): LogsRequest {
  const attributes = keyValues({ 'service.name': 'basket-web', ...resource })
  return { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }] }
}

function record(digest: string, attributes: Record<string, string>): LogRecord {
  const own = { 'exception.type': 'OrderError', 'errata.digest': digest, ...attributes }
  return { timeUnixNano: now(), eventName: 'exception', attributes: keyValues(own) }
}

async function issuesOf(service: string): Promise<IssuesAnswer['issues']> {
  return (await store.read<IssuesAnswer>(`/api/issues?service=${service}`)).issues
}

test.each<[string, LogRecord['body'] | undefined, KeyValue[]]>([
  ['no body and no message', undefined, []],
  ['an empty body', {}, []],
  ['an empty message', {}, [{ key: 'exception.message', value: {} }]],
  ['a message without text', undefined, [{ key: 'exception.message', value: { stringValue: '' } }]],
  ['a message that is null', undefined, [{ key: 'exception.message', value: null as unknown as AnyValue }]],
])('%s is an empty message', async (_, body, message) => {
  const digest = newDigest()
  const { attributes = [], ...rest } = record(digest, {})
  const sent = { ...rest, ...(body && { body }), attributes: [...attributes, ...message] }
  await store.send('logs', request(sent))
  const event = await readEvent(store, digest)
  expect(event.message).toBe('')
  expect(event.attributes).not.toHaveProperty('exception.message')
})

test('an empty value is empty, and a list keeps its numbers', async () => {
  const digest = newDigest()
  const { attributes = [], ...rest } = record(digest, {})
  const list = [{ stringValue: 'a' }, { intValue: '2' }, { doubleValue: 0.5 }, { boolValue: true }, {}]
  const large = [{ intValue: '9007199254740993' }, { doubleValue: 'NaN' }]
  const values: KeyValue[] = [
    { key: 'empty', value: {} },
    { key: 'list', value: { arrayValue: { values: list } } },
    { key: 'large', value: { arrayValue: { values: large } } },
    { key: 'map', value: { kvlistValue: { values: [{ key: 'n', value: { intValue: 7 } }] } } },
  ]
  await store.send('logs', request({ ...rest, attributes: [...attributes, ...values] }))
  expect((await readEvent(store, digest)).attributes).toMatchObject({
    empty: '',
    list: '["a",2,0.5,true,null]',
    large: '["9007199254740993","NaN"]',
    map: '{"n":7}',
  })
})

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  [
    'the page, on the record',
    { 'browser.document.url.full': 'https://a.example/x' },
    {},
    'https://a.example/x',
  ],
  [
    'the page, on the resource',
    {},
    { 'browser.document.url.full': 'https://a.example/y' },
    'https://a.example/y',
  ],
  [
    'the record before the page',
    { 'url.full': 'https://a.example/z', 'browser.document.url.full': 'https://a.example/x' },
    {},
    'https://a.example/z',
  ],
])('the address comes from %s', async (_, attributes, resource, url) => {
  const digest = newDigest()
  await store.send('logs', request(record(digest, attributes), resource))
  expect((await readEvent(store, digest)).url).toBe(url)
})

test('user and build come from the resource if record and span do not have them', async () => {
  const [first, second] = [newDigest(), newDigest()]
  const resource = { 'user.id': 'user-9', 'app.build_id': 'build-9' }
  await store.send('logs', request(record(first, {}), resource))
  const nearer = { ...resource, 'service.version': '4.1.0' }
  await store.send('logs', request(record(second, { 'user.id': 'user-1' }), nearer))
  expect(await readEvent(store, first)).toMatchObject({ userId: 'user-9', release: 'build-9' })
  expect(await readEvent(store, second)).toMatchObject({ userId: 'user-1', release: '4.1.0' })
})

test('an exception in a span takes page and user from its resource too', async () => {
  const digest = newDigest()
  const attributes = keyValues({ 'exception.type': 'OrderError', 'errata.digest': digest })
  const thrown = { ...span(), events: [{ name: 'exception', timeUnixNano: now(), attributes }] }
  const resource = { 'user.id': 'user-9', 'browser.document.url.full': 'https://a.example/y' }
  await store.send('traces', spans([thrown], { resource }))
  expect(await readEvent(store, digest)).toMatchObject({ userId: 'user-9', url: 'https://a.example/y' })
})

test('an exception below INFO opens no issue, and its record is stored', async () => {
  const before = (await store.status()).rows.logs
  const debug = { ...exceptionRecord({ message: 'Retried' }), severityNumber: 8 }
  const info = { ...exceptionRecord({ message: 'Retried at last' }), severityNumber: 9 }
  await store.send('logs', request(debug, { 'service.name': 'debug-web' }))
  expect(await issuesOf('debug-web')).toEqual([])
  await store.send('logs', request(info, { 'service.name': 'debug-web' }))
  expect(await issuesOf('debug-web')).toMatchObject([{ message: 'Retried at last', count: 1 }])
  expect((await store.status()).rows.logs - before).toBe(2)
})

test('a crash without an exception opens an issue', async () => {
  const crash = { timeUnixNano: now(), eventName: 'app.crash', body: { stringValue: 'Out of memory' } }
  await store.send('logs', request(crash, { 'service.name': 'crash-app' }))
  expect(await issuesOf('crash-app')).toMatchObject([{ type: 'app.crash', message: 'Out of memory' }])
})

test('a minified error of React is stored with its text', async () => {
  const digest = newDigest()
  const message = 'Minified React error #301; visit https://react.dev/errors/301 for the full message'
  await store.send('logs', request(record(digest, { 'exception.message': message })))
  expect((await readEvent(store, digest)).message).toMatch(
    /^Minified React error #301: Too many re-renders\./,
  )
})

test('messages of one template are one issue, whatever their parameters', async () => {
  const service = newDigest()
  for (const name of ['ann', 'bob']) {
    const attributes = {
      'exception.type': '',
      'exception.message': `welcome ${name}`,
      'errata.message_template': 'welcome %s',
    }
    await store.send('logs', request(record(newDigest(), attributes), { 'service.name': service }))
  }
  expect(await issuesOf(service)).toMatchObject([{ message: 'welcome bob', count: 2 }])
})

test('the stack of a handler is shown, and decides neither issue nor culprit', async () => {
  const service = newDigest()
  const digests = [newDigest(), newDigest()]
  for (const [index, digest] of digests.entries()) {
    const attributes = {
      'exception.message': 'plain text thrown',
      'exception.stacktrace': `Error: plain text thrown\n    at handle${index} (https://shop.example/sdk.js:1:5)`,
      'errata.stack_of_handler': 'true',
    }
    await store.send('logs', request(record(digest, attributes), { 'service.name': service }))
  }
  expect(await issuesOf(service)).toMatchObject([{ count: 2, culprit: '' }])
  expect((await readEvent(store, digests[0]!)).frames).toHaveLength(1)
})
