// examples/vue: what Vue catches is stored once, through the plugin or through what Vue prints.
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { checkBreak, expectOnce, type Application, type Break } from './testing/breaks.ts'
import { openBrowser } from './testing/browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './testing/example-app.ts'
import { startStack } from './testing/stack.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'

const errors = [
  ['Render', 'TypeError', "reading 'amount'"],
  ['Handler', 'TypeError', 'the button is not connected'],
  ['Async handler', 'Error', 'the search answered 500'],
  ['Watcher', 'Error', 'the stock is negative'],
]
const chunk = ['Missing chunk', 'TypeError', '/assets/help-']

/** Vue keeps the rest of the page. */
function toBreak(path: string, mechanism: string, severity: number) {
  return ([name = '', type = '', message = '']: string[]): Break => ({
    name,
    clicks: [name],
    path,
    shows: 'nothing',
    stored: { type, message, mechanism, severity },
  })
}

const missingChunk = toBreak('/', 'chunk', 17)(chunk)
const root: Break = {
  name: 'Root component',
  path: '/?broken',
  shows: 'fallback screen',
  stored: { type: 'TypeError', message: "reading 'name'", mechanism: 'boot', severity: 21 },
}
const withPlugin = [...errors.map(toBreak('/', 'vue', 17)), missingChunk, root]
const withoutPlugin = [...errors.map(toBreak('/?plain', 'console', 13)), { ...missingChunk, path: '/?plain' }]

let application: Application
let server: StaticServer

beforeAll(async () => {
  const folder = await buildExample('vue')
  const stack = await startStack()
  server = await serveApplication(join(folder, 'dist'), stack.url)
  // A deploy has removed the chunk.
  server.replace({ path: /\/help-/, status: 404 })
  application = { browser: await openBrowser(), stack, url: server.url, service: 'example-vue' }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  server?.close()
  await application?.browser.close()
  await application?.stack.close()
})

const plain = () => ({ ...application, service: 'example-vue-plain' })

test.concurrent.for(withPlugin)('$name', async (row) => {
  await checkBreak(application, row)
})

test.concurrent.for(withoutPlugin)('$name, without the plugin', async (row) => {
  await checkBreak(plain(), row)
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, withPlugin)
  await expectOnce(plain(), withoutPlugin)
})
