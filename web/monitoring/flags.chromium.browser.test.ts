// Feature flags: set by the application, and by a hook of OpenFeature's own SDK. Only Chromium: nothing here
// depends on the engine.

import { expect, test } from 'vitest'
import { openPage, tracingLoaded, type Received } from './testing/page.ts'

/** Name and value of each flag of a record or span. */
const flagsOf = (received: Received | undefined) =>
  Object.fromEntries(
    Object.entries(received ?? {})
      .filter(([name]) => name.startsWith('errata.flag.'))
      .map(([name, value]) => [name.slice('errata.flag.'.length), value]),
  )

test('a flag is on later records and on spans of the page, but not on each request', async () => {
  const page = await openPage({ path: 'mounted', init: () => ({ tracesSampleRate: 1 }) })
  await page.run(() => {
    sdk.setFlag('checkout', 'new')
    sdk.captureException(new Error('before the client chunk'))
  })
  await tracingLoaded(page)
  await page.run(async () => {
    sdk.setFlag('beta', true)
    sdk.setFlag('checkout', 'old')
    await fetch('/answer/200')
    sdk.trace.getTracer('test').startSpan('pay').end()
    sdk.captureException(new Error('with two'))
    sdk.setFlag('checkout', undefined)
    sdk.captureException(new Error('with one'))
    await sdk.flush()
  })
  const flags = (await page.exceptions()).map((each) => [each['exception.message'], flagsOf(each)])
  expect(Object.fromEntries(flags)).toEqual({
    'before the client chunk': { checkout: 'new' },
    'with two': { beta: true, checkout: 'old' },
    'with one': { beta: true },
  })
  const span = async (name: RegExp) =>
    flagsOf((await page.spans()).find((each) => name.test(each.name ?? '')))
  await expect.poll(() => span(/^pay$/)).toEqual({ beta: true, checkout: 'old' })
  await expect.poll(async () => (await page.spans()).some(({ name }) => name?.startsWith('GET'))).toBe(true)
  expect(await span(/^GET .answer/)).toEqual({})
})

test('a thousand flags, and texts without an end, are limited', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    sdk.setFlag('first', 1)
    for (let index = 0; index < 1_000; index++) sdk.setFlag(`flag ${index}`, index)
    sdk.setFlag('x'.repeat(100_000), 'y'.repeat(100_000))
    sdk.setAttributes({ 'app.text': 'z'.repeat(100_000) })
    sdk.captureException(new Error('many'))
    await sdk.flush()
  })
  const [record] = await page.exceptions()
  const flags = flagsOf(record)
  expect(Object.keys(flags)).toHaveLength(99)
  expect(flags['flag_999']).toBe(999)
  expect(flags['first']).toBeUndefined()
  expect(flags['x'.repeat(128 - 'errata.flag.'.length)]).toBe('y'.repeat(1_000))
  expect(record?.['app.text']).toBe('z'.repeat(1_000))
})

test('the hook records what OpenFeature answered, also where it failed', async () => {
  const page = await openPage({ path: 'mounted' })
  const values = await page.run(async () => {
    const { OpenFeature, InMemoryProvider, openFeatureHook } = sdk
    const flag = (value: unknown) => ({ variants: { on: value }, defaultVariant: 'on', disabled: false })
    await OpenFeature.setProviderAndWait(
      new InMemoryProvider({ checkout: flag('new'), limits: flag({ books: 3 }), beta: flag(true) } as never),
    )
    OpenFeature.addHooks(openFeatureHook)
    const client = OpenFeature.getClient()
    const values = [
      client.getStringValue('checkout', 'old'),
      client.getBooleanValue('beta', false),
      client.getObjectValue('limits', {}),
      client.getStringValue('missing', 'the default'),
      client.getNumberValue('beta', 7),
    ]
    sdk.captureException(new Error('no total'))
    await sdk.flush()
    return values
  })
  expect(values).toEqual(['new', true, { books: 3 }, 'the default', 7])
  const [record] = await page.exceptions()
  expect(flagsOf(record)).toEqual({ checkout: 'new', beta: 7, limits: '{"books":3}', missing: 'the default' })
})
