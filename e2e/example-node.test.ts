// examples/node: errors of a server, in a span and outside of one, whatever its pages sample.
import { beforeAll, expect, test } from 'vitest'
import { installExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startFrameworkServer } from './testing/framework-server.ts'
import { eventOf, eventWith, occurrencesOf, storedMessages } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
let folder: string

beforeAll(async () => {
  folder = await installExample('node')
}, EXAMPLE_TIMEOUT_MS)

/** `service`: each test has its own. */
function startServer(service: string) {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl,
    OTEL_SERVICE_NAME: service,
    OTEL_RESOURCE_ATTRIBUTES: 'service.version=1.0.0',
    // Spans leave the server soon, and the spans of one request together.
    OTEL_BSP_SCHEDULE_DELAY: '1000',
    ERRATA_URL: stack.url,
  }
  const args = ['--import', './telemetry.ts', 'server.ts']
  return startFrameworkServer({ folder, args, relayUrl: stack.url, env })
}

test('an error in a handler is an exception of its span', async () => {
  const server = await startServer('handlers')
  expect((await fetch(`${server.serverUrl}/broken`)).status).toBe(500)
  const event = await eventWith(stack, 'handlers', 'the warehouse is undefined')
  expect(event).toMatchObject({
    type: 'TypeError',
    release: '1.0.0',
    attributes: { 'http.route': '/broken' },
  })
  expect(event.spanId).not.toBe('')
  await server.close()
  expect(await storedMessages(stack, 'handlers')).toEqual(['the warehouse is undefined'])
})

test('an error that the server handles has its digest in the answer, and the ids of its span', async () => {
  const server = await startServer('handled')
  const text = await (await fetch(`${server.serverUrl}/handled`)).text()
  const event = await eventOf(stack, text.split('Reference: ')[1] ?? '')
  expect(event).toMatchObject({
    service: 'handled',
    message: 'the stock is old',
    mechanism: 'manual',
    severity: 13,
  })
  expect(event.traceId).toMatch(/^[0-9a-f]{32}$/)
  await server.close()
  expect(await storedMessages(stack, 'handled')).toEqual(['the stock is old'])
})

test.for([
  { path: '/exception', type: 'Error', message: 'the timer is broken', mechanism: 'uncaughtException' },
  {
    path: '/rejection',
    type: 'RangeError',
    message: 'nobody waits for this',
    mechanism: 'unhandledRejection',
  },
])('$mechanism: the process ends with 1 as without Errata, and the error is stored', async (row) => {
  const { path, ...stored } = row
  const server = await startServer(stored.mechanism)
  await fetch(`${server.serverUrl}${path}`).catch(() => {})
  expect(await server.exitCode).toBe(1)
  expect(server.output()).toContain(stored.message)
  const event = await eventWith(stack, stored.mechanism, stored.message)
  expect(event).toMatchObject({ ...stored, severity: 21, release: '1.0.0' })
  await server.close()
  expect(await storedMessages(stack, stored.mechanism)).toEqual([stored.message])
})

test.for([0, 0.1, 1])('a page with the rate %d does not silence the errors of its server', async (rate) => {
  const service = `rate-${rate}`
  const clicks = 4
  const server = await startServer(service)
  for (let click = 0; click < clicks; click++) {
    const { page, close } = await browser.open(`${server.serverUrl}/?rate=${rate}`)
    const answer = page.waitForResponse(/broken/)
    await page.getByRole('button', { name: 'Broken' }).click()
    await answer
    await close()
  }
  await waitFor(`an error of each of ${clicks} requests`, async () => {
    const traces = (await occurrencesOf(stack, service)).map(({ traceId }) => traceId)
    return new Set(traces).size === clicks
  })
  await server.close()
})
