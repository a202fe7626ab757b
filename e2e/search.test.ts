// What somebody who is called by a user looks for in the console, and finds.
import { beforeAll, expect, test } from 'vitest'
import { getJson, post } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { attributes, nanoseconds, newDigest, newSpanId, newTraceId } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const HOUR = 3_600_000
const NEXT_DIGEST = '1747428604'

const { stack, browser } = startStackWithBrowser()
const [digest, traceId] = [newDigest(), newTraceId()]

beforeAll(async () => {
  const spanId = newSpanId()
  await sendSpan(traceId, spanId)
  await sendSpan(newTraceId(), newSpanId())
  await sendError(
    { 'errata.digest': digest, 'errata.given_digest': NEXT_DIGEST, 'user.id': 'u-42' },
    { spanId },
  )
  // Four releases within three hours: their names do not fit side by side.
  for (const [index, release] of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].entries())
    await sendError(
      { 'errata.digest': newDigest(), 'exception.type': 'OldError' },
      { release, age: 8 - index },
    )
  const { issueId } = await waitFor('stored', () =>
    getJson<{ issueId: string }>(`${stack.url}/api/events/${digest}`).catch(() => undefined),
  )
  const ignored = await fetch(`${stack.url}/api/issues/${issueId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'ignored' }),
  })
  expect(ignored.status).toBe(200)
})

test("Ctrl K opens the occurrence with a framework's digest", async () => {
  const { page, close } = await browser.open(stack.url)
  // The console listens to keys once it is mounted.
  await page.getByRole('navigation', { name: 'Status' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Go to').fill(NEXT_DIGEST)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/issues/*?event=${digest}`)
  await close()
})

test('a search that matches no open issue names the tab that has matches', async () => {
  const { page, close } = await browser.open(`${stack.url}/?q=user:u-42`)
  await page.getByRole('heading', { name: 'No open issues match user:u-42' }).waitFor()
  await page.getByRole('link', { name: '1 ignored issue', exact: true }).click()
  await page.getByRole('row', { name: /CartError/ }).waitFor()
  expect(page.url()).toContain('status=ignored')
  const current = page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')
  expect(await current.allTextContents()).toEqual([expect.stringContaining('Ignored')])
  await close()
})

test('"errors only" has the trace in which a page threw, and counts it', async () => {
  const { page, close } = await browser.open(`${stack.url}/traces?errors=true`)
  const rows = page.getByRole('table', { name: /Traces/ }).locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(1)
  expect(await rows.getByRole('link').getAttribute('href')).toBe(`/traces/${traceId}`)
  expect(await rows.locator('td').nth(4).textContent()).toContain('1')
  await close()
})

test.each([1440, 390])(
  'at %i px names of releases do not cover each other, and open the release',
  async (width) => {
    const { page, close } = await browser.open(`${stack.url}/?range=24h`, { width, height: 900 })
    const labels = page.getByRole('figure', { name: 'Events over time' }).getByRole('button')
    await labels.first().waitFor()
    const boxes = await labels.evaluateAll((elements) =>
      elements
        .map((element) => element.getBoundingClientRect().toJSON() as DOMRect)
        .filter(({ width: w }) => w > 0),
    )
    expect(boxes.length).toBeGreaterThan(width === 390 ? 1 : 3)
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    await labels.and(page.locator(':visible')).filter({ hasText: '1.3.0' }).click()
    await page.waitForURL(/release=1\.3\.0/)
    expect(page.url()).toContain('service=shop')
    expect(page.url()).not.toContain('from=')
    await page.getByRole('row', { name: /OldError/ }).waitFor()
    await close()
  },
)

test('/connect shows each set-up with the address of this relay, and a link to the API', async () => {
  const { page, close } = await browser.open(`${stack.url}/connect`)
  const panel = page.getByRole('tabpanel')
  for (const name of ['React Router', 'Next.js', 'Vue', 'SvelteKit', 'Node.js', 'Script tag', 'Any server']) {
    await page.getByRole('tab', { name, exact: true }).click()
    expect(await panel.textContent()).toContain(name === 'Script tag' ? '/monitoring.js' : '127.0.0.1')
  }
  const href = await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href')
  const { openapi } = await getJson<{ openapi: string }>(`${stack.url}${href}`)
  expect(openapi).toBe('3.1.0')
  await close()
})

async function sendSpan(id: string, spanId: string): Promise<void> {
  const now = Date.now()
  const span = {
    traceId: id,
    spanId,
    name: 'page load /basket',
    startTimeUnixNano: nanoseconds(now - 1_000),
    endTimeUnixNano: nanoseconds(now),
  }
  const resourceSpans = [{ resource: resourceOf('2.0.0'), scopeSpans: [{ spans: [span] }] }]
  expect((await post(`${stack.url}/monitoring`, { resourceSpans })).status).toBe(200)
}

/** `age`: in hours. */
async function sendError(
  values: Record<string, string>,
  { release = '2.0.0', age = 0, spanId = newSpanId() }: { release?: string; age?: number; spanId?: string },
): Promise<void> {
  const record = {
    eventName: 'exception',
    timeUnixNano: nanoseconds(Date.now() - age * 0.8 * HOUR),
    severityNumber: 17,
    ...(age === 0 && { traceId, spanId }),
    attributes: attributes({ 'exception.type': 'CartError', 'exception.message': 'no lines', ...values }),
  }
  const resourceLogs = [{ resource: resourceOf(release), scopeLogs: [{ logRecords: [record] }] }]
  expect((await post(`${stack.url}/monitoring`, { resourceLogs })).status).toBe(200)
}

function resourceOf(release: string): object {
  return { attributes: attributes({ 'service.name': 'shop', 'service.version': release }) }
}
