// Feature flags and attributes that a page sets while it runs: on its errors, and as what differs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import { openScreen } from './testing/browser-session.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { eventWith } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `flags-${Date.now()}`
let server: HttpServer

/** The new checkout is broken; every page has another error, too. */
beforeAll(async () => {
  server = await startServer((request, response) => {
    const checkout = request.url === '/new' ? 'new' : 'old'
    response.setHeader('content-type', 'text/html')
    const many = request.url === '/many' ? manyFlags(service) : undefined
    response.end(
      many ??
        `<!doctype html><html lang="en"><title>A page</title>
      <script src="${stack.url}/monitoring.js" data-service="${service}"></script>
      <main>A page</main>
      <script>
        errata.setFlag('checkout', '${checkout}')
        errata.setAttributes({ 'app.plan': 'free' })
        errata.captureException(new RangeError('no picture'))
        if ('${checkout}' === 'new') errata.captureException(new TypeError('no total'))
        errata.flush().then((isSent) => document.body.append(isSent ? 'sent' : 'lost'))
      </script>`,
    )
  })
})
afterAll(async () => {
  server?.close()
})

/** A page with ten thousand flags, and errors before and after the client chunk has loaded. */
const manyFlags = (name: string) => `<!doctype html><html lang="en"><title>A page</title>
  <script src="${stack.url}/monitoring.js" data-service="${name}-many"></script>
  <script>
    for (let index = 0; index < 10000; index++) errata.setFlag('flag ' + index, 'y'.repeat(2000))
    errata.setAttributes({ none: Object.create(null), nan: NaN, list: { a: [1] }, constructor: 'a name' })
    errata.captureException(new RangeError('early'))
    errata.flush(60000).then(() => {
      errata.captureException(new RangeError('late'))
      return errata.flush(60000)
    }).then((isSent) => document.body.append(isSent ? 'sent' : 'lost'))
  </script>`

const read = (q: string) =>
  getJson<IssuesAnswer>(`${stack.url}/api/issues?${new URLSearchParams({ service, q }).toString()}`)

test('the page of an issue shows the flag that its events have and others do not', async () => {
  for (const path of ['/new', '/old', '/old']) {
    const { page, close } = await browser.open(server.url + path)
    await page.getByText('sent').waitFor()
    await close()
  }
  const ids = await waitFor('the errors', async () => {
    const { issues } = await read('app.plan:free')
    const counts = issues.map(({ type, count }) => `${type} ${count}`).join()
    return /TypeError 1/.test(counts) && /RangeError 3/.test(counts) ? issues : undefined
  })
  expect((await read('errata.flag.checkout:old')).issues.map(({ type }) => type)).toEqual(['RangeError'])

  const { id } = ids.find(({ type }) => type === 'TypeError')!
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  const alike = page.getByText(/^All in/)
  await alike.waitFor()
  // Of four events of the service, two have the new checkout.
  await alike.getByTitle('flag checkout').waitFor()
  expect(await alike.textContent()).toContain('flag checkout new (usually 50 %)')
  await page.goto(`${stack.url}/?service=${service}`)
  // The keys of the list come with its rows.
  await page.locator('main tbody tr[data-row]').first().waitFor()
  await page.getByRole('combobox', { name: 'Search issues' }).waitFor()
  await page.keyboard.press('f')
  const flag = page.getByRole('heading', { name: /^flag checkout/ })
  await flag.waitFor()
  await page.getByRole('link', { name: 'old', exact: true }).click()
  await page.waitForURL(/errata\.flag\.checkout%3Aold/)
  await expect.poll(() => page.locator('main tbody tr[data-row]').count()).toBe(1)
  await close()
})

test('ten thousand flags and attributes of any kind do not displace the error', async () => {
  const { page, close } = await browser.open(`${server.url}/many`)
  await page.getByText('sent').waitFor()
  await close()
  for (const message of ['early', 'late']) {
    const event = await eventWith(stack, `${service}-many`, message)
    expect(event).toMatchObject({ type: 'RangeError', mechanism: 'manual', severity: 13 })
    const flags = Object.keys(event.attributes).filter((name) => name.startsWith('errata.flag.'))
    expect(flags.length).toBeGreaterThan(80)
    expect(event.attributes).toMatchObject({
      'errata.flag.flag_9999': 'y'.repeat(1_000),
      nan: 'NaN',
      constructor: 'a name',
    })
  }
})
