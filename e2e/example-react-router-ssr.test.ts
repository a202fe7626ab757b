// examples/react-router-ssr: what breaks in the browser and on the server is stored once, with the digest on
// the screen: for an error of the server, the digest of the server's record, with its cause.
import { test } from 'vitest'
import { checkBreak, expectOnce, type Break } from './testing/breaks.ts'
import { startFrameworkServer } from './testing/framework-server.ts'
import { serveExample } from './testing/served-example.ts'

const inBrowser: Break = {
  name: 'Render',
  shows: 'fallback screen',
  stored: {
    type: 'TypeError',
    message: "reading 'amount'",
    mechanism: 'react.caught',
    route: '/products/{id}',
  },
}
const server = { type: 'Error', mechanism: 'manual', service: 'example-react-router-ssr-server' }
const onServer: Break[] = [
  ['Loader', 'order 77 answered 500'],
  ['Loader of the first page', 'order 78 answered 500', '/orders/78'],
  ['Loader beside a streamed value', 'the reviews are unavailable'],
  ['Action', 'the cart is locked'],
].map(([name = '', message = '', path]) => ({
  name,
  ...(path && { path }),
  shows: 'fallback screen',
  // It reads the digest of the server in the answer.
  needsClient: path === undefined,
  stored: { ...server, message },
}))

const application = serveExample('react-router-ssr', (folder, stack) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl }
  const args = ['node_modules/@react-router/serve/dist/cli.js', 'build/server/index.js']
  return startFrameworkServer({ folder, args, relayUrl: stack.url, env })
})

test.concurrent.for([inBrowser, ...onServer])('$name', async (row) => {
  await checkBreak(application, row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, [inBrowser])
  await expectOnce({ ...application, service: server.service }, onServer)
})
