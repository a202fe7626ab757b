// examples/tanstack-router: what breaks in a route is stored once, with the digest on the screen.
import { join } from 'node:path'
import { test } from 'vitest'
import { checkBreak, expectOnce, type Break } from './testing/breaks.ts'
import { serveExample } from './testing/served-example.ts'
import { serveApplication } from './testing/static-server.ts'

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
    // The router reloads the page once: it fails on two pages. On the second, React may have caught the error
    // before the part of the SDK is loaded that listens to Vite's event.
    stored: {
      type: 'TypeError',
      message: '/assets/help-',
      mechanism: /^(?:chunk|react\.caught)$/,
      times: 2,
    },
  },
]

const application = serveExample('tanstack-router', async (folder, stack) => {
  const server = await serveApplication(join(folder, 'dist'), stack.url)
  // A deploy has removed the chunk.
  server.replace({ path: /\/help-/, status: 404 })
  return server
})

test.concurrent.for(breaks)('$name', async (row) => {
  await checkBreak(application, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, breaks)
})
