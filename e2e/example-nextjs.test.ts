// examples/nextjs: what breaks in the browser and on the server is stored, with the digest on the screen.
import { expect, test } from 'vitest'
import { checkBreak, countsOf, expectOnce, type Break } from './testing/breaks.ts'
import { startFrameworkServer, type FrameworkServer } from './testing/framework-server.ts'
import { serveExample } from './testing/served-example.ts'

const inBrowser: Break[] = [
  {
    name: 'Render',
    shows: 'fallback screen',
    stored: { type: 'TypeError', message: "reading 'amount'", mechanism: 'next', route: '/' },
  },
  {
    name: 'Layout',
    shows: 'fallback screen',
    stored: { type: 'Error', message: 'the menu has no entries', mechanism: 'next', route: '/' },
  },
  {
    name: 'Handler',
    shows: 'nothing',
    stored: { type: 'TypeError', message: 'the button is not connected', mechanism: 'window.error' },
  },
]

/** Another text than the server's. */
const hydration: Break[] = [
  { path: '/hydration', shows: 'Rendered in the browser', times: 2 },
  { path: '/clock', shows: 'The time of the browser', times: 1 },
].map(({ path, shows, times }) => ({
  name: path,
  path,
  shows,
  stored: { type: 'Error', message: 'React error #418', mechanism: 'window.error', times },
}))

/** `mechanism`: empty for an exception of a span, which is stored like an exception of any server. */
function onServer(server: { service: string; mechanism: string }): Break[] {
  return [
    {
      name: 'Server component',
      shows: 'fallback screen',
      stored: { ...server, type: 'Error', message: 'order 77 answered 500' },
    },
    {
      name: 'Server action',
      shows: 'fallback screen',
      stored: { ...server, type: 'Error', message: 'the cart is locked' },
    },
    {
      name: 'Route handler',
      shows: 'nothing',
      stored: { ...server, type: 'Error', message: 'the database is down' },
    },
  ]
}

const traced = { service: 'example-nextjs-traced', mechanism: '' }
const plain = { service: 'example-nextjs-plain', mechanism: 'next' }
/** What the page knows of an error of the server: that there was one, with the server's digest. */
const inPages: Break = {
  name: 'Errors of the server, as pages see them',
  shows: 'nothing',
  stored: { type: 'Error', message: 'React error #441', mechanism: 'next', times: 4 },
}

/** The same application without OpenTelemetry. */
let plainServer: FrameworkServer
const application = serveExample('nextjs', async (folder, stack) => {
  const args = ['node_modules/next/dist/bin/next', 'start']
  const start = (OTEL_SERVICE_NAME: string, options = {}) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl, OTEL_SERVICE_NAME, ...options }
    return startFrameworkServer({ folder, args, relayUrl: stack.url, env })
  }
  const server = await start(traced.service)
  plainServer = await start(plain.service, { OTEL_SDK_DISABLED: 'true' })
  return { url: server.url, close: () => Promise.all([server.close(), plainServer.close()]) }
})

test.concurrent.for([...inBrowser, ...onServer(traced)])('$name', async (row) => {
  await checkBreak(application, row)
})

// The digest of Next.js is the same on both servers: it opens the newest of them.
test.for(onServer(plain))('$name, without OpenTelemetry', async (row) => {
  await checkBreak({ ...application, url: plainServer.url }, row)
})

test('a mismatch of hydration is one issue for each route', async () => {
  const first = hydration[0]!
  for (const row of [...hydration, first]) await checkBreak(application, row)
  await expect.poll(() => countsOf(application, first)).toEqual([1, 2])
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, [...inBrowser, ...hydration, inPages])
  for (const server of [traced, plain])
    await expectOnce({ ...application, service: server.service }, onServer(server))
})
