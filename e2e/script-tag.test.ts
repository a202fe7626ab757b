// Somebody else's page, without a bundler: one script tag, and what breaks in it is in the console.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, TraceAnswer } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { openBrowser, type Visitor } from './page.ts'

let house: House
let browser: Visitor
let site: Server
let siteUrl = ''
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <script src="${house.url}/monitoring.js" data-service="somebody-else" data-release="7.1"></script>
      <main id="app"><button onclick="noSuchThing()">Break</button></main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as { port: number }).port}`
})
afterAll(async () => {
  site?.close()
  await browser?.close()
  await house?.close()
})

test('a script tag is enough: the error is stored with its release, and its page load is a trace', async () => {
  const { page, said, leave } = await browser.visit(siteUrl)
  await page.getByRole('button', { name: 'Break' }).click()
  const { issues } = await until('the issue', async () => {
    const answer = await ask<{ issues: { latestDigest: string; message: string }[] }>(
      `${house.url}/api/issues?range=1h&service=somebody-else`,
    )
    return answer.issues.length ? answer : undefined
  })
  const event = await ask<Event>(`${house.url}/api/events/${issues[0]?.latestDigest}`)
  expect(event).toMatchObject({
    type: 'ReferenceError',
    message: 'noSuchThing is not defined',
    release: '7.1',
    mechanism: 'window.error',
  })
  expect(said()).toContain('noSuchThing is not defined')
  await until('the page load', async () => {
    const trace = await ask<TraceAnswer>(`${house.url}/api/traces/${event.traceId}`)
    return trace.spans.some(({ spanId, service }) => spanId === event.spanId && service === 'somebody-else')
  })
  expect(await page.evaluate('typeof errata.captureException')).toBe('function')
  await leave()
})
