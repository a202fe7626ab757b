// The SDKs of Sentry from npm, as their developers use them, with a DSN of the relay: what they send is
// stored once, and is the issue that our own package makes of the same error. Needs npm's registry.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium, findTestBrowsers } from '../scripts/browsers.ts'
import type { Event } from '../contract/issues.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { openBrowser, type Browser, type BrowserName } from '../web/monitoring/browsers/launch.ts'
import { openScreen } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS, run } from './testing/example-app.ts'
import { getJson } from './testing/http.ts'
import { eventOf, issuesWith, occurrencesOf } from './testing/occurrences.ts'
import { BREAKS, eventsOfBreak, OF_ALL, OTHER_THAN_OURS, own } from './testing/sentry-breaks.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'
import { waitFor } from './testing/wait-for.ts'

type Sdk = { name: string; service: string; breaks: string[] }
/** A cold engine on a busy machine. */
const WALK_TIMEOUT_MS = 120_000

const SDKS: Sdk[] = [
  { name: 'browser-11', service: 'project-2611', breaks: OF_ALL },
  { name: 'react', service: 'project-2621', breaks: [...OF_ALL, 'boundary'] },
  { name: 'browser-10', service: 'project-2610', breaks: OF_ALL },
  { name: 'browser-9', service: 'project-2609', breaks: OF_ALL },
  { name: 'vue', service: 'project-2631', breaks: [...OF_ALL, 'handler'] },
]
/** Firefox and WebKit run the first ones. */
const SDKS_OF_OTHERS = 2
const [BROWSER_11] = SDKS as [Sdk]
const OFFLINE: Sdk = { name: 'offline', service: 'project-2641', breaks: OF_ALL }

const { stack, browser } = shareStackWithBrowser()
let folder: string
let server: StaticServer
let engines: BrowserName[]
/** By service. */
const events = new Map<string, Event[]>()

beforeAll(async () => {
  folder = await buildExample('sentry-sdks', 'e2e/testing')
  server = await serveApplication(join(folder, 'dist'), stack.url)
  const browsers: Browser[] = [
    { name: 'chromium', program: findChromium() },
    ...(await findTestBrowsers()).browsers,
  ]
  engines = browsers.map(({ name }) => name)
  const closes = await Promise.all(
    browsers.map((each) => {
      const sdks = sdksOf(each.name).map(({ name }) => name)
      return openBrowser(each, addressOf(each.name, ...sdks, 'errata'))
    }),
  )
  try {
    for (const sdk of SDKS) {
      const own = sdk === BROWSER_11 ? OF_ALL.length * engines.length : 0
      const count = sdk.breaks.length * enginesOf(sdk).length + own
      events.set(sdk.service, await eventsOf(sdk.service, count))
    }
  } finally {
    await Promise.all(closes.map((close) => close()))
  }
}, EXAMPLE_TIMEOUT_MS)
afterAll(() => server?.close())

function sdksOf(engine: BrowserName): Sdk[] {
  return engine === 'chromium' ? SDKS : SDKS.slice(0, SDKS_OF_OTHERS)
}

function enginesOf(sdk: Sdk): BrowserName[] {
  return engines.filter((engine) => sdksOf(engine).includes(sdk))
}

/** Of a page that breaks with one SDK after the other. */
function addressOf(engine: string, ...sdks: string[]): string {
  return `${server.url}/?${new URLSearchParams({ engine, relay: stack.url, sdks: sdks.join() })}`
}

/** All occurrences of a service, once there are as many. */
async function eventsOf(service: string, count: number): Promise<Event[]> {
  const rows = await waitFor(
    `${count} errors of ${service}`,
    async () => {
      const some = await occurrencesOf(stack, service)
      return some.length >= count ? some : undefined
    },
    { timeoutMs: WALK_TIMEOUT_MS, intervalMs: 500 },
  )
  const all: Event[] = []
  // One after the other: the store limits how many queries run at a time.
  for (const { digest } of rows) all.push(await eventOf(stack, digest))
  return all
}

const matching = (text: RegExp | string) =>
  typeof text === 'string' ? text : (expect.stringMatching(text) as string)

function inEngine(sdk: Sdk, engine: string): Event[] {
  return events.get(sdk.service)!.filter(({ environment }) => environment === engine)
}

test.for(SDKS)('$name: each error is stored once, as it was thrown', (sdk) => {
  for (const engine of enginesOf(sdk)) {
    const some = inEngine(sdk, engine)
    const counts = sdk.breaks.map((name) => [name, eventsOfBreak(some, name).length])
    expect(counts, engine).toEqual(sdk.breaks.map((name) => [name, 1]))
    expect(some, engine).toHaveLength(sdk.breaks.length)
    for (const name of sdk.breaks) {
      const { type, mechanism, severity = 17 } = BREAKS[name]!
      const [event] = eventsOfBreak(some, name)
      expect(event, `${name} in ${engine}`).toMatchObject({
        type: matching(type),
        mechanism,
        severity,
        release: 'shop@4.2.0',
        userId: 'u-17',
        attributes: { 'shop.shelf': 'left' },
      })
      // Addresses of people stay with the sender.
      expect(JSON.stringify(event)).not.toContain('ann@')
    }
  }
})

