// Lines of a server's log: from its exporter, through the collector, to the screen of logs, the timeline of
// the error that they explain, and the person's data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogsAnswer } from '../contract/logs.ts'
import { openScreen } from './testing/browser-session.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson, post } from './testing/http.ts'
import { logRecord } from './testing/logs.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { logsOf } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const name = `logs-${Date.now()}`
let server: HttpServer

/** A page whose payment fails, and its server, which logs in the trace of the request. */
beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url !== '/pay') {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><html lang="en"><title>A page</title>
        <script src="${stack.url}/monitoring.js" data-service="${name}" data-traces-sample-rate="1"></script>
        <main><button onclick="pay()">Pay</button></main>
        <script>
          errata.setUser({ id: '${name}-user' })
          const pay = async () => {
            const { ok } = await fetch('/pay')
            if (!ok) throw new TypeError('no payment')
          }
        </script>`)
      return
    }
    const [, traceId, spanId] = String(request.headers['traceparent']).split('-')
    const at = Date.now()
    const lines = [
      logRecord({
        body: 'charging order 4711',
        at,
        traceId: traceId!,
        spanId,
        values: { 'order.id': '4711' },
      }),
      logRecord({
        body: '\u001B[31mthe bank refused\u001B[0m',
        at: at + 1,
        level: 'error',
        traceId: traceId!,
      }),
    ]
    const body = logsOf({ 'service.name': `${name}-api` }, lines)
    void post(`${stack.collectorUrl}/v1/logs`, body).then(() => response.writeHead(502).end())
  })
})
afterAll(async () => {
  server?.close()
})

const readLogs = (query: string) => getJson<LogsAnswer>(`${stack.url}/api/logs?${query}`)

test('a line of a server is on the screen of logs and on the timeline of the error', async () => {
  const shop = await browser.open(server.url)
  await shop.page.getByRole('button', { name: 'Pay' }).click()
  const [line] = await waitFor('the lines', async () => {
    const { logs } = await readLogs(`service=${name}-api&q=order.id:4711`)
    return logs.length > 0 ? (logs as [LogsAnswer['logs'][number]]) : undefined
  })
  const ofTrace = await waitFor('the error', async () => {
    const { logs } = await readLogs(`traceId=${line.traceId}`)
    return logs.length === 3 ? logs : undefined
  })
  await shop.close()
  expect(new Set(ofTrace.map(({ service, level }) => `${service} ${level}`))).toEqual(
    new Set([`${name} error`, `${name}-api error`, `${name}-api info`]),
  )
  const session = ofTrace.find(({ service }) => service === name)!.attributes['session.id']
  expect((await readLogs(`sessionId=${session}`)).logs.map(({ body }) => body)).toContain(
    'charging order 4711',
  )

  const person = encodeURIComponent(`${name}-user`)
  const exported = await getJson<{ logs: object[] }>(`${stack.url}/api/export?userId=${person}`)
  expect(JSON.stringify(exported.logs)).toContain('charging order 4711')

  const { page, close } = await openScreen(browser, `${stack.url}/logs?service=${name}-api&level=error`)
  await page.getByRole('button', { name: 'the bank refused' }).click()
  await page.getByRole('link', { name: /^Trace [\da-f]{8}$/ }).click()
  await page.waitForURL(new RegExp(`/traces/${line.traceId}`))
  await page.getByText('3 log records of this trace').click()
  await page.getByRole('button', { name: /charging order 4711/ }).waitFor()
  await page.getByRole('link', { name: 'Search the log records of this trace' }).click()
  await page.getByRole('button', { name: 'TypeError: no payment' }).click()
  await page.getByRole('link', { name: /^Event/ }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('charging order 4711').waitFor()
  await timeline.getByText('the bank refused').waitFor()
  await close()
})
