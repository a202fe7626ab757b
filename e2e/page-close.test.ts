// The last moment of a page: what broke in it is in the store, once, however the page went and however busy its connections were.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { exceptionLog, post } from './telemetry.ts'

const times = 10
const atOnce = 5
/** As many connections as a browser opens to one origin. */
const connections = 6

let house: House
let browser: Browser
let site: Server
let siteUrl = ''
/** Bodies that came for the house, in order. */
let bodies: string[] = []
const contexts: BrowserContext[] = []

beforeAll(async () => {
  house = await openHouse()
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  site = createServer((asked, response) => void answer(asked, response))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as { port: number }).port}`
})
afterAll(async () => {
  await browser?.close()
  site?.closeAllConnections()
  site?.close()
  await house?.close()
})

/** One origin, as behind a reverse proxy: the page, what never answers, and the house. */
async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(asked.url ?? '/', siteUrl)
  if (pathname === '/hang') return
  if (pathname.startsWith('/monitoring')) {
    const body = await text(asked)
    if (asked.method === 'POST') bodies.push(body)
    const headers = asked.headers as Record<string, string>
    request(`${house.url}${asked.url}`, { method: asked.method ?? 'GET', headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    }).end(body)
    return
  }
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><html lang="en"><title>A page</title>
    <script src="/monitoring.js" data-service="${searchParams.get('service')}" data-traces-sample-rate="1"></script><main id="app">here</main>`)
}

type Leave = (page: Page) => Promise<unknown>
const isClosed: Leave = (page) => page.close()
const goesElsewhere: Leave = (page) => page.goto(`${house.url}/health`)
const isLoadedAgain: Leave = (page) => page.reload()

// The first error leaves at once, the others wait behind it until the page goes.
const small = { size: 'one small error', errors: 1, stack: 300 }
const medium = { size: '40 KB of errors', errors: 3, stack: 13_000 }
const large = { size: '90 KB of errors', errors: 7, stack: 13_000 }

test.for([small, medium])('$size of a page that goes the next moment', async ({ errors, stack }) => {
  const came = await visits({
    service: `idle-${errors}`,
    errors,
    stack,
    busy: 0,
    ways: [isClosed, goesElsewhere, isLoadedAgain],
  })
  expect(came).toEqual({ sent: times * errors, stored: times * errors, twice: [] })
})

test('errors of a page that goes while all of its connections are busy', async () => {
  for (const { errors, stack } of [small, medium]) {
    // To load a page again takes a connection to its origin too: with all of them busy a browser waits for ever.
    const came = await visits({
      service: `busy-${errors}`,
      errors,
      stack,
      busy: connections,
      ways: [isClosed, goesElsewhere],
    })
    expect(came).toEqual({ sent: times * errors, stored: times * errors, twice: [] })
  }
})

test('of more than a browser carries on for a page that is gone, at least that much arrives', async () => {
  const { errors, stack } = large
  const { sent, stored, twice } = await visits({
    service: 'large',
    errors,
    stack,
    busy: 0,
    ways: [isClosed, goesElsewhere, isLoadedAgain],
  })
  expect(sent).toBeGreaterThanOrEqual(times * 4)
  expect(stored).toBe(sent)
  expect(twice).toEqual([])
})

type Visits = { service: string; errors: number; stack: number; busy: number; ways: Leave[] }

/** Opens the page ten times, breaks it, leaves in one of the ways after the other, and counts what came of it. */
async function visits({ service, errors, stack, busy, ways }: Visits) {
  bodies = []
  const digests: string[] = []
  for (let visit = 0; visit < times; visit += atOnce) {
    const several = Array.from({ length: atOnce }, async (_, index) => {
      // People who do not share their connections.
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${siteUrl}/?service=${service}`)
      digests.push(...(await page.evaluate(breakPage, { errors, stack, busy, visit: visit + index })))
      await ways[(visit + index) % ways.length]?.(page)
      await page.close()
      return context
    })
    contexts.push(...(await Promise.all(several)))
  }
  await until('the last of them', async () => (await storedOf(service)) >= digests.length, 5000).catch(
    () => {},
  )
  await settled()
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  const came = digests.map((digest) => bodies.join().split(`"${digest}"`).length - 1)
  return {
    sent: came.filter(Boolean).length,
    stored: await storedOf(service),
    twice: digests.filter((_, index) => (came[index] ?? 0) > 1),
  }
}

/** Runs in the page. */
async function breakPage({
  errors,
  stack,
  busy,
  visit,
}: {
  errors: number
  stack: number
  busy: number
  visit: number
}) {
  const { errata } = globalThis as unknown as {
    errata: { flush(): Promise<boolean>; captureException(error: Error): string }
  }
  await errata.flush()
  for (let index = 0; index < busy; index++) void fetch(`/hang?${index}`).catch(() => {})
  if (busy) await new Promise((resolve) => setTimeout(resolve, 50))
  return Array.from({ length: errors }, (_, index) => {
    const error = new Error(`visit ${visit}, error ${index}`)
    error.stack = `Error: ${error.message}\n${`    at way${index} (https://shop.example/assets/shop-4f1c9a2b.js:${index + 1}:7)\n`.repeat(stack / 60)}`
    return errata.captureException(error)
  })
}

async function storedOf(service: string): Promise<number> {
  const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=1h&service=${service}`)
  return issues.reduce((sum, { count }) => sum + count, 0)
}

/** What was sent after everything else is stored after it. */
async function settled(): Promise<void> {
  const { digest, body } = exceptionLog({ service: 'afterwards' })
  await post(`${house.url}/monitoring`, body)
  await until('what came last', () => ask(`${house.url}/api/events/${digest}`))
}
