import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KeyValue } from '../../otlp/otlp-json.ts'
import { JSON_BYTES, mutationsOf } from '../../otlp/testing/mutations.ts'
import { writeTraces } from '../../otlp/write.ts'
import { exceptionOf, logOf, startTestRelay, post, traceOf } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ TRUST_PROXY: '1' })
beforeEach(relay.collector.clear)

function texts(values: Record<string, string>): KeyValue[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

async function spanThatArrives(span: Record<string, unknown>) {
  expect((await post(`${relay.url}/monitoring`, traceOf(span))).status).toBe(200)
  expect(relay.collector.spans).toHaveLength(1)
  return relay.collector.spans[0]!
}

describe('a value for which a collector rejects the request is repaired or dropped', () => {
  test.each([
    ['an int beyond int64', { intValue: 1e21 }, { doubleValue: 1e21 }],
    ['NaN as null', { doubleValue: null }, { doubleValue: 'NaN' }],
    ['a fraction as int', { intValue: 1.5 }, { doubleValue: 1.5 }],
    ['a number as text', { stringValue: 5 }, {}],
    ['a bare value', 'text', {}],
    [
      'a list without its wrapper',
      { arrayValue: [{ intValue: 1 }] },
      { arrayValue: { values: [{ intValue: '1' }] } },
    ],
  ])('%s', async (_, value, expected) => {
    const span = await spanThatArrives({
      attributes: [{ key: 'odd', value }, ...texts({ sibling: 'usual' })],
    })
    expect(span.attributes).toEqual([{ key: 'odd', value: expected }, ...texts({ sibling: 'usual' })])
  })

  test.each([
    ['events that are not a list', { events: 'x' }],
    ['attributes that are an object', { attributes: { a: 1 } }],
    ['a parent of zeros', { parentSpanId: '0000000000000000' }],
    ['an empty parent', { parentSpanId: '' }],
    ['a parent of null', { parentSpanId: null }],
    ['a parent that is not an id', { parentSpanId: 'root' }],
    ['a status that is a number', { status: 2 }],
    ['a link without ids', { links: [{}] }],
  ])('%s', async (_, odd) => {
    const span = await spanThatArrives({ name: 'usual', ...odd })
    expect(span.name).toBe('usual')
    expect(span.parentSpanId).toBeUndefined()
  })

  test('ids in upper case, and trace ids of 64 bits', async () => {
    const span = await spanThatArrives({ traceId: 'ABCDEF0123456789' })
    expect(span.traceId).toBe('0000000000000000abcdef0123456789')
  })

  test('a log record is accepted without ids that are invalid', async () => {
    await post(
      `${relay.url}/monitoring`,
      logOf({ traceId: '', spanId: 'zz', timeUnixNano: '5', severityText: 'usual' }),
    )
    expect(relay.collector.logRecords).toEqual([{ timeUnixNano: '5', severityText: 'usual' }])
  })

  test('a log record without a time gets the time of its receipt', async () => {
    const before = BigInt(Date.now()) * 1_000_000n
    await post(`${relay.url}/monitoring`, logOf({}))
    expect(BigInt(relay.collector.logRecords[0]!.observedTimeUnixNano!)).toBeGreaterThanOrEqual(before)
  })
})

describe('limits', () => {
  test.each([127, 128, 129, 300])('%i attributes', async (count) => {
    const attributes = Array.from({ length: count }, (_, index) => ({
      key: `k${index}`,
      value: { intValue: index },
    }))
    const span = await spanThatArrives({ attributes })
    expect(span.attributes).toHaveLength(Math.min(count, 128))
    expect(span.droppedAttributesCount ?? 0).toBe(Math.max(0, count - 128))
  })

  test('values of 4 KiB, stacks of 64 KiB, keys of 256', async () => {
    const long = 'x'.repeat(100_000)
    await post(
      `${relay.url}/monitoring`,
      logOf(exceptionOf('A', { 'exception.stacktrace': long, 'exception.message': long, [long]: 'v' })),
    )
    const sizes = relay.collector.logRecords[0]!.attributes!.map(({ key, value }) => [
      key!.slice(0, 20),
      key!.length,
      value!.stringValue!.length,
    ])
    expect(sizes).toContainEqual(['exception.stacktrace', 20, 65_536])
    expect(sizes).toContainEqual(['exception.message', 17, 4_096])
    expect(sizes).toContainEqual(['x'.repeat(20), 256, 1])
  })

  test('nested lists are truncated', async () => {
    const nested = (depth: number): object =>
      depth === 0 ? { stringValue: 'deep' } : { arrayValue: { values: [nested(depth - 1)] } }
    const span = await spanThatArrives({
      attributes: [{ key: 'deep', value: nested(500) }, ...texts({ sibling: 'usual' })],
    })
    expect(JSON.stringify(span.attributes).length).toBeLessThan(1_000)
    expect(span.attributes!.at(-1)).toEqual({ key: 'sibling', value: { stringValue: 'usual' } })
  })

  test('30,000 levels cause neither a crash nor a timeout', async () => {
    const value = '{"arrayValue":{"values":['.repeat(30_000) + ']}}'.repeat(30_000)
    const body = JSON.stringify(traceOf({ attributes: [{ key: 'deep', value: 'HERE' }] })).replace(
      '"HERE"',
      value,
    )
    expect((await post(`${relay.url}/monitoring`, body)).status).toBe(200)
  })

  test('items beyond 4,096 are dropped and counted', async () => {
    const answer = await post(
      `${relay.url}/monitoring`,
      logOf(...Array.from({ length: 4_100 }, () => ({ timeUnixNano: '1' }))),
    )
    expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: '4' } })
    expect(relay.collector.logRecords).toHaveLength(4_096)
  })

  test('names of members of Object.prototype are plain data', async () => {
    const span = await spanThatArrives({
      attributes: texts({ ['__proto__x']: '1', constructor: '2', toString: '3' }),
    })
    expect(span.attributes!.map(({ key }) => key)).toEqual(['__proto__x', 'constructor', 'toString'])
    await post(
      `${relay.url}/monitoring`,
      '{"resourceSpans":[{"__proto__":{"polluted":1},"scopeSpans":[]}],"__proto__":{"polluted":1}}',
    )
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('the address of the sender', () => {
  test('is stored as its network, whatever the sender claims', async () => {
    expect(await stampOf('203.0.113.77')).toBe('203.0.113.0')
  })
  test('is stored as its network for IPv6 too', async () => {
    expect(await stampOf('2001:db8:17:4:5::9')).toBe('2001:db8:17::')
  })
  test('is stored completely if configured', async () => {
    expect(await stampOf('203.0.113.77', { CLIENT_ADDRESS: 'full' })).toBe('203.0.113.77')
  })
  test('is not stored if configured, even if the sender claims one', async () => {
    expect(await stampOf('203.0.113.77', { CLIENT_ADDRESS: 'off' })).toBeUndefined()
  })
})

test('500 damaged JSON bodies are answered 200 or 400', async () => {
  const body = JSON.stringify({
    ...traceOf({ events: [exceptionOf('A')], status: { code: 2 } }),
    ...logOf(exceptionOf('B')),
  })
  const bodies = fc.sample(mutationsOf(Buffer.from(body), JSON_BYTES), 500)
  expect(await statusesOf(bodies)).toEqual([200, 400])
})

test('300 damaged protobuf bodies are answered 200 or 400, and the collector can read them', async () => {
  const body = writeTraces(
    traceOf({ attributes: texts({ a: 'b' }), events: [exceptionOf('A')] }, { name: 'second' }),
  )
  const bodies = fc.sample(mutationsOf(body), 300)
  expect(await statusesOf(bodies, { 'content-type': 'application/x-protobuf' })).toEqual([200, 400])
  expect(relay.collector.spans.length).toBeGreaterThan(30)
})

/** Sends all bodies, 20 at a time, and returns the distinct statuses. */
async function statusesOf(bodies: Buffer[], headers: Record<string, string> = {}): Promise<number[]> {
  const statuses = new Set<number>()
  for (let start = 0; start < bodies.length; start += 20) {
    const batch = bodies.slice(start, start + 20)
    const responses = await Promise.all(batch.map((body) => post(`${relay.url}/monitoring`, body, headers)))
    for (const { status } of responses) statuses.add(status)
  }
  return [...statuses].sort((a, b) => a - b)
}

async function stampOf(address: string, environment?: Record<string, string>): Promise<string | undefined> {
  const target =
    environment === undefined ? relay : await startTestRelay({ TRUST_PROXY: '1', ...environment })
  const claim = { attributes: texts({ 'client.address': '6.6.6.6', 'service.name': 'shop' }) }
  const spans = [
    { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), attributes: texts({ 'client.address': '6.6.6.6' }) },
  ]
  await post(
    `${target.url}/monitoring`,
    { resourceSpans: [{ resource: claim, scopeSpans: [{ spans }] }] },
    { 'x-forwarded-for': `6.6.6.6, ${address}` },
  )
  const [{ resource } = {}] = target.collector.resources
  expect(JSON.stringify(target.collector.spans)).not.toContain('client.address')
  return resource!.attributes!.find(({ key }) => key === 'client.address')?.value?.stringValue
}
