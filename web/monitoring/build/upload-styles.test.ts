// Style sheets of a build, with the Vite plugin and with the command.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, createLogger } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mapToken, startMapServer } from '../testing/map-server.ts'
import { errata, type UploadOptions } from './vite.ts'

type Failure = { code: number; stdout: string; stderr: string }

const execute = promisify(execFile)
const cli = join(import.meta.dirname, 'cli.ts')

let server: Awaited<ReturnType<typeof startMapServer>>
let folder: string

beforeAll(async () => {
  server = await startMapServer()
})
afterAll(() => void server.close())
beforeEach(() => {
  server.clear()
  folder = mkdtempSync(join(tmpdir(), 'errata-sheets-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

async function buildShop(options: Partial<UploadOptions> = {}): Promise<string> {
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.ts"></script>')
  writeFileSync(join(folder, 'main.ts'), "import './shop.css'\nconsole.log('shop')\n")
  writeFileSync(join(folder, 'shop.css'), '.pay { color: red }')
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const upload = { url: server.url, token: mapToken, commits: false, ...options }
  await build({
    configFile: false,
    root: folder,
    customLogger: { ...createLogger(), info: print, warn: print },
    plugins: [errata({ service: 'shop', release: '1.4.2', upload })],
  })
  return lines.join('\n')
}

test('the plugin sends the style sheets of a build after its maps, once', async () => {
  expect(await buildShop()).toContain('Errata: 1 style sheet of shop 1.4.2 uploaded (1 new, 0.0 MB) in ')
  const [{ file, css, query }] = server.styles as [(typeof server.styles)[0]]
  expect(query).toMatchObject({ service: 'shop', release: '1.4.2' })
  expect([css.trim(), existsSync(join(folder, 'dist', file))]).toEqual(['.pay{color:red}', true])
  expect(await buildShop()).toContain('Errata: 1 style sheet of shop 1.4.2 uploaded (0 new')
  server.clear()
  expect(await buildShop({ styles: false })).not.toContain('style sheet')
  expect(server.styles).toEqual([])
})

test('the command names what is too large, and goes on', async () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  const files = {
    'a.js': 'a()',
    'a.js.map': '{"version":3,"sources":[],"names":[],"mappings":""}',
    'assets/shop.css': '.pay { color: red }',
    'large.css': `.a { color: ${'x'.repeat(2 * 1024 * 1024)} }`,
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, 'dist', file), content)
  const args = ['upload', 'dist', '--service', 'shop, shop-server', '--release', '1.4.2', '--no-commits']
  const env = { ...process.env, ERRATA_URL: server.url, ERRATA_TOKEN: mapToken }
  const run = (...more: string[]) => execute(process.execPath, [cli, ...args, ...more], { cwd: folder, env })
  const failed = await run('--fail').catch((error: unknown) => error as Failure)
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 style sheet of shop and shop-server 1.4.2 uploaded (1 new') as string,
    stderr: expect.stringMatching(/ not uploaded\n {2}large\.css: \d+ bytes are more than 2097152/) as string,
  })
  expect(server.styles).toMatchObject([{ file: 'assets/shop.css', query: { service: 'shop,shop-server' } }])
  const { stdout, stderr } = await run('--fail', '--no-styles')
  expect([stdout.includes('style sheet'), stderr]).toEqual([false, ''])
})
