// examples/nextjs: what breaks in the browser and on the server is stored, with the digest on the screen.
import { afterAll, beforeAll, test } from 'vitest'
import { checkBreak, expectOnce, type Application, type Break } from './testing/breaks.ts'
import { openBrowser } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startFrameworkServer, type FrameworkServer } from './testing/framework-server.ts'
import { startStack } from './testing/stack.ts'

const service = 'example-nextjs'

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
  {
    name: 'Hydration',
    shows: 'Rendered in the browser',
    stored: { type: 'Error', message: 'React error #418', mechanism: 'window.error', route: '/hydration' },
  },
]

/** `mechanism`: empty for an exception of a span, which is stored like those of any server. */
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
      stored: { ...server, type: 'Error', message: 'the database is away' },
    },
  ]
}

const traced = { service: `${service}-traced`, mechanism: '' }
const plain = { service: `${service}-plain`, mechanism: 'next' }
/** What the page knows of an error of the server: that there was one, with the server's digest. */
const inPages: Break = {
  name: 'Errors of the server, as pages see them',
  shows: 'nothing',
  stored: { type: 'Error', message: 'React error #441', mechanism: 'next', times: 4 },
}

let application: Application
let frameworks: FrameworkServer[] = []

beforeAll(async () => {
  const folder = await buildExample('nextjs')
  const stack = await startStack()
  const args = ['node_modules/next/dist/bin/next', 'start']
  const start = (OTEL_SERVICE_NAME: string, options = {}) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl, OTEL_SERVICE_NAME, ...options }
    return startFrameworkServer({ folder, args, relayUrl: stack.url, env })
  }
  frameworks = await Promise.all([start(traced.service), start(plain.service, { OTEL_SDK_DISABLED: 'true' })])
  application = { browser: await openBrowser(), stack, url: frameworks[0]?.url ?? '', service }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  await Promise.all(frameworks.map((framework) => framework.close()))
  await application?.browser.close()
  await application?.stack.close()
})

test.concurrent.for([...inBrowser, ...onServer(traced)])('$name', async (row) => {
  await checkBreak(application, row)
})

// The digest of Next.js is the same on both servers: it opens the newest of them.
test.for(onServer(plain))('$name, without OpenTelemetry', async (row) => {
  await checkBreak({ ...application, url: frameworks[1]?.url ?? '' }, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, [...inBrowser, inPages])
  for (const server of [traced, plain])
    await expectOnce({ ...application, service: server.service }, onServer(server))
})
