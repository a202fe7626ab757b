// Log records as a server's logger sends them: levels, search, pages, and what is no log.
import { beforeAll, expect, test } from 'vitest'
import type { LogsAnswer } from '../../../contract/logs.ts'
import { feedbackRecord } from '../../testing/forget.ts'
import * as otlp from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const MINUTE = 60_000
const { logRecord, logs, newDigest, newTraceId } = otlp
const store = sharedStore()

const ask = (query: string) => store.read<LogsAnswer>(`/api/logs?${query}`)
const bodies = async (query: string) => (await ask(query)).logs.map(({ body }) => body)

const service = newName()
const traceId = newTraceId()
const spanId = otlp.newSpanId()
const now = Date.now()
const ago = (minutes: number): number => now - minutes * MINUTE
const LINES = [
  {
    body: 'Charged order 4711',
    at: ago(1),
    traceId,
    spanId,
    attributes: { 'order.id': '4711', reqId: 'r-1' },
  },
  { body: 'cache miss', at: ago(2), severity: 5 },
  { body: 'retry payment', at: ago(3), severity: 14, attributes: { reason: 'Timeout of the bank' } },
  { body: 'payment failed', at: ago(4), severity: 17 },
  { body: 'out of memory', at: ago(5), severity: 0, severityText: 'CRITICAL' },
  { body: 'no severity', at: ago(6), severity: 0 },
]

beforeAll(async () => {
  const resource = { 'host.name': 'host-7' }
  const source = { service, release: '5.0.1', environment: 'staging', resource }
  await store.send('logs', logs(LINES.map(logRecord), source))
})

test('a record has its level, its attributes and its resource, latest first', async () => {
  const { logs, nextCursor } = await ask(`service=${service}`)
  expect(logs.map(({ body, level }) => [body, level])).toEqual([
    ['Charged order 4711', 'info'],
    ['cache miss', 'debug'],
    ['retry payment', 'warn'],
    ['payment failed', 'error'],
    ['out of memory', 'fatal'],
    ['no severity', null],
  ])
  expect(nextCursor).toBeNull()
  expect(logs[0]).toEqual({
    at: new Date(ago(1)).toISOString(),
    service,
    level: 'info',
    body: 'Charged order 4711',
    traceId,
    spanId,
    attributes: {
      'order.id': '4711',
      reqId: 'r-1',
      'host.name': 'host-7',
      'service.version': '5.0.1',
      'deployment.environment.name': 'staging',
      'user_agent.original': otlp.CHROME,
    },
  })
})

test.each([
  ['CHARGED', ['Charged order 4711']],
  ['"order 47"', ['Charged order 4711']],
  ['timeout', ['retry payment']],
  ['payment', ['retry payment', 'payment failed']],
  ['payment -bank', ['payment failed']],
  ['order.id:4711', ['Charged order 4711']],
  ['reqId:r-1', ['Charged order 4711']],
  ['reqid:r-1', []],
  ['host.name:host-7 cache', ['cache miss']],
  ['-host.name:host-7', []],
  ['-order.id:4711 release:5.0.1 env:staging memory', ['out of memory']],
  ['level:warn', ['retry payment']],
  ['level:Warning', ['retry payment']],
  ['-level:info -level:debug payment', ['retry payment', 'payment failed']],
  [`trace:${traceId}`, ['Charged order 4711']],
  [`trace:${traceId.toUpperCase()}`, ['Charged order 4711']],
  ['%', []],
])('the search %s', async (q, expected) => {
  expect(await bodies(`service=${service}&q=${encodeURIComponent(q)}`)).toEqual(expected)
})

test('a level has those above it, and names limit the list', async () => {
  expect(await bodies(`service=${service}&level=warn`)).toEqual([
    'retry payment',
    'payment failed',
    'out of memory',
  ])
  expect(await bodies(`service=${service}&level=fatal`)).toEqual(['out of memory'])
  // A number that OpenTelemetry does not define is no level.
  const undefinedLevel = newName()
  const odd = [logRecord({ severity: 99 }), logRecord({ severity: 99, severityText: 'ERROR' })]
  await store.send('logs', logs(odd, { service: undefinedLevel }))
  const { logs: stored } = await ask(`service=${undefinedLevel}`)
  expect(new Set(stored.map(({ level }) => level))).toEqual(new Set(['error', null]))
  expect((await ask(`service=${undefinedLevel}&level=trace`)).logs).toHaveLength(1)
  expect(await bodies(`service=${service}&release=other`)).toEqual([])
  expect(await bodies(`service=${service}&environment=staging&level=error&limit=1`)).toEqual([
    'payment failed',
  ])
  const [from, to] = [ago(4.5), ago(2.5)].map((at) => new Date(at).toISOString())
  expect(await bodies(`service=${service}&from=${from}&to=${to}`)).toEqual([
    'retry payment',
    'payment failed',
  ])
})

