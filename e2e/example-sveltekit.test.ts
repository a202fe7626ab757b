// examples/sveltekit: what breaks in the browser and on the server is stored once, with the digest it shows.
import { afterAll, beforeAll, test } from 'vitest'
import { checkBreak, expectOnce, type Application, type Break } from './testing/breaks.ts'
import { openBrowser } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startFrameworkServer, type FrameworkServer } from './testing/framework-server.ts'
import { startStack } from './testing/stack.ts'

const service = 'example-sveltekit'
const errorPage = 'This page is broken. Reference: {digest}'

const inBrowser: Break[] = [
  {
    name: 'Render',
    shows: errorPage,
    stored: { type: 'TypeError', message: "reading 'amount'", mechanism: 'svelte' },
  },
  {
    name: 'Load in the browser',
    shows: errorPage,
    stored: { type: 'Error', message: 'order 77 answered 500', mechanism: 'svelte' },
  },
  {
    name: 'Boundary',
    shows: 'No comments today. Reference: {digest}',
    stored: { type: 'TypeError', message: "reading 'length'", mechanism: 'svelte' },
  },
  {
    name: 'Handler',
    shows: 'nothing',
    stored: { type: 'TypeError', message: 'the button is not connected', mechanism: 'window.error' },
  },
  {
    name: 'Async handler',
    shows: 'nothing',
    stored: { type: 'Error', message: 'the search answered 500', mechanism: 'unhandledrejection' },
  },
]

const server = { service: `${service}-server`, mechanism: 'manual' }
const onServer: Break[] = [
  {
    name: 'Load on the server',
    shows: errorPage,
    stored: { ...server, type: 'Error', message: 'the database is away' },
  },
  {
    name: 'Render on the server',
    path: '/render',
    shows: errorPage,
    stored: { ...server, type: 'TypeError', message: "reading 'amount'" },
  },
]

let application: Application
let framework: FrameworkServer

beforeAll(async () => {
  const folder = await buildExample('sveltekit')
  const stack = await startStack()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl }
  framework = await startFrameworkServer({ folder, args: ['build'], relayUrl: stack.url, env })
  application = { browser: await openBrowser(), stack, url: framework.url, service }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  await framework?.close()
  await application?.browser.close()
  await application?.stack.close()
})

test.concurrent.for([...inBrowser, ...onServer])('$name', async (row) => {
  await checkBreak(application, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, inBrowser)
  await expectOnce({ ...application, service: server.service }, onServer)
})
