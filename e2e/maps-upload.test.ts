// The command that uploads source maps, run from the relay's package without an installation, for a page and
// its server. Needs npm.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../contract/issues.ts'
import type { MapsAnswer } from '../contract/maps.ts'
import { getJson, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'

const execute = promisify(execFile)
const RELEASE = '1.4.2'
const MAP = {
  version: 3,
  sources: ['../src/pay.ts'],
  sourcesContent: ['function pay(order) { return order.total.net }\n'],
  names: [],
  mappings: 'AAAA,SAAS',
}

let stack: Stack
const folder = mkdtempSync(join(tmpdir(), 'errata-site-'))

beforeAll(async () => {
  stack = await startStack()
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/pay-C0ffee12.js'), 'function t(e){return e.total.net}\n')
  writeFileSync(join(folder, 'dist/pay-C0ffee12.js.map'), JSON.stringify(MAP))
})
afterAll(async () => {
  await stack?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('one upload makes the stacks of a page and of its server readable', async () => {
  const missing = await throwAt('shop-server', '/app/.next/server/pay-C0ffee12.js:1:12')
  expect(missing.mapping).toBe('none')
  expect((await readMaps()).missing).toMatchObject([{ service: 'shop-server', release: RELEASE }])

  // The query keeps npm's cache from answering with the package of an earlier run on the same port.
  const command = ['--yes', `${stack.url}/monitoring.tgz?${Date.now()}`, 'upload', 'dist']
  const options = ['--service', 'shop,shop-server', '--release', RELEASE, '--url', stack.url]
  const { stdout } = await execute('npx', [...command, ...options], { cwd: folder })
  expect(stdout).toContain(`1 source map of shop and shop-server ${RELEASE} uploaded (1 new`)

  for (const [service, location] of [
    ['shop', 'https://shop.example/assets/pay-C0ffee12.js:1:12'],
    ['shop-server', '/app/.next/server/pay-C0ffee12.js:1:12'],
  ] as const) {
    const event = await throwAt(service, location)
    expect(event).toMatchObject({
      mapping: 'stored',
      frames: [{ function: 'pay', file: 'src/pay.ts', line: 1 }],
    })
  }
  const { maps, missing: none } = await readMaps()
  expect(maps.map(({ service }) => service).toSorted()).toEqual(['shop', 'shop-server'])
  expect([new Set(maps.map(({ hash }) => hash)).size, none]).toEqual([1, []])
})

const readMaps = (): Promise<MapsAnswer> =>
  getJson<MapsAnswer>(`${stack.url}/api/maps?service=shop&service=shop-server`)

async function throwAt(service: string, location: string): Promise<Event> {
  const options = { service, release: RELEASE, url: '', message: 'x is undefined' }
  const { digest, body } = exceptionLog({ ...options, frames: [`t (${location})`] })
  await send(stack.url, body)
  return eventOf(stack, digest)
}
