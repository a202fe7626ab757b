import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KeyValue } from '../../otlp/otlp-json.ts'
import { writeTraces } from '../../otlp/write.ts'
import { type Scene, exceptionOf, logOf, openScene, post, traceOf } from '../scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ TRUST_PROXY: '1' })
})
afterAll(() => scene.close())
beforeEach(() => {
  scene.collector.spans.length = 0
  scene.collector.resources.length = 0
  scene.collector.logRecords.length = 0
})

function texts(values: Record<string, string>): KeyValue[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

async function spanThatArrives(span: Record<string, unknown>) {
  expect((await post(`${scene.url}/monitoring`, traceOf(span))).status).toBe(200)
  expect(scene.collector.spans).toHaveLength(1)
  return scene.collector.spans[0]!
}

describe('what would cost the whole request at a collector costs itself alone', () => {
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
    const span = await spanThatArrives({ attributes: [{ key: 'odd', value }, ...texts({ sibling: 'kept' })] })
    expect(span.attributes).toEqual([{ key: 'odd', value: expected }, ...texts({ sibling: 'kept' })])
  })

  test.each([
    ['events that are no list', { events: 'x' }],
    ['attributes that are an object', { attributes: { a: 1 } }],
    ['a parent of zeros', { parentSpanId: '0000000000000000' }],
    ['an empty parent', { parentSpanId: '' }],
    ['a parent of null', { parentSpanId: null }],
    ['a parent that is no id', { parentSpanId: 'root' }],
    ['a status that is a number', { status: 2 }],
    ['a link without ids', { links: [{}] }],
  ])('%s', async (_, odd) => {
    const span = await spanThatArrives({ name: 'kept', ...odd })
    expect(span.name).toBe('kept')
    expect(span.parentSpanId).toBeUndefined()
  })

  test('ids in upper case, and trace ids of 64 bits', async () => {
    const span = await spanThatArrives({ traceId: 'ABCDEF0123456789' })
    expect(span.traceId).toBe('0000000000000000abcdef0123456789')
  })

  test('a log record keeps everything but ids that are none', async () => {
    await post(
      `${scene.url}/monitoring`,
      logOf({ traceId: '', spanId: 'zz', timeUnixNano: '5', severityText: 'kept' }),
    )
    expect(scene.collector.logRecords).toEqual([{ timeUnixNano: '5', severityText: 'kept' }])
  })

  test('a log record without any time is of now', async () => {
    const before = BigInt(Date.now()) * 1_000_000n
    await post(`${scene.url}/monitoring`, logOf({}))
    expect(BigInt(scene.collector.logRecords[0]!.observedTimeUnixNano!)).toBeGreaterThanOrEqual(before)
  })
})

