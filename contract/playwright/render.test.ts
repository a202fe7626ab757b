// An event as a test for Playwright: what the user did, what the page got, and what nobody knows. That such
// tests run and show their errors again is tested with the examples (e2e).
import { stripTypeScriptTypes } from 'node:module'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../issues.ts'
import { renderTest } from './render.ts'

type Crumb = [kind: string, text: string]

function eventWith({ crumbs = [], ...values }: Partial<Event> & { crumbs?: Crumb[] } = {}): Event {
  const breadcrumbs = crumbs.map(([kind, text]) => ({ at: '2026-11-27T10:00:00.000Z', kind, text }))
  const event: Partial<Event> = {
    digest: '7K3M9QXP',
    at: '2026-11-27T10:00:01.000Z',
    service: 'shop',
    release: '1.4.2',
    environment: 'production',
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'net')",
    mechanism: 'window.error',
    url: 'https://shop.example/checkout',
    frames: [],
    breadcrumbs,
    ...values,
  }
  return event as Event
}

/** The statements of the test. */
function statements(event: Event): string[] {
  const [, body = ''] = renderTest(event)!.split('async ({ page }) => {\n')
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '})')
}

test('a test opens the page, clicks, answers as the server did, and expects the error', () => {
  const event = eventWith({
    frames: [{ function: 'cartTotal', file: 'src/cart.ts', line: 42, column: 7, inApp: true }],
    crumbs: [
      ['fetch', 'GET /api/quote → 200'],
      ['click', 'a.cart (2 of 3)'],
      ['navigation', '/ → /checkout'],
      ['click', 'button#pay.primary'],
      ['fetch', 'GET /api/quote → 502'],
    ],
  })
  expect(renderTest(event)).toBe(`// TypeError: Cannot read properties of undefined (reading 'net')
//     at cartTotal (src/cart.ts:42:7)
// shop 1.4.2 production, 2026-11-27T10:00:01.000Z, digest 7K3M9QXP
//
// It passes as long as the error happens. After the fix, expect the opposite:
//     expect(errors.join()).not.toContain(…)
//
// Not known, because pages do not send it:
// - whether somebody was logged in: cookies, localStorage and other storage
// - the state of the application and of its servers, such as what is in a cart
// - what was typed or chosen, if anything was
// - which keys were pressed
// - the bodies of the answers below, which are empty objects here
import { expect, test } from '@playwright/test'

const APPLICATION = process.env['APPLICATION_URL'] ?? 'https://shop.example'

test("TypeError: Cannot read properties of undefined (reading 'net')", async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ name, message }) => errors.push(\`\${name}: \${message}\`))
  // Nothing is reported: this would be a further event.
  await page.route((url) => url.pathname.endsWith('/monitoring'), (route) => {
    return route.fulfill({ json: {} })
  })

  // GET /api/quote: 200, then 502
  let calls1 = 0
  await page.route((url) => url.pathname === '/api/quote', (route, request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest() || calls1++ < 1) return route.fallback()
    return route.fulfill({ status: 502, json: {} })
  })

  await page.goto(APPLICATION + '/')
  await page.locator('a.cart').nth(1).click()
  await page.waitForURL(({ pathname }) => pathname === '/checkout')
  await page.getByRole('button').and(page.locator('button#pay.primary')).click()

  const all = () => errors.join('\\n')
  await expect.poll(all, { timeout: 15000 }).toContain('TypeError')
  await expect.poll(all, { timeout: 15000 }).toContain("Cannot read properties of undefined (reading 'net')")
})
`)
})

test.each([
  ['button', "getByRole('button').and(page.locator('button'))"],
  ['input[type=checkbox].wide', "getByRole('checkbox').and(page.locator('input[type=checkbox].wide'))"],
  ['input#name', "getByRole('textbox').and(page.locator('input#name'))"],
  ['input[type=password]', "locator('input[type=password]')"],
  ['div[role=tab].a', "getByRole('tab').and(page.locator('div[role=tab].a'))"],
  ['li.md\\:w-1\\/2', "locator('li.md\\\\:w-1\\\\/2')"],
  ['li.md:w-1/2', "locator('li.md\\\\:w-1\\\\/2')"],
  ['li.w-\\[4px\\].x', "locator('li.w-\\\\[4px\\\\].x')"],
  [
    'button.\\[\\&\\>svg\\]\\:p-1',
    "getByRole('button').and(page.locator('button.\\\\[\\\\&\\\\>svg\\\\]\\\\:p-1'))",
  ],
  // Without an address it is no link.
  ['a.button', "locator('a.button')"],
  [
    'main > button.pay[type="submit"][aria-label="Pay 9 € as Ann"]',
    `getByRole('button').and(page.locator("main > button.pay[type=\\"submit\\"]"))`,
  ],
])('a click on %s is by role and selector, without texts', (text, locator) => {
  expect(statements(eventWith({ crumbs: [['click', text]] }))).toContain(`await page.${locator}.click()`)
})