test('an exception has its digest, an event its name, and what has its own screen is left out', async () => {
  const [service, digest] = [newName(), newDigest()]
  const uncaught = otlp.exceptionRecord({ at: ago(1), digest })
  const line = {
    ...otlp.exceptionRecord({ at: ago(2), severity: 17 }),
    body: { stringValue: 'payment failed' },
    eventName: '',
  }
  const records = [
    uncaught,
    line,
    otlp.eventRecord('shop.order', { 'order.id': '1', 'errata.digest': 'AAAA2222' }, ago(3)),
    otlp.vitalRecord({ value: 900 }),
    feedbackRecord('text', {}, now),
    otlp.eventRecord('session.start', {}),
    otlp.eventRecord('session.end', {}),
    otlp.eventRecord('errata.discarded', {}),
  ]
  await store.send('logs', logs(records, { service }))
  const list = (await ask(`service=${service}`)).logs
  expect(list.map(({ body }) => body)).toEqual([
    'OrderError: The order has no lines',
    'payment failed',
    'shop.order',
  ])
  expect(list.map(({ attributes }) => attributes['errata.digest'])).toEqual([
    digest,
    expect.stringMatching(/^[0-9A-Z]{8}$/),
    undefined,
  ])
  expect(Object.keys(list[0]!.attributes).filter((name) => name.startsWith('errata.'))).toEqual([
    'errata.digest',
  ])
  expect(await bodies(`service=${service}&q=shop.ORDER`)).toEqual(['shop.order'])
})

test('a session has its records and the records of servers, also of two weeks ago', async () => {
  const [page, server, session] = [newName(), newName(), newName()]
  const traceId = newTraceId()
  const at = ago(14 * 24 * 60)
  const attributes = { 'session.id': session }
  await store.send(
    'traces',
    otlp.spans([
      otlp.span({ traceId, at, attributes }),
      otlp.span({ traceId, at: at + 10, name: 'POST /pay' }),
    ]),
  )
  const clicked = logRecord({ body: 'clicked', at: at + 1, traceId, attributes })
  await store.send('logs', logs([clicked], { service: page }))
  await store.send(
    'logs',
    logs([logRecord({ body: 'started', at })], { service: page, resource: attributes }),
  )
  const lines = [
    logRecord({ body: 'charged', at: at + 2, traceId }),
    logRecord({ body: 'of nobody', at: at + 3 }),
  ]
  await store.send('logs', logs(lines, { service: server }))
  expect(await bodies(`sessionId=${session}`)).toEqual(['charged', 'clicked', 'started'])
  expect(await bodies(`sessionId=${session}&service=${page}`)).toEqual(['clicked', 'started'])
  expect(await bodies(`traceId=${traceId.toUpperCase()}`)).toEqual(['charged', 'clicked'])
  expect(await bodies(`traceId=${traceId}&range=7d`)).toEqual([])
  expect(await bodies(`service=${server}`)).toEqual([])
})

test('pages of any length have each record once, also those that are the same', async () => {
  const service = newName()
  const at = ago(10)
  const records = [
    ...Array.from({ length: 9 }, () => logRecord({ body: 'retry', at })),
    ...Array.from({ length: 6 }, (_, index) => logRecord({ body: `line ${index}`, at })),
    ...Array.from({ length: 5 }, (_, index) => logRecord({ body: `later ${index}`, at: at + index })),
    ...Array.from({ length: 5 }, (_, index) =>
      logRecord({ body: `days ${index}`, at: at - index * 86_400_000 }),
    ),
  ]
  await store.send('logs', logs(records, { service }))
  const all = await bodies(`service=${service}&limit=100`)
  expect(all.toSorted()).toEqual(records.map(({ body }) => body.stringValue).toSorted())
  for (const limit of [1, 2, 7, 24, 25]) {
    const pages = await store.readPages<LogsAnswer>(`/api/logs?service=${service}&limit=${limit}`)
    expect(pages.flatMap(({ logs }) => logs.map(({ body }) => body))).toEqual(all)
    expect(pages).toHaveLength(Math.ceil(25 / limit))
  }
})

test.each([
  ['traceId=abc', 'traceId must be 32 hex digits.'],
  ['level=loud', 'level must be one of trace, debug, info, warn, error, fatal.'],
  ['q=level:loud', 'q: level must be one of trace, debug, info, warn, error, fatal.'],
  ['cursor=abc', 'cursor must be the nextCursor of an answer of this list.'],
  [`q=${'a '.repeat(13)}`, 'q must not have more than 12 terms.'],
])('%s is refused', async (query, detail) => {
  expect(await store.ask(`/api/logs?${query}`)).toMatchObject({ status: 400, body: { detail } })
})