describe('bounds', () => {
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
      `${scene.url}/monitoring`,
      logOf(exceptionOf('A', { 'exception.stacktrace': long, 'exception.message': long, [long]: 'v' })),
    )
    const sizes = scene.collector.logRecords[0]!.attributes!.map(({ key, value }) => [
      key!.slice(0, 20),
      key!.length,
      value!.stringValue!.length,
    ])
    expect(sizes).toContainEqual(['exception.stacktrace', 20, 65_536])
    expect(sizes).toContainEqual(['exception.message', 17, 4_096])
    expect(sizes).toContainEqual(['x'.repeat(20), 256, 1])
  })

  test('lists within lists end somewhere', async () => {
    const nested = (depth: number): object =>
      depth === 0 ? { stringValue: 'deep' } : { arrayValue: { values: [nested(depth - 1)] } }
    const span = await spanThatArrives({
      attributes: [{ key: 'deep', value: nested(500) }, ...texts({ sibling: 'kept' })],
    })
    expect(JSON.stringify(span.attributes).length).toBeLessThan(1_000)
    expect(span.attributes!.at(-1)).toEqual({ key: 'sibling', value: { stringValue: 'kept' } })
  })

  test('30,000 levels neither crash nor hang', async () => {
    const value = '{"arrayValue":{"values":['.repeat(30_000) + ']}}'.repeat(30_000)
    const body = JSON.stringify(traceOf({ attributes: [{ key: 'deep', value: 'HERE' }] })).replace(
      '"HERE"',
      value,
    )
    expect((await post(`${scene.url}/monitoring`, body)).status).toBe(200)
  })

  test('items beyond 4,096 are left out and counted', async () => {
    const answer = await post(
      `${scene.url}/monitoring`,
      logOf(...Array.from({ length: 4_100 }, () => ({ timeUnixNano: '1' }))),
    )
    expect(await answer.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: '4' } })
    expect(scene.collector.logRecords).toHaveLength(4_096)
  })

  test('names of object members are plain data', async () => {
    const span = await spanThatArrives({
      attributes: texts({ ['__proto__x']: '1', constructor: '2', toString: '3' }),
    })
    expect(span.attributes!.map(({ key }) => key)).toEqual(['__proto__x', 'constructor', 'toString'])
    await post(
      `${scene.url}/monitoring`,
      '{"resourceSpans":[{"__proto__":{"polluted":1},"scopeSpans":[]}],"__proto__":{"polluted":1}}',
    )
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('the address of the sender', () => {
  test('is stamped as its network, whatever the sender claims', async () => {
    expect(await stampOf('203.0.113.77')).toBe('203.0.113.0')
  })
  test('IPv6 too', async () => {
    expect(await stampOf('2001:db8:17:4:5::9')).toBe('2001:db8:17::')
  })
  test('is stamped whole when asked for', async () => {
    expect(await stampOf('203.0.113.77', { CLIENT_ADDRESS: 'full' })).toBe('203.0.113.77')
  })
  test('is not stamped when switched off, nor claimed', async () => {
    expect(await stampOf('203.0.113.77', { CLIENT_ADDRESS: 'off' })).toBeUndefined()
  })
})

test('2,000 mutations of a real body are answered 200 or 400', async () => {
  const body = Buffer.from(
    JSON.stringify({
      ...traceOf({ events: [exceptionOf('A')], status: { code: 2 } }),
      ...logOf(exceptionOf('B')),
    }),
  )
  const letters = Buffer.from('{}[]":,0919abnull-.e')
  const mutated = mutations(body, 2_000, letters.length).map((bytes, round) =>
    round % 2 === 0 ? bytes : lettered(body, bytes, letters),
  )
  const seen = new Set<number>()
  for (let at = 0; at < mutated.length; at += 20) {
    const answers = await Promise.all(
      mutated.slice(at, at + 20).map((bytes) => post(`${scene.url}/monitoring`, bytes)),
    )
    for (const { status } of answers) seen.add(status)
  }
  expect([...seen].sort((a, b) => a - b)).toEqual([200, 400])
})

async function stampOf(address: string, environment?: Record<string, string>): Promise<string | undefined> {
  const own = environment === undefined ? scene : await openScene({ TRUST_PROXY: '1', ...environment })
  const claim = { attributes: texts({ 'client.address': '6.6.6.6', 'service.name': 'shop' }) }
  const spans = [
    { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), attributes: texts({ 'client.address': '6.6.6.6' }) },
  ]
  await post(
    `${own.url}/monitoring`,
    { resourceSpans: [{ resource: claim, scopeSpans: [{ spans }] }] },
    { 'x-forwarded-for': `6.6.6.6, ${address}` },
  )
  const [{ resource } = {}] = own.collector.resources
  expect(JSON.stringify(own.collector.spans)).not.toContain('client.address')
  if (own !== scene) await own.close()
  return resource!.attributes!.find(({ key }) => key === 'client.address')?.value?.stringValue
}

test('1,000 mutations of a protobuf body are answered 200 or 400, and what is taken the collector can read', async () => {
  const body = writeTraces(
    traceOf({ attributes: texts({ a: 'b' }), events: [exceptionOf('A')] }, { name: 'second' }),
  )
  const mutated = mutations(body, 1_000, 256)
  const seen = new Set<number>()
  const headers = { 'content-type': 'application/x-protobuf' }
  for (let at = 0; at < mutated.length; at += 20) {
    const answers = await Promise.all(
      mutated.slice(at, at + 20).map((bytes) => post(`${scene.url}/monitoring`, bytes, headers)),
    )
    for (const { status } of answers) seen.add(status)
  }
  expect([...seen].sort((a, b) => a - b)).toEqual([200, 400])
  expect(scene.collector.spans.length).toBeGreaterThan(100)
})

/** Copies with up to four bytes changed, the same in every run. */
function mutations(body: Buffer, count: number, values: number): Buffer[] {
  let seed = 11
  const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) % below
  return Array.from({ length: count }, () => {
    const mutated = Buffer.from(body)
    for (let change = 0; change <= random(4); change++) mutated[random(mutated.length)] = random(values)
    return mutated
  })
}

/** The same changes, to letters that mean something in JSON. */
function lettered(body: Buffer, mutated: Buffer, letters: Buffer): Buffer {
  return Buffer.from(
    mutated.map((byte, index) => (byte === body[index] ? byte : letters[byte % letters.length]!)),
  )
}