test('queries, fragments and user names of addresses are left out', () => {
  const secrets = 'https://robin:hunter2@shop.example/reset?token=hunter2&page=hunter2#hunter2'
  const code = renderTest(eventWith({ url: secrets, crumbs: [['fetch', `GET ${secrets} → 500`]] }))
  expect(code).not.toMatch(/hunter2|robin/)
  expect(code).toContain("goto(APPLICATION + '/reset?token&page')")
  expect(code).toContain('// - the values in the query of the address')
})

test('what was typed is a comment, at the field or where another SDK has an entry', () => {
  const crumbs: Crumb[] = [
    ['click', 'input#name'],
    ['input', 'input#secret-name'],
  ]
  const lines = statements(eventWith({ crumbs }))
  expect(lines).toContain('// If something was typed here: fill the field.')
  expect(lines).toContain('// Something was typed here: fill the field.')
  expect(lines.join()).not.toContain('secret-name')
})

test.each([
  ['an error that React catches', { mechanism: 'react.caught' }],
  ['a rejected object', { mechanism: 'unhandledrejection', type: 'Object', message: '{"code":"E_CARD"}' }],
  ['a script of another origin', { type: 'Error', message: 'Script error. It comes from elsewhere' }],
])('%s is expected in the report of the page', (_, values) => {
  expect(statements(eventWith(values))).toContain("errors.push(route.request().postData() ?? '')")
})

test('a request without an answer fails, one that the application aborted does not', () => {
  const lines = statements(
    eventWith({
      crumbs: [
        ['fetch', 'POST https://api.example/pay → TypeError'],
        ['fetch', 'GET /left → AbortError'],
        ['fetch', 'GET /stock → 204'],
      ],
    }),
  )
  expect(lines).toContain(
    "await page.route((url) => url.origin + url.pathname === 'https://api.example/pay', (route, request) => {",
  )
  expect(lines).toContain('return route.abort()')
  expect(lines.join()).not.toMatch(/left|stock/)
})

test.for(['TimeoutError', 'AbortError'])(
  'a request that the page gives up by a %s gets no answer',
  (type) => {
    const crumbs: Crumb[] = [
      ['fetch', 'GET /quote → 200'],
      ['fetch', `GET /quote → ${type}`],
    ]
    const lines = statements(eventWith({ type, crumbs }))
    expect(lines).toContain('// GET /quote: 200, then no answer in time')
    expect(lines).toContain('return new Promise<void>(() => {})')
    expect(lines).not.toContain('return route.abort()')
  },
)

const last = (values: Partial<Event>) => statements(eventWith(values)).at(-1)

test('the message is expected without what differs elsewhere, and without what the relay removed', () => {
  const chunk = 'Failed to fetch dynamically imported module: https://shop.example/assets/help-C0ffee12.js'
  expect(last({ message: chunk })).toContain("toContain('Failed to fetch dynamically imported module:')")
  expect(last({ message: 'The token [scrubbed] is not valid any more' })).toContain(
    "('is not valid any more')",
  )
  expect(last({ message: 'Minified React error #301: Too many re-renders' })).toContain("error #301')")
})

test('a chunk that is missing is missing in the test', () => {
  const message = 'Failed to fetch dynamically imported module: https://shop.example/assets/help-C0ffee12.js'
  const lines = statements(eventWith({ mechanism: 'chunk', message }))
  expect(lines).toContain(
    "await page.route((url) => url.pathname === '/assets/help-C0ffee12.js', (route, request) => {",
  )
  expect(lines).toContain('return route.fulfill({ status: 404, json: {} })')
})

test.each(['', '/jobs/nightly', 'file:///index.html', 'not a URL'])('an event of %j is no test', (url) => {
  expect(renderTest(eventWith({ url }))).toBeNull()
})

/** Literals and comments are empty. */
function skeleton(code: string): string {
  return code.replace(/\/\/[^\n]*|'(?:[^'\\\n]|\\[^\n])*'|"(?:[^"\\\n]|\\[^\n])*"/g, (token) =>
    token.startsWith('//') ? '//' : "''",
  )
}

/** A role is known of some selectors only. */
const lines = (event: Event) =>
  skeleton(renderTest(event)!).replaceAll("getByRole('').and(page.locator(''))", "locator('')")

const withTexts = ([a = '', b = '', c = '', d = '']: string[]) =>
  eventWith({
    type: `${a}Error`,
    message: `${b} the total is missing`,
    service: c,
    release: d,
    digest: a,
    frames: [{ function: `f${c}`, file: `f${d}`, line: 1, column: 1, inApp: true }],
    crumbs: [
      ['exception', a],
      ['navigation', `/${b} → /x${c}`],
      ['click', `button.x${d}`],
    ],
  })

test('no text of an event becomes code, and the code is TypeScript', () => {
  const characters = fc.constantFrom(
    ...Array.from('a1 \'"`\\/*\n\r\t${};)\u2028\u2029\u0000\u202e😀'),
    '*/',
    '//',
    "')",
  )
  const text = fc.array(characters, { maxLength: 12 }).map((list) => list.join(''))
  fc.assert(
    fc.property(fc.tuple(text, text, text, text), (texts) => {
      expect(lines(withTexts(texts))).toBe(lines(withTexts([])))
      stripTypeScriptTypes(renderTest(withTexts(texts))!)
    }),
    { numRuns: 2_000 },
  )
})
