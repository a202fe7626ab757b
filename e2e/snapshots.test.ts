// What a user saw at an error: from the page of the application to the page of the issue.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SnapshotAnswer } from '../contract/snapshots.ts'
import { openScreen } from './testing/browser-session.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { breakPage } from './testing/snapshots.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `shop-${Date.now()}`
let server: HttpServer
beforeAll(async () => {
  server = await startServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html')
    const tall = `<style>.tall { margin-top: 3000px } .list { height: 100px; overflow: auto }</style>
      <div class="list"><p style="height: 900px">List of rows</p></div><div class="tall"></div>`
    const scrolled = "document.querySelector('.list').scrollTo(0, 150); setTimeout(fail, 200)"
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <style>.pay { background: rgb(1, 2, 3); } #total { color: red }</style>
      <script src="${stack.url}/monitoring.js" data-service="${service}" data-snapshot></script>
      <main class="page" data-order="4711"><h1>Order of Ann</h1>
        <p id="total" title="for Ann">Total 12 EUR</p>
        <p data-errata-unmask>Help, password=hunter2</p>
        <input value="ann@shop.example">${url === '/tall' ? tall : ''}<button
          class="pay" onclick="${url === '/tall' ? scrolled : 'fail()'}">Pay</button></main>
      <script>
        const error = new TypeError('no amount')
        const fail = () => {
          document.title = errata.digestOf(error)
          throw error
        }
      </script>`)
  })
})
afterAll(() => server?.close())

test('an uncaught error comes with a masked copy of the page, which its issue shows', async () => {
  const digest = await breakPage(browser, server.url, stack.url)
  const snapshot = await waitFor('the snapshot', () =>
    getJson<SnapshotAnswer>(`${stack.url}/api/events/${digest}/snapshot`).catch(() => undefined),
  )
  expect(snapshot).toMatchObject({
    kind: 'dom',
    css: '.pay { background: rgb(1, 2, 3); }\n#total { color: red; }',
    masked: { texts: 4, inputs: 1 },
    width: 1440,
  })
  expect(snapshot.html.replaceAll(/\n\s*/g, '')).toBe(
    '<html><head></head><body><main><h1>***** ** ***</h1><p id="total" title="*** ***">***** ** ***</p>' +
      '<p>Help, password=[scrubbed]</p><input type="text" value="****************">' +
      '<button class="pay">***</button></main></body></html>',
  )
  const event = await waitFor('the event', async () => {
    const stored = await eventOf(stack, digest)
    return stored.snapshot && stored
  })
  expect(event.snapshot).toMatchObject({ reason: null, masked: { texts: 4, inputs: 1 } })

  const screen = await openScreen(browser, `${stack.url}/issues/${event.issueId}?event=${digest}`)
  const section = screen.page.getByRole('region', { name: 'What the user saw' })
  await section.getByText('4 texts and 1 value are masked').waitFor()
  const frame = section.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('')
  const button = frame.contentFrame().getByRole('button', { name: '***' })
  // The styles of the page apply, which the policy of the console does not allow in itself.
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(1, 2, 3)')
  expect(screen.consoleLines().filter((line) => /security policy|uncaught|error/i.test(line))).toEqual([])
  await screen.close()
})

test('the frame shows the part of the page that the user saw', async () => {
  const digest = await breakPage(browser, `${server.url}/tall`, stack.url)
  const event = await waitFor('the event', async () => {
    const stored = await eventOf(stack, digest)
    return stored.snapshot && stored
  })
  const screen = await openScreen(browser, `${stack.url}/issues/${event.issueId}?event=${digest}`)
  const frame = screen.page
    .getByRole('region', { name: 'What the user saw' })
    .locator('iframe')
    .contentFrame()
  const button = frame.getByRole('button', { name: '***' })
  const positions = () =>
    button.evaluate((element) => [scrollY > 2_000, element.getBoundingClientRect().top < innerHeight])
  await expect.poll(positions).toEqual([true, true])
  expect(await frame.getByText('**** ** ****').evaluate((row) => getComputedStyle(row).translate)).toBe(
    '0px -150px',
  )
  // The page of the issue has not moved.
  expect(await screen.page.evaluate(() => scrollY)).toBe(0)
  await screen.close()
})

test('the document of a frame has a policy and an origin of its own', async () => {
  const digest = await breakPage(browser, server.url, stack.url)
  const url = `${stack.url}/api/events/${digest}/snapshot/frame`
  const response = await waitFor('the document', async () => {
    const answer = await fetch(url)
    return answer.ok ? answer : null
  })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect((await fetch(`${stack.url}/api/events/${digest}0/snapshot`)).status).toBe(404)
  const { page, close } = await browser.open(url)
  expect(await page.evaluate(() => origin).catch(() => 'null')).toBe('null')
  await close()
})
