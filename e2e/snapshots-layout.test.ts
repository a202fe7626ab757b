// A snapshot has the layout of its page: what scripts, registered properties and the user's system decide.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { breakPage } from './testing/snapshots.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `shop-${Date.now()}`
let server: HttpServer

const STYLES = `
  @property --line { syntax: '*'; inherits: false; initial-value: solid; }
  @property --gap { syntax: '<length>'; inherits: true; initial-value: 12px; }
  @layer base { * { margin: 0 } a { color: rgb(1, 2, 3); display: block } }
  :root { color-scheme: light dark }
  @media (prefers-color-scheme: dark) { .night { height: 77px } }
  .card { border: 3px var(--line) rgb(4, 5, 6); padding: var(--gap); background: light-dark(#fff, #123) }
  [data-state='open'] .panel { height: 61px }
  [data-state='closed'] .panel { display: none }
  [aria-expanded='true'] { width: 133px }
  [data-active] { height: 45px }
  input[type='email'], input[type='number'] { width: 260px; border: 4px solid teal }
  x-badge { display: inline-block; width: 70px; padding: 8px }
  x-badge:not(:defined) { display: none }
  [popover] { width: 90px; inset: 20px auto auto 30px; border: 5px solid orange }
  [popover]:popover-open { padding: 9px }
  dialog { width: 320px }
  dialog:modal { padding: 21px }
  .icon { width: 2em }`

const PAGE = `
  <div class="card night"><a href="/">Link</a></div>
  <div data-state="closed"><p class="panel">Hidden</p></div>
  <div data-state="open"><p class="panel">Shown</p></div>
  <div data-state="Ann Lee"><p class="panel">Other</p></div>
  <p data-active>Active</p>
  <button aria-expanded="true">Menu</button>
  <form><input type="email" value="ann@shop.example"> <input type="number" value="12"></form>
  <x-badge>seven</x-badge>
  <img class="photo" alt="A photo"><img class="icon" alt="A photo"><img alt="A photo" width="200">
  <iframe width="120" height="40" style="border: 0"></iframe><canvas></canvas>
  <svg width="1em" height="1em"></svg>
  <div popover id="menu">Menu</div>
  <dialog>Sure?</dialog>`

const SELECTORS = (
  'body;.card;main > div:nth-of-type(2) > p;main > div:nth-of-type(3) > p;main > div:nth-of-type(4) > p;' +
  'main > p;button;form > input:first-child;form > input:last-child;' +
  'x-badge;[popover];a;img ~ :is(iframe, svg);:is(iframe, svg) + :is(canvas, svg);img:nth-of-type(1);' +
  'img:nth-of-type(2);img:nth-of-type(3);svg:last-of-type;dialog'
).split(';')

/** Runs in the page and in the copy of it. */
function layoutOf(selectors: string[]): Record<string, unknown> {
  const entries = selectors.map((selector) => {
    const element = document.querySelector(selector)
    if (!element) return [selector, null]
    const { width, height } = element.getBoundingClientRect()
    const { display, color, borderTop, paddingTop } = getComputedStyle(element)
    // Images are gray boxes.
    const background =
      element.matches('img, svg, iframe, canvas') || getComputedStyle(element).backgroundColor
    return [selector, { width, height, display, color, background, borderTop, paddingTop }]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

beforeAll(async () => {
  server = await startServer(({ url }, response) => {
    if (url === '/photo.svg') {
      response.setHeader('content-type', 'image/svg+xml')
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="50"/>')
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title><style>${STYLES}</style>
      <script src="${stack.url}/monitoring.js" data-service="${service}" data-snapshot></script>
      <main>${PAGE}<button onclick="fail()">Pay</button></main>
      <script>
        customElements.define('x-badge', class extends HTMLElement {})
        for (const image of document.images) image.src = '/photo.svg'
        const error = new TypeError('no amount')
        const fail = () => {
          document.querySelector('dialog').showModal()
          document.querySelector('#menu').showPopover()
          document.title = errata.digestOf(error)
          throw error
        }
      </script>`)
  })
})
afterAll(() => server?.close())

test('a snapshot has the layout of its page', async () => {
  const view = { colorScheme: 'dark' } as const
  const broken = await browser.open(server.url, view)
  await broken.page.evaluate('fail()').catch(() => {})
  const real = await broken.page.evaluate(layoutOf, SELECTORS)
  await broken.close()
  const digest = await breakPage(browser, server.url, stack.url, view)
  // Whoever looks at it prefers light pages.
  const { page, close } = await browser.open(stack.url, { colorScheme: 'light' })
  await waitFor('the snapshot', async () => {
    const response = await page.goto(`${stack.url}/api/events/${digest}/snapshot/frame`)
    return response?.ok() || undefined
  })
  expect(await page.evaluate(layoutOf, SELECTORS)).toEqual(real)
  await close()
})
