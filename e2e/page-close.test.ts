// Errors in a page's last moment are stored once, however it ends and however busy its connections are.
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson, post } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const PAGES = 10
const CONCURRENT_PAGES = 5
/** The limit of a browser for connections to one origin. */
const CONNECTIONS = 6
/** How long the last errors of closed pages may take to the store. */
const ARRIVAL_MS = 5_000

const { stack, browser } = shareStackWithBrowser()
let server: HttpServer
/** Bodies of the requests to /monitoring, in order. */
let bodies: string[] = []

beforeAll(async () => {
  server = await startServer((incoming, response) => void respond(incoming, response))
})
afterAll(() => server?.close())

/** One origin, as behind a reverse proxy: a page, a path that never answers, and the relay. */
async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', server.url)
  if (pathname === '/hang') return
  if (pathname.startsWith('/monitoring')) {
    const body = await text(incoming)
    if (incoming.method === 'POST') bodies.push(body)
    const headers = incoming.headers as Record<string, string>
    request(`${stack.url}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (relayed) => {
      response.writeHead(relayed.statusCode ?? 502, relayed.headers)
      relayed.pipe(response)
    }).end(body)
    return
  }
  const options = `data-service="${searchParams.get('service')}" data-traces-sample-rate="1"`
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><html lang="en"><title>A page</title>
    <script src="/monitoring.js" ${options}></script><main id="app">here</main>`)
}

type EndPage = (page: Page) => Promise<unknown>
const close: EndPage = (page) => page.close()
const navigate: EndPage = (page) => page.goto(`${stack.url}/health`)
const reload: EndPage = (page) => page.reload()

// The first error is sent at once, the others wait for its response until the page ends.
const small = { size: 'one small error', errors: 1, stackBytes: 300 }
const medium = { size: '40 KB of errors', errors: 3, stackBytes: 13_000 }
const large = { size: '90 KB of errors', errors: 7, stackBytes: 13_000 }

test.for([small, medium])('$size of a page that ends at once', async ({ errors, stackBytes }) => {
  const ends = [close, navigate, reload]
  const result = await breakPages({ service: `idle-${errors}`, errors, stackBytes, busy: 0, ends })
  expect(result).toEqual({ sent: PAGES * errors, stored: PAGES * errors, duplicates: [] })
})

test('errors of a page that ends while all its connections are busy', async () => {
  for (const { errors, stackBytes } of [small, medium]) {
    // A reload needs a free connection to the origin, which never comes here.
    const ends = [close, navigate]
    const result = await breakPages({
      service: `busy-${errors}`,
      errors,
      stackBytes,
      busy: CONNECTIONS,
      ends,
    })
    expect(result).toEqual({ sent: PAGES * errors, stored: PAGES * errors, duplicates: [] })
  }
})

test('of more than a browser sends for a page that has ended, at least that much arrives', async () => {
  const { errors, stackBytes } = large
  const ends = [close, navigate, reload]
  const { sent, stored, duplicates } = await breakPages({
    service: 'large',
    errors,
    stackBytes,
    busy: 0,
    ends,
  })
  expect(sent).toBeGreaterThanOrEqual(PAGES * 4)
  expect(stored).toBe(sent)
  expect(duplicates).toEqual([])
})

type Scenario = { service: string; errors: number; stackBytes: number; busy: number; ends: EndPage[] }

/** Opens, breaks and ends ten pages, each in its way. Counts the digests that were sent and stored. */
async function breakPages({ service, errors, stackBytes, busy, ends }: Scenario) {
  bodies = []
  const digests: string[] = []
  const breakPage = async (number: number) => {
    // A context of its own has its own connections.
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}/?service=${service}`)
    digests.push(...(await page.evaluate(throwErrors, { errors, stackBytes, busy, number })))
    await ends[number % ends.length]?.(page)
    await page.close()
    return context
  }
  const contexts = []
  for (let first = 0; first < PAGES; first += CONCURRENT_PAGES)
    contexts.push(
      ...(await Promise.all(
        Array.from({ length: CONCURRENT_PAGES }, (_, index) => breakPage(first + index)),
      )),
    )
  const allStored = async () => (await countStored(service)) >= digests.length
  await waitFor('all errors', allStored, { timeoutMs: ARRIVAL_MS }).catch(() => {})
  await waitForLaterEvent()
  await Promise.all(contexts.map((context) => context.close()))
  const received = bodies.join()
  const counts = digests.map((digest) => received.split(`"${digest}"`).length - 1)
  return {
    sent: counts.filter(Boolean).length,
    stored: await countStored(service),
    duplicates: digests.filter((_, index) => (counts[index] ?? 0) > 1),
  }
}

type PageInput = { errors: number; stackBytes: number; busy: number; number: number }

/** Runs in the page. */
async function throwErrors({ errors, stackBytes, busy, number }: PageInput) {
  const { errata } = globalThis as unknown as {
    errata: { flush(): Promise<boolean>; captureException(error: Error): string }
  }
  await errata.flush()
  for (let index = 0; index < busy; index++) void fetch(`/hang?${index}`).catch(() => {})
  if (busy) await new Promise((resolve) => setTimeout(resolve, 50))
  return Array.from({ length: errors }, (_, index) => {
    const error = new Error(`page ${number}, error ${index}`)
    const frame = `    at way${index} (https://shop.example/assets/shop-4f1c9a2b.js:${index + 1}:7)\n`
    error.stack = `Error: ${error.message}\n${frame.repeat(stackBytes / 60)}`
    return errata.captureException(error)
  })
}

async function countStored(service: string): Promise<number> {
  const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=1h&service=${service}`)
  return issues.reduce((total, { count }) => total + count, 0)
}

/** An event that is sent after all others is stored after them. */
async function waitForLaterEvent(): Promise<void> {
  const { digest, body } = exceptionLog({ service: 'afterwards' })
  await post(`${stack.url}/monitoring`, body)
  await eventOf(stack, digest)
}
