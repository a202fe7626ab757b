// What users write: from the fallback screen of a broken page to the console.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import type { Feedback, FeedbackAnswer } from '../contract/feedback.ts'
import { openScreen } from './testing/browser-session.ts'
import { readFallback } from './testing/fallback-screen.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson, post, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `shop-${Date.now()}`
let server: HttpServer
beforeAll(async () => {
  server = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <script src="${stack.url}/monitoring.js" data-service="${service}" data-feedback></script>
      <main><button onclick="fail()">Pay</button></main>
      <script>
        const fail = () => errata.captureException(new TypeError('no amount'), { fallback: true })
        errata.setUser({ id: 'u-42' })
      </script>`)
  })
})
afterAll(async () => {
  server?.close()
})

/** Breaks the page and returns the digest, when the screen has its form. */
async function breakPage(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pay' }).click()
  const { digest } = await readFallback(page)
  await page.getByLabel('What were you doing?').waitFor()
  return digest
}

const storedText = (text: string) =>
  waitFor('the text', async () => {
    const { feedback } = await getJson<FeedbackAnswer>(`${stack.url}/api/feedback?service=${service}`)
    const matches = feedback.filter((each) => each.text === text && each.issueId !== null)
    return matches.length > 0 ? (matches as [Feedback]) : undefined
  })

test('a broken page asks, and the console shows the answer beside its error', async () => {
  const shop = await browser.open(server.url)
  const digest = await breakPage(shop.page)
  const text = '<script>alert(1)</script> The total\u202E was 3 < 4, password=hunter2'
  await shop.page.getByLabel('What were you doing?').fill(text)
  await shop.page.getByLabel('Email').fill('ann@shop.example')
  await shop.page.getByRole('button', { name: 'Send' }).click()
  await shop.page.getByText('Thank you.').waitFor()
  await shop.close()

  const [stored] = await storedText(text.replace('hunter2', '[scrubbed]'))
  expect(stored).toMatchObject({
    digest,
    email: 'ann@shop.example',
    userId: 'u-42',
    type: 'TypeError',
    message: 'no amount',
  })

  const { page, consoleText, close } = await openScreen(browser, `${stack.url}/feedback?service=${service}`)
  const row = page.getByRole('row').filter({ hasText: '<script>alert(1)</script> The total' })
  await row.getByRole('link', { name: 'ann@shop.example' }).waitFor()
  await row.getByRole('link', { name: 'TypeError no amount' }).click()
  await page.waitForURL(`**/issues/${stored.issueId}?event=${digest}`)
  const section = page.getByRole('region', { name: 'What users wrote' })
  await section.getByText('about this event').waitFor()
  expect(await section.getByRole('blockquote').innerText()).toContain('The total[RLO] was 3 < 4')
  await page.goto(`${stack.url}/?service=${service}&q=has:feedback`)
  await page.getByRole('link', { name: 'TypeError no amount' }).waitFor()
  expect(consoleText()).not.toContain('uncaught')
  await close()
})

const inTunnel = () => getJson<FeedbackAnswer>(`${stack.url}/api/feedback?service=${service}&q=tunnel`)

test('an answer of a page without a connection arrives once, after the page was closed', async () => {
  const { page, close } = await browser.open(server.url)
  // The code of the form is loaded with the first sessions.
  await page.waitForResponse(/form-/)
  await page.context().setOffline(true)
  await breakPage(page)
  const text = `in a tunnel ${Date.now()}`
  await page.getByLabel('What were you doing?').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Not sent yet.').waitFor()
  const next = await page.context().newPage()
  await page.close()
  await page.context().setOffline(false)
  await next.goto(server.url)
  const { feedback } = await waitFor('the text', async () => {
    const answer = await inTunnel()
    return answer.feedback.length > 0 ? answer : undefined
  })
  expect(feedback).toMatchObject([{ text, userId: 'u-42' }])
  await next.reload()
  await next.waitForResponse(/form-/)
  await next.evaluate('errata.flush()')
  expect((await inTunnel()).total).toBe(1)
  await close()
})

test('a form of the page sends its own text, of which 10,000 characters are cut', async () => {
  const { page, close } = await browser.open(server.url)
  await page.evaluate(`errata.captureFeedback('${'long '.repeat(2_000)}', { digest: fail() })`)
  const [stored] = await storedText('long '.repeat(2_000).slice(0, 4_096))
  expect(stored).toMatchObject({ type: 'TypeError', email: null })
  await close()
})

test('a program sends what a user wrote about an error, or about a service', async () => {
  const { digest, body } = exceptionLog({ service, message: 'no total' })
  await send(stack.url, body)
  await eventOf(stack, digest)
  const sendText = async (sent: object) => {
    const answer = await post(`${stack.url}/api/feedback`, sent)
    return { status: answer.status, text: await answer.text() }
  }
  const spelled = digest.toLowerCase()
  const text = 'By mail: the total is missing, password=hunter2'
  expect(await sendText({ text, digest: spelled, email: 'ann@shop.example' })).toMatchObject({ status: 202 })
  const [stored] = await storedText(text.replace('hunter2', '[scrubbed]'))
  expect(stored).toMatchObject({ digest, email: 'ann@shop.example', service, message: 'no total' })
  expect(await sendText({ text: 'About nothing', service })).toMatchObject({ status: 202 })
  for (const [sent, status, reason] of [
    [{ text: 'x' }, 400, 'digest'],
    [{ digest }, 400, 'text'],
    [{ text: ' ', digest }, 400, 'text'],
    [{ text: 'x', digest: 5 }, 400, 'digest'],
    [{ text: 'x', digest: 'ZZZZZZZZ' }, 404, 'No occurrence'],
    [[], 400, 'JSON'],
  ] as const)
    expect(await sendText(sent)).toEqual({ status, text: expect.stringContaining(reason) })
})
