// Each process is killed under load: what was acknowledged with 200 is stored afterwards, exactly once. While
// the relay is down, the monitored application works, and its user sees the fallback screen.
import { expect, test } from 'vitest'
import type { StatusAnswer } from '../contract/status.ts'
import { fallbackSentence, readFallback } from './testing/fallback-screen.ts'
import { getJson, post, send } from './testing/http.ts'
import { killUnderLoad } from './testing/kill-under-load.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { nanoseconds, newSpanId, newTraceId, spansOf } from './testing/telemetry.ts'

const KILLS = 3
const TIMEOUT_MS = 240_000
const ENVELOPES = 20
const SPANS = 5

function traceRequest(): object {
  const traceId = newTraceId()
  const [startTimeUnixNano, endTimeUnixNano] = [nanoseconds(Date.now() - 50), nanoseconds(Date.now())]
  const span = () => ({ traceId, spanId: newSpanId(), name: 'load', startTimeUnixNano, endTimeUnixNano })
  return spansOf({ 'service.name': 'stalled' }, Array.from({ length: SPANS }, span))
}

const { stack, browser } = startStackWithBrowser()

test.for(['otelcol', 'store', 'relay'] as const)(
  'nothing acknowledged is lost or counted twice when the %s is killed',
  async (name) => {
    const { lost, stored, total } = await killUnderLoad(stack, name, KILLS)
    expect(lost, stack.output()).toBe(0)
    // A request without a response may have arrived as well, but nothing is stored twice.
    expect(total).toBe(stored)
  },
)

test('spans are stored once when the collector stalls and answers too late', async () => {
  const { rows: before } = await getJson<StatusAnswer>(`${stack.url}/api/status`)
  const pid = stack.pidOf('otelcol')!
  const envelopes = Array.from({ length: ENVELOPES }, traceRequest)
  process.kill(pid, 'SIGSTOP')
  try {
    // Together: several requests are under way, whose envelopes the relay sends again in one.
    const answers = envelopes.map((envelope) => post(`${stack.url}/monitoring`, envelope))
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
    // The relay no longer waits for the collector, which has the requests in its connections.
    await expect.poll(spooled, { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  const added = async () => (await getJson<StatusAnswer>(`${stack.url}/api/status`)).rows.spans - before.spans
  await expect.poll(spooled, { timeout: TIMEOUT_MS }).toBe(0)
  await expect.poll(added, { timeout: TIMEOUT_MS }).toBeGreaterThanOrEqual(ENVELOPES * SPANS)
  // What is stored twice arrives with the rest: after one more request that is stored.
  await send(stack.url, traceRequest())
  await expect.poll(added, { timeout: TIMEOUT_MS }).toBeGreaterThanOrEqual((ENVELOPES + 1) * SPANS)
  expect(await added()).toBe((ENVELOPES + 1) * SPANS)

  async function spooled(): Promise<number> {
    const { spool } = await getJson<{ spool: { envelopes: number } }>(`${stack.url}/health`)
    return spool.envelopes
  }
})

test('with the relay down the shop works, and an error shows the same fallback screen', async () => {
  const shop = await browser.open(`${stack.url}/demo`)
  const basket = shop.page.getByText(/basket: /)
  await basket.waitFor()
  await stack.close()

  const text = await basket.innerText()
  await shop.page
    .getByRole('button', { name: /add|buy|basket/i })
    .first()
    .click()
  await expect.poll(() => basket.innerText()).not.toBe(text)

  await shop.page.getByRole('button', { name: 'Throw in a click handler' }).click()
  await expect.poll(() => shop.consoleText()).toContain('uncaught: ')
  const uncaught = shop.consoleLines().filter((line) => line.startsWith('uncaught: '))
  expect(uncaught).toHaveLength(1)

  await shop.page.getByRole('button', { name: 'Throw while rendering' }).click()
  const { sentence, digest } = await readFallback(shop.page)
  expect(sentence).toBe(fallbackSentence(new URL(stack.url).host))
  expect(digest).toHaveLength(8)
  // The browser prints a line for each request that fails; a relay that stays down must not fill the console.
  const refused = shop.consoleLines().filter((line) => line.includes('ERR_CONNECTION_REFUSED'))
  expect(refused.length).toBeLessThan(10)
  await shop.close()
})
