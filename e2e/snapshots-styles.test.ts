// The styles of a snapshot whose page has its style sheets of a CDN, which sends no CORS headers: from the
// upload of the build.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SnapshotAnswer } from '../contract/snapshots.ts'
import { openScreen } from './testing/browser-session.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { breakPage } from './testing/snapshots.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const RELEASE = '2.1.0'
const STYLES = `.pay { background: rgb(1, 2, 3) } .own { color: rgb(9, 9, 9) }
  @media print { .pay { background: rgb(7, 7, 7) } }`

const { stack, browser } = shareStackWithBrowser()
const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'errata-styles-'))
const service = `shop-${Date.now()}`
let cdn: HttpServer
let shop: HttpServer

beforeAll(async () => {
  cdn = await startServer((request, response) => {
    response.setHeader('content-type', 'text/css')
    response.end(/print/.test(request.url!) ? 'body { color: red }' : STYLES)
  })
  shop = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A page</title>
      <style>.own { color: rgb(5, 5, 5) }</style>
      <link rel="stylesheet" href="${cdn.url}/v2/assets/shop-C0ffee12.css?v=1">
      <link rel="stylesheet" media="print" href="${cdn.url}/v2/assets/print-C0ffee12.css">
      <style>.pay { color: rgb(4, 5, 6) }</style>
      <script src="${stack.url}/monitoring.js" data-service="${service}" data-release="${RELEASE}"
        data-snapshot></script>
      <main><p class="own">Own</p><button class="pay" onclick="fail()">Pay</button></main>
      <script>
        const error = new TypeError('no amount')
        const fail = () => {
          document.title = errata.digestOf(error)
          throw error
        }
      </script>`)
  })
})
afterAll(() => {
  for (const server of [cdn, shop]) server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the digest of the error when its snapshot is stored. */
async function breakShop(): Promise<string> {
  const digest = await breakPage(browser, shop.url, stack.url)
  await waitFor('the snapshot', () => readSnapshot(digest).catch(() => undefined))
  return digest
}

const readSnapshot = (digest: string) => getJson<SnapshotAnswer>(`${stack.url}/api/events/${digest}/snapshot`)

async function uploadBuild(): Promise<string> {
  const assets = path.join(folder, 'dist/assets')
  mkdirSync(assets, { recursive: true })
  const map = { version: 3, sources: ['shop.ts'], names: [], mappings: 'AAAA' }
  const files = {
    'shop-C0ffee12.js': 'a()\n',
    'shop-C0ffee12.js.map': JSON.stringify(map),
    'shop-C0ffee12.css': STYLES,
    'print-C0ffee12.css': 'body { color: red }',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(assets, name), content)
  const cli = path.join(import.meta.dirname, '../web/monitoring/build/cli.ts')
  const names = ['--service', service, '--release', RELEASE, '--url', stack.url]
  const { stdout } = await run(process.execPath, [cli, 'upload', 'dist', ...names, '--no-commits'], {
    cwd: folder,
  })
  return stdout
}

test('styles that a page cannot read come from the upload of its build', async () => {
  const digest = await breakShop()
  const before = await readSnapshot(digest)
  expect(before.css).not.toContain('rgb(1, 2, 3)')
  expect(before.sheets.map(({ path: file, isUploaded }) => [file, isUploaded])).toEqual([
    ['/v2/assets/shop-C0ffee12.css', false],
    ['/v2/assets/print-C0ffee12.css', false],
  ])
  const event = await eventOf(stack, digest)
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${event.issueId}?event=${digest}`)
  const section = page.getByRole('region', { name: 'What the user saw' })
  await section.getByText('/v2/assets/shop-C0ffee12.css').waitFor()
  await section.getByText(`npx errata upload dist --service ${service} --release ${RELEASE}`).waitFor()

  expect(await uploadBuild()).toContain(`2 style sheets of ${service} ${RELEASE} uploaded (2 new`)
  expect(await uploadBuild()).toContain('uploaded (0 new')
  await page.reload()
  const frame = section.locator('iframe').contentFrame()
  const styleOf = (selector: string, property: string) =>
    frame
      .locator(selector)
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  expect(await styleOf('.pay', 'background-color')).toBe('rgb(1, 2, 3)')
  // In the order of the page: its own sheets are before and after the uploaded ones.
  expect(await styleOf('.own', 'color')).toBe('rgb(9, 9, 9)')
  expect(await styleOf('.pay', 'color')).toBe('rgb(4, 5, 6)')
  expect(await styleOf('body', 'color')).not.toBe('rgb(255, 0, 0)')
  await section.getByText('npx errata upload').waitFor({ state: 'detached' })
  await close()
})
