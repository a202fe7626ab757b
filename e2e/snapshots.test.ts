// What a user saw at an error: from the page of the application to the API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SnapshotAnswer } from '../contract/snapshots.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `shop-${Date.now()}`
let server: HttpServer
beforeAll(async () => {
  server = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <style>.pay { background: rgb(1, 2, 3); } #total { color: red }</style>
      <script src="${stack.url}/monitoring.js" data-service="${service}" data-snapshot></script>
      <main class="page secret-class" data-order="4711"><h1>Order of Ann</h1>
        <p id="total" title="for Ann">Total 12 EUR</p>
        <p data-errata-unmask>Public text, password=hunter2</p>
        <input value="ann@shop.example"><button class="pay" onclick="fail()">Pay</button></main>
      <script>
        const fail = () => setTimeout(() => { const digest = errata.digestOf(error); document.title = digest; throw error })
        const error = new TypeError('no amount')
        errata.setUser({ id: 'u-42' })
      </script>`)
  })
})
afterAll(() => server?.close())

test('an uncaught error comes with a masked copy of the page', async () => {
  const shop = await browser.open(server.url)
  await shop.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('copy-')),
  )
  await shop.page.waitForTimeout(300)
  await shop.page.getByRole('button', { name: 'Pay' }).click()
  const digest = await waitFor('the digest', async () => {
    const title = await shop.page.title()
    return /^[\dA-Z]{8}$/.test(title) ? title : undefined
  })
  const snapshot = await waitFor('the snapshot', () =>
    getJson<SnapshotAnswer>(`${stack.url}/api/events/${digest}/snapshot`).catch(() => undefined),
  )
  console.log(snapshot)
  expect(snapshot.kind).toBe('dom')
  await shop.close()
})
