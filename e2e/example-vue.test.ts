// examples/vue: what Vue catches is stored once, through the plugin or through what Vue prints.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import { checkBreak, expectOnce, type Break } from './testing/breaks.ts'
import { eventWith } from './testing/occurrences.ts'
import { expectReproduced } from './testing/playwright-copies.ts'
import { serveExample } from './testing/served-example.ts'
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
const withoutPlugin = errors.map(toBreak('/?plain', 'console', 13))

let server: StaticServer
const application = serveExample('vue', async (folder, stack) => {
  server = await serveApplication(join(folder, 'dist'), stack.url)
  // A deploy has removed the chunk.
  server.replace({ path: /\/help-/, status: 404 })
  return server
})

const plain = () => ({ ...application, service: 'example-vue-plain' })

const copied = ['Render', 'Async handler', 'Watcher', 'Missing chunk']
const events = new Map<string, Event>()

test.concurrent.for(withPlugin)('$name', async (row) => {
  const isCopied = copied.includes(row.name)
  const event = await checkBreak(application, { ...row, needsClient: isCopied })
  if (isCopied) events.set(row.name, event)
})

test.concurrent.for(withoutPlugin)('$name, without the plugin', async (row) => {
  await checkBreak(plain(), row)
})

test('missing chunk, without the plugin: Vue prints it before the client chunk has loaded', async () => {
  const { stack, browser, url } = application
  const release = server.hold(/\/client-/)
  const { page, consoleText, close } = await browser.open(`${url}/?plain`)
  await page.getByText(missingChunk.name, { exact: true }).click()
  await expect.poll(consoleText).toMatch(/TypeError: .*\/assets\/help-/)
  release()
  const event = await eventWith(stack, 'example-vue-plain', missingChunk.stored.message)
  expect(event).toMatchObject({ type: 'TypeError', mechanism: 'chunk', severity: 17 })
  await close()
})

test('copied for Playwright, they happen again', async () => {
  await expectReproduced(events, { total: copied.length, least: 3 })
})

test('each of them is stored once, and nothing else', async () => {
  await expectOnce(application, withPlugin)
  await expectOnce(plain(), [...withoutPlugin, missingChunk])
})
