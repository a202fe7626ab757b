// examples/react-router: what breaks in React, in the router, in a query or beside them is stored once.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import { checkBreak, countsOf, expectOnce, type Break } from './testing/breaks.ts'
import { expectReproduced } from './testing/playwright-copies.ts'
import { serveExample } from './testing/served-example.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'
import { waitFor } from './testing/wait-for.ts'

/** The fallback screen replaces the route that failed. React reports first, with the component stack. */
const routes: Break[] = [
  ['Render', 'TypeError', "reading 'amount'", 'react.caught', '/products/:id'],
  ['Loader', 'Error', 'order 77 answered 500', 'router', '/orders/:id'],
  ['Router action', 'Error', 'the cart is locked', 'router', '/cart'],
  ['Form action', 'TypeError', "reading 'id'", 'react.caught', '/cart'],
  ['Effect', 'TypeError', "reading 'name'", 'react.caught', '/effect'],
  ['Endless update', 'Error', 'React error #301', 'react.caught', '/loop'],
].map(([name = '', type = '', message = '', mechanism = '', route = '']) => ({
  name,
  clicks: route === '/cart' ? ['Cart', name] : [name],
  shows: 'fallback screen',
  stored: { type, message, mechanism, route },
}))

/** Nothing changes on the screen. */
const listeners: Break[] = [
  ['Click handler', 'TypeError', 'the button is not connected', 'window.error'],
  ['Promise chain', 'Error', 'the search answered 500', 'unhandledrejection'],
  ['JSON.parse', 'SyntaxError', "Unexpected token '<'", 'window.error'],
  ['Rejected object', 'Object', '{"code":"E_CARD","status":402}', 'unhandledrejection'],
  ['Text', 'string', 'payment declined', 'window.error'],
  ['Abort', 'AbortError', 'signal is aborted', 'unhandledrejection'],
  ['Recursion', 'RangeError', 'Maximum call stack', 'window.error'],
  ['Worker', 'TypeError', "reading 'usd'", 'window.error'],
  ['Third-party script', 'Error', 'Script error. It comes from', 'window.error'],
].map(([name = '', type = '', message = '', mechanism = '']) => ({
  name,
  shows: 'nothing',
  stored: {
    type,
    message,
    mechanism,
    route: '/',
    ...(type === 'AbortError' && { severity: 13 }),
  },
}))

const chunk = { type: 'TypeError', mechanism: 'chunk', route: '/' }
const boot = { mechanism: 'boot', severity: 21 }

const blockedScript: Break = {
  name: 'Blocked script',
  shows: 'nothing',
  stored: {
    type: 'SecurityPolicyViolation',
    message: 'script-src-elem blocked https://ads.example/banner.js',
    mechanism: 'csp',
    severity: 13,
    times: 2,
  },
}

const others: Break[] = [
  { name: 'Missing chunk', shows: 'fallback screen', stored: { ...chunk, message: '/assets/help-' } },
  { name: 'Chunk that is a page', shows: 'fallback screen', stored: { ...chunk, message: '/assets/terms-' } },
  {
    name: 'Dead host',
    shows: 'nothing',
    stored: { type: 'TypeError', message: /^Failed to fetch$/, mechanism: 'unhandledrejection' },
  },
  {
    name: 'Boundary',
    shows: 'No comments today. Reference: {digest}',
    stored: {
      type: 'Error',
      message: 'comments without a list',
      mechanism: 'react.caught',
      route: '/boundary',
    },
  },
  {
    name: 'Query',
    shows: 'The stock cannot be shown.',
    stored: { type: 'Error', message: 'the stock answered 500', mechanism: 'manual', severity: 13 },
  },
  blockedScript,
  {
    name: 'Before mounting',
    path: '/?broken',
    shows: 'fallback screen',
    stored: { ...boot, type: 'Error', message: 'the settings are missing' },
  },
]

/** What the server answers in place of the bundle. */
const bundles = [
  { name: 'Bundle 404', status: 404, type: 'text/html', error: ['BootError', 'did not load: '] },
  { name: 'Bundle that is a page', status: 200, type: 'text/html', error: ['BootError', 'did not load: '] },
  {
    name: 'Bundle cut off',
    status: 200,
    type: 'text/javascript',
    body: 'const {',
    error: ['SyntaxError', 'Unexpected end of input'],
  },
].map(({ name, error: [type = '', message = ''], ...answer }) => ({
  answer,
  row: { name, path: '/', shows: 'fallback screen', stored: { ...boot, type, message } } satisfies Break,
}))

let server: StaticServer
const application = serveExample('react-router', async (folder, stack) => {
  server = await serveApplication(join(folder, 'dist'), stack.url)
  // A deploy has removed two chunks; one web server answers 404, another one its index.html.
  server.replace({ path: /\/help-/, status: 404 })
  server.replace({ path: /\/terms-/, status: 200 })
  return server
})

const copied = ['Render', 'Form action', 'Promise chain', 'Boundary']
const events = new Map<string, Event>()

test.concurrent.for([...routes, ...listeners, ...others])('$name', async (row) => {
  const isCopied = copied.includes(row.name)
  const event = await checkBreak(application, { ...row, needsClient: isCopied })
  if (isCopied) events.set(row.name, event)
})

test('copied for Playwright, they happen again', async () => {
  await expectReproduced(events, { total: copied.length, least: 3 })
})

test('a script that the policy blocks on two pages is one issue', async () => {
  await checkBreak(application, blockedScript)
  await expect.poll(() => countsOf(application, blockedScript)).toEqual([2])
})

test.for(bundles)('$row.name', async ({ answer, row }) => {
  const undo = server.replace({ path: /\/index-.*js$/, ...answer })
  await checkBreak(application, row)
  undo()
})

test('Answer that is a page: Chromium fires no event for a rejected response.json()', async () => {
  const { page, consoleText, close } = await application.browser.open(server.url)
  await page.getByText('Answer that is a page').click()
  // The browser itself prints it.
  await waitFor('the error on the console', () => consoleText().includes('is not valid JSON'))
  await close()
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, [...routes, ...listeners, ...others, ...bundles.map(({ row }) => row)])
})
