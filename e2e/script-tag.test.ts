// A page without a bundler: one script tag reports its errors and its page load.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
let server: HttpServer
beforeAll(async () => {
  server = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <script src="${stack.url}/monitoring.js" data-service="other-site" data-release="7.1"></script>
      <main id="app"><button onclick="noSuchThing()">Break</button></main>`)
  })
})
afterAll(async () => {
  server?.close()
})

test('a script tag is enough: the error is stored with its release, the page load is a trace', async () => {
  const { page, consoleText, close } = await browser.open(server.url)
  await page.getByRole('button', { name: 'Break' }).click()
  const { issues } = await waitFor('the issue', async () => {
    const answer = await getJson<{ issues: { latestDigest: string; message: string }[] }>(
      `${stack.url}/api/issues?range=1h&service=other-site`,
    )
    return answer.issues.length ? answer : undefined
  })
  const event = await getJson<Event>(`${stack.url}/api/events/${issues[0]?.latestDigest}`)
  expect(event).toMatchObject({
    type: 'ReferenceError',
    message: 'noSuchThing is not defined',
    release: '7.1',
    mechanism: 'window.error',
  })
  expect(consoleText()).toContain('noSuchThing is not defined')
  await waitFor('the page load', async () => {
    const trace = await getJson<TraceAnswer>(`${stack.url}/api/traces/${event.traceId}`)
    return trace.spans.some(({ spanId, service }) => spanId === event.spanId && service === 'other-site')
  })
  expect(await page.evaluate('typeof errata.captureException')).toBe('function')
  await close()
})
