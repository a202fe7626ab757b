// examples/sveltekit: what breaks in the browser and on the server is stored once, with the digest it shows.
import { test } from 'vitest'
import { checkBreak, expectOnce, type Break } from './testing/breaks.ts'
import { startFrameworkServer } from './testing/framework-server.ts'
import { serveExample } from './testing/served-example.ts'

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

const server = { service: 'example-sveltekit-server', mechanism: 'manual' }
const onServer: Break[] = [
  {
    name: 'Load on the server',
    shows: errorPage,
    stored: { ...server, type: 'Error', message: 'the database is down' },
  },
  {
    name: 'Render on the server',
    path: '/render',
    shows: errorPage,
    stored: { ...server, type: 'TypeError', message: "reading 'amount'" },
  },
]

const application = serveExample('sveltekit', (folder, stack) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl }
  return startFrameworkServer({ folder, args: ['build'], relayUrl: stack.url, env })
})

test.concurrent.for([...inBrowser, ...onServer])('$name', async (row) => {
  await checkBreak(application, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, inBrowser)
  await expectOnce({ ...application, service: server.service }, onServer)
})
