// An application with Sentry's SDK whose source maps are uploaded by Sentry's tools: their address and token
// are all that changes. Needs npm's registry.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { EXAMPLE_TIMEOUT_MS, installExample, run } from './testing/example-app.ts'
import type { MapsAnswer } from '../contract/maps.ts'
import { getJson } from './testing/http.ts'
import { eventWith } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { serveApplication } from './testing/static-server.ts'

const { stack, browser } = shareStackWithBrowser({ SENTRY_PROJECTS: '1:sentry-cli,2:sentry-plugin' })
let folder: string

beforeAll(async () => {
  folder = await installExample('sentry-app', 'e2e/testing')
}, EXAMPLE_TIMEOUT_MS)

/** Runs a command of the installed packages. */
function tool(name: string, ...args: string[]): Promise<void> {
  return run(folder, join(folder, 'node_modules/.bin', name), args, {
    SENTRY_URL: stack.url,
    SENTRY_AUTH_TOKEN: 'any',
    SENTRY_ORG: 'acme',
    SENTRY_PROJECT: 'sentry-cli',
    // What the tools store of the user.
    SENTRY_CONFIG_DIR: join(folder, 'node_modules/.sentry'),
  })
}

test('sentry-cli: inject, releases and upload without a release', async () => {
  await tool('vite', 'build', '--mode', 'cli')
  await tool('sentry-cli', 'sourcemaps', 'inject', 'dist/cli')
  await tool('sentry-cli', 'releases', 'new', '1.0.0')
  await tool('sentry-cli', 'sourcemaps', 'upload', 'dist/cli')
  await tool('sentry-cli', 'releases', 'finalize', '1.0.0')
  await tool('sentry-cli', 'deploys', 'new', '--release', '1.0.0', '--env', 'production')
  await expectMappedLine('cli')
})

test('the plugin for Vite', async () => {
  await tool('vite', 'build', '--mode', 'plugin')
  const event = await expectMappedLine('plugin')
  expect(event.release).toBe('sentry-app@1.0.0')
})

/** Breaks the page of a build: the event and the console show the line that the author wrote. */
async function expectMappedLine(mode: string) {
  const server = await serveApplication(join(folder, 'dist', mode), stack.url)
  const shop = await browser.open(server.url)
  await shop.page.getByText('Pay').click()
  const event = await eventWith(stack, `sentry-${mode}`, "reading 'reduce'")
  await shop.close()
  server.close()
  const source = readFileSync(join(folder, 'src/cart.js'), 'utf8').split('\n')
  const frame = { function: 'total', file: 'src/cart.js', line: 3, context: { line: source[2] } }
  expect(event.mapping).toBe('stored')
  expect(event.frames[0]).toMatchObject(frame)
  const { maps, missing } = await getJson<MapsAnswer>(`${stack.url}/api/maps?service=${event.service}`)
  expect([maps.map(({ occurrences }) => occurrences), missing]).toEqual([[1], []])
  const console = await browser.open(`${stack.url}/d/${event.digest}`)
  await console.page.getByText('return order.lines.reduce').first().waitFor()
  await console.close()
  return event
}
