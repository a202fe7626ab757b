// examples/react-router-ssr: what breaks in the browser and on the server is stored.
import { afterAll, beforeAll, test } from 'vitest'
import { checkBreak, expectOnce, type Application, type Break } from './testing/breaks.ts'
import { openBrowser } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startFrameworkServer, type FrameworkServer } from './testing/framework-server.ts'
import { eventWith } from './testing/occurrences.ts'
import { startStack } from './testing/stack.ts'

const service = 'example-react-router-ssr'

const render: Break = {
  name: 'Render',
  shows: 'fallback screen',
  stored: {
    type: 'TypeError',
    message: "reading 'amount'",
    mechanism: 'react.caught',
    route: '/products/{id}',
  },
}
/** React Router tells the page no more than this. */
const stored = { type: 'Error', message: 'Unexpected Server Error', mechanism: 'router' }
const inPages: Break[] = [
  { name: 'Loader', shows: 'fallback screen', stored },
  { name: 'Loader of the first page', path: '/orders/77', shows: 'fallback screen', stored },
  { name: 'Action', shows: 'fallback screen', stored },
]
const server = { type: 'Error', mechanism: 'manual', service: `${service}-server` }
const onServer: Break[] = [
  { name: 'Loader', shows: 'nothing', stored: { ...server, message: 'order 77 answered 500', times: 2 } },
  { name: 'Action', shows: 'nothing', stored: { ...server, message: 'the cart is locked' } },
]

let application: Application
let framework: FrameworkServer

beforeAll(async () => {
  const folder = await buildExample('react-router-ssr')
  const stack = await startStack()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl }
  const args = ['node_modules/@react-router/serve/dist/cli.js', 'build/server/index.js']
  framework = await startFrameworkServer({ folder, args, relayUrl: stack.url, env })
  application = { browser: await openBrowser(), stack, url: framework.url, service }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  await framework?.close()
  await application?.browser.close()
  await application?.stack.close()
})

test.concurrent.for([render, ...inPages])('$name', async (row) => {
  await checkBreak(application, row)
})

test('each is stored once by the page, and those of the server once by the server', async () => {
  await expectOnce(application, [render, ...inPages])
  for (const { stored } of onServer) await eventWith(application.stack, server.service, stored.message)
  await expectOnce({ ...application, service: server.service }, onServer)
})