test.for(SDKS)(
  '$name: causes, breadcrumbs, the stack of components and the trace come along',
  async (sdk) => {
    for (const engine of enginesOf(sdk)) {
      const some = inEngine(sdk, engine)
      const [captured] = eventsOfBreak(some, 'captured') as [Event]
      expect(captured.causes.map(({ type, message }) => [type, message])).toEqual([
        ['StockError', 'the shelf is empty'],
      ])
      expect(captured.causes[0]?.frames.some(({ function: name }) => name === 'openShelf')).toBe(true)
      const breadcrumbs = captured.breadcrumbs.map(({ kind, text }) => `${kind}: ${text}`)
      for (const text of ['console: the cart is open', 'fetch: GET /stock → 200', 'navigation: ', 'click: '])
        expect(breadcrumbs).toContainEqual(expect.stringContaining(text))
      const [first, listener] = ['first', 'listener'].map((name) => eventsOfBreak(some, name)[0]!) as [
        Event,
        Event,
      ]
      // The page load, and the navigation behind it.
      expect(listener.traceId, engine).not.toBe(first.traceId)
      for (const { traceId } of [first, listener])
        await waitFor(`the trace of an error in ${engine}`, async () => {
          const { spans } = await getJson<TraceAnswer>(`${stack.url}/api/traces/${traceId}`)
          return spans.some(({ service }) => service === sdk.service)
        })
      if (sdk.breaks.includes('boundary'))
        expect(eventsOfBreak(some, 'boundary')[0]).toMatchObject({
          componentStack: expect.stringContaining('at Price'),
          causes: [],
        })
    }
  },
)

test('an error is one issue in all engines, and with our own package', () => {
  const all = events.get(BROWSER_11.service)!
  for (const name of OF_ALL.filter((each) => !OTHER_THAN_OURS.has(each))) {
    const [{ issueId }] = eventsOfBreak(all, name) as [Event]
    const environments = all.filter((event) => event.issueId === issueId).map((event) => event.environment)
    expect(environments.toSorted(), name).toEqual(
      engines.flatMap((engine) => [engine, `errata ${engine}`]).toSorted(),
    )
  }
})

test('the page of an issue shows what Sentry would show', async () => {
  const [event] = eventsOfBreak(inEngine(BROWSER_11, 'chromium'), 'captured') as [Event]
  const { page, close } = await openScreen(browser, `${stack.url}/d/${event.digest}`)
  await page.getByRole('heading', { level: 1, name: 'the order was not placed' }).waitFor()
  for (const text of ['the shelf is empty', 'placeOrder', 'reported by the application'])
    await page.getByText(text).first().waitFor()
  await close()
})

test('what could not be sent is sent, and stored once, on the next visit', async () => {
  const { page, close } = await browser.open(`${server.url}/done.html`)
  await page.route('**/api/*/envelope/**', (route) => route.abort())
  await page.goto(addressOf('unreachable', OFFLINE.name))
  await page.waitForURL('**/done.html')
  await page.unroute('**/api/*/envelope/**')
  await page.goto(`${addressOf('reachable', OFFLINE.name)}&quiet`)
  const some = await eventsOf(OFFLINE.service, OFFLINE.breaks.length)
  const counts = OFFLINE.breaks.map((name) => [name, eventsOfBreak(some, name).length])
  expect(counts).toEqual(OFFLINE.breaks.map((name) => [name, 1]))
  expect(some.filter(({ environment }) => environment !== 'unreachable')).toEqual([])
  await close()
})

test('@sentry/node: an error in a span, and the uncaught one that ends the process', async () => {
  const task = run(folder, process.execPath, ['src/node.js', stack.url])
  await expect(task).rejects.toThrow('the task has no end')
  const some = await eventsOf('project-2651', 2)
  const [captured] = some.filter(({ type }) => type === 'Error') as [Event]
  expect(captured).toMatchObject({
    message: 'no mail was sent',
    severity: 13,
    mechanism: 'manual',
    environment: 'node',
    causes: [{ type: 'RangeError', message: 'the queue is empty' }],
  })
  expect(own(captured)[0]?.function).toBe('sendMails')
  const [issue] = await issuesWith(stack, 'project-2651', 'the task has no end')
  expect(issue).toMatchObject({ count: 1, culprit: 'node.js · stopTask' })
  expect(some.find(({ type }) => type === 'TypeError')).toMatchObject({
    severity: 21,
    mechanism: 'uncaughtException',
  })
  await waitFor('the span of the task', async () => {
    const { spans } = await getJson<TraceAnswer>(`${stack.url}/api/traces/${captured.traceId}`)
    return spans.some(({ name, spanId }) => name === 'send mails' && spanId === captured.spanId)
  })
})
