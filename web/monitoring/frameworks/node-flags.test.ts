// Flags of requests of a server that run side by side, set by itself and by OpenFeature's own SDK.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { InMemoryProvider, OpenFeature } from '@openfeature/server-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  captureException,
  flush,
  init,
  openFeatureHook,
  setAttributes,
  setFlag,
  shutdown,
  withAttributes,
} from './node.ts'

type Attribute = { key: string; value: { stringValue?: string; boolValue?: boolean } }
type Body = { resourceLogs: { scopeLogs: { logRecords: { attributes: Attribute[] }[] }[] }[] }

/** Attributes by the message of the error. */
const received = new Map<unknown, Record<string, unknown>>()
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    for (const { attributes } of (body as Body).resourceLogs[0]!.scopeLogs[0]!.logRecords) {
      const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const)
      const record = Object.fromEntries(values)
      received.set(record['exception.message'], record)
    }
    response.end('{}')
  })
})

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  init({ service: 'shop-server', endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` })
})
beforeEach(() => received.clear())
afterAll(async () => {
  shutdown()
  await OpenFeature.close()
  collector.close()
})

/** Names without the prefix. */
const flagsOf = (message: string) =>
  Object.fromEntries(
    Object.entries(received.get(message) ?? {}).flatMap(([name, value]) =>
      name.startsWith('errata.flag.') ? [[name.slice('errata.flag.'.length), value]] : [],
    ),
  )

/** A request of a server. */
const handle = (name: string) =>
  withAttributes(async () => {
    setFlag('checkout', name)
    setAttributes({ 'app.tenant': name, 'app.plan': 'free' })
    await wait(5)
    setAttributes({ 'app.plan': undefined })
    await withAttributes(async () => {
      await wait(5)
      setFlag('inner', true)
      captureException(new Error(`inner ${name}`))
    })
    captureException(new Error(name), { attributes: { 'order.id': `A-${name}` } })
  })

test('each request has its own flags and attributes, and nothing of them is outside', async () => {
  setFlag('outside', true)
  await Promise.all(['one', 'two', 'three'].map(handle))
  captureException(new Error('outside'))
  expect(await flush()).toBe(true)
  for (const name of ['one', 'two', 'three']) {
    expect(flagsOf(name)).toEqual({ checkout: name })
    expect(received.get(name)).toMatchObject({ 'app.tenant': name, 'order.id': `A-${name}` })
    expect(received.get(name)).not.toHaveProperty('app.plan')
    expect(flagsOf(`inner ${name}`)).toEqual({ checkout: name, inner: true })
  }
  expect(flagsOf('outside')).toEqual({})
})

/** Of OpenFeature. */
const flag = (value: unknown) => ({ variants: { on: value }, defaultVariant: 'on', disabled: false })

test("the hook records what OpenFeature's SDK answers to a request, also where it fails", async () => {
  const flags = { checkout: flag('new'), limits: flag({ books: 3 }), beta: flag(true) }
  await OpenFeature.setProviderAndWait(new InMemoryProvider(flags as never))
  OpenFeature.addHooks(openFeatureHook)
  const client = OpenFeature.getClient()
  await Promise.all([
    withAttributes(async () => {
      await client.getStringValue('checkout', 'old')
      await client.getObjectValue('limits', {})
      captureException(new Error('one'))
    }),
    withAttributes(async () => {
      await client.getStringValue('missing', 'the default')
      await client.getNumberValue('beta', 7)
      captureException(new Error('two'))
    }),
  ])
  await client.getBooleanValue('beta', false)
  captureException(new Error('outside'))
  await flush()
  expect(flagsOf('one')).toEqual({ checkout: 'new', limits: '{"books":3}' })
  expect(flagsOf('two')).toEqual({ missing: 'the default', beta: 7 })
  expect(flagsOf('outside')).toEqual({})
})

test('values of any kind and ten thousand flags do not lose the error', async () => {
  withAttributes(() => {
    for (let index = 0; index < 10_000; index++) setFlag(`flag ${index}`, 'y'.repeat(2_000))
    setAttributes({
      none: Object.create(null),
      symbol: Symbol('s'),
      nan: NaN,
      constructor: 'a name',
    } as never)
    captureException(new RangeError('many'))
  })
  await flush()
  const record = received.get('many')
  expect(record).toMatchObject({ 'exception.type': 'RangeError', nan: 'NaN', constructor: 'a name' })
  expect(Object.keys(record!).length).toBeLessThanOrEqual(128)
  expect(flagsOf('many')['flag_9999']).toBe('y'.repeat(1_000))
})
