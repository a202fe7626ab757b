// examples/tanstack-router: what breaks in a route is stored once, with the digest on the screen.
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { checkBreak, expectOnce, type Application, type Break } from './testing/breaks.ts'
import { openBrowser } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startStack } from './testing/stack.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'

const breaks: Break[] = [
  {
    name: 'Render',
    shows: 'fallback screen',
    stored: {
      type: 'TypeError',
      message: "reading 'amount'",
      mechanism: 'react.caught',
      route: '/products/$id',
    },
  },
  {
    name: 'Loader',
    shows: 'fallback screen',
    stored: {
      type: 'Error',
      message: 'order 77 answered 500',
      mechanism: 'react.caught',
      route: '/orders/$id',
    },
  },
  {
    name: 'Missing chunk',
    shows: 'fallback screen',
    // The router reloads the page once: it fails on two pages.
    stored: { type: 'TypeError', message: '/assets/help-', mechanism: 'chunk', times: 2 },
  },
]

let application: Application
let server: StaticServer

beforeAll(async () => {
  const folder = await buildExample('tanstack-router')
  const stack = await startStack()
  server = await serveApplication(join(folder, 'dist'), stack.url)
  // A deploy has removed the chunk.
  server.replace({ path: /\/help-/, status: 404 })
  const service = 'example-tanstack-router'
  application = { browser: await openBrowser(), stack, url: server.url, service }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  server?.close()
  await application?.browser.close()
  await application?.stack.close()
})

test.concurrent.for(breaks)('$name', async (row) => {
  await checkBreak(application, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, breaks)
})
