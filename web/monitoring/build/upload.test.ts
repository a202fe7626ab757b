// Uploads source maps of a build with the Vite plugin, and of a folder with the command.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build, createLogger, type BuildOptions, type InlineConfig } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mapToken as token, startMapServer } from '../testing/map-server.ts'
import { errata, type PluginOptions } from './vite.ts'

const application = {
  'index.html': '<!doctype html><title>Shop</title><script type="module" src="/src/main.ts"></script>',
  'src/main.ts':
    "export const load = () => import('./cart.ts')\nvoid load().then(({ total }) => total([]))\n",
  'src/cart.ts': 'export function total(prices: number[]): number {\n  return prices[0]!.toFixed.length\n}\n',
}

let server: Awaited<ReturnType<typeof startMapServer>>
let folder: string

beforeAll(async () => {
  server = await startMapServer()
})
afterAll(() => void server.close())
beforeEach(() => {
  server.clear()
  folder = mkdtempSync(join(tmpdir(), 'errata-upload-'))
  write(application)
  return () => rmSync(folder, { recursive: true, force: true })
})

function write(files: Record<string, string>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
}

/** Without the text of its source. */
const map = (source: string, more = {}) =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA', ...more })

const outputFiles = () => readdirSync(join(folder, 'dist'), { recursive: true }).map(String).sort()
const output = () => outputFiles().flatMap((file) => (file.endsWith('.js') ? read(`dist/${file}`) : []))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** Resolves to the output of the build. */
async function buildWith(
  options: Partial<PluginOptions>,
  settings: BuildOptions = {},
  config: InlineConfig = {},
): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const customLogger = { ...createLogger(), info: print, warn: print, error: print }
  const plugins = [errata({ service: 'shop', release: '1.4.2', ...options })]
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    customLogger,
    plugins,
    build: settings,
    ...config,
  })
  return lines.join('\n')
}

async function upload(args: string[], env: Record<string, string> = {}) {
  const variables = { ...process.env, ERRATA_URL: server.url, ERRATA_TOKEN: token, ...env }
  const cli = join(import.meta.dirname, 'cli.ts')
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: variables })
  const exited = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: ((await exited) as [number])[0], stdout, stderr }
}

test('a build uploads its maps, removes them, and uploads nothing the second time', async () => {
  const options = {
    upload: { url: server.url, token },
    commit: 'c0ffee1',
    repo: 'https://u:p@git.example/a/shop.git',
  }
  const printed = await buildWith(options)
  expect(printed).toContain(`Errata: uploading 2 source maps of shop 1.4.2 to ${server.url}\n`)
  expect(printed).toContain('\nErrata: 2 source maps of shop 1.4.2 uploaded (2 new, 0.0 MB) in ')
  expect(printed).toMatch(/ in \d+\.\d s, and \d+ ms for the plugin/)
  expect(server.maps).toHaveLength(2)
  const cart = server.maps.find(({ file }) => /^assets\/cart-[\w-]{8}\.js$/.test(file))
  expect(cart?.query).toEqual({
    service: 'shop',
    release: '1.4.2',
    file: cart?.file,
    commit: 'c0ffee1',
    repo: 'https://git.example/a/shop',
  })
  expect(cart?.map.sourcesContent).toEqual([application['src/cart.ts']])
  expect(cart?.map.debugId).toMatch(/^[\da-f-]{36}$/)
  expect(outputFiles().filter((file) => file.endsWith('.map'))).toEqual([])
  expect(output().join('\n')).not.toContain('sourceMappingURL')
  const first = outputFiles()

  server.requests.length = 0
  expect(await buildWith(options)).toContain('2 source maps of shop 1.4.2 uploaded (0 new, 0.0 MB)')
  expect(server.requests).toEqual(['HEAD', 'HEAD'])
  expect(outputFiles()).toEqual(first)
})

test('the version in package.json and the mode are release and environment if none is set', async () => {
  write({ 'package.json': '{ "version": "3.1.4" }', 'src/main.ts': 'console.log(ERRATA_OPTIONS)\n' })
  const upload = { url: server.url, token }
  await buildWith({ upload, release: undefined, environment: undefined })
  expect(server.maps.map(({ query }) => query['release'])).toEqual(['3.1.4'])
  expect(output()[0]).toContain('release:`3.1.4`,environment:`production`')
  const version = '"service.version","value":{"stringValue":"3.1.4"}'
  expect(read('dist/index.html')).toContain(encodeURI(version))
})

test('the command takes the release from package.json', async () => {
  const map = '{"version":3,"sources":[],"names":[],"mappings":""}'
  write({ 'package.json': '{ "version": "3.1.4" }', 'dist/a.js': 'a()', 'dist/a.js.map': map })
  await upload(['upload', 'dist', '--service', 'shop'])
  expect(server.maps.map(({ query }) => query['release'])).toEqual(['3.1.4'])
})

test('a framework that turns the maps of an environment off does not prevent the upload', async () => {
  const environments = { client: { build: { sourcemap: false } } }
  await buildWith({ upload: { url: server.url, token } }, {}, { environments })
  expect(server.maps).toHaveLength(2)
  expect(outputFiles().filter((file) => file.endsWith('.map'))).toEqual([])
})

test('a server build uploads its maps too', async () => {
  // Vite names the file after the type of the nearest package.json.
  write({ 'package.json': '{}' })
  await buildWith({ upload: { url: server.url, token } }, { ssr: 'src/main.ts' })
  expect(server.maps.map(({ file }) => file).sort()).toEqual([
    expect.stringMatching(/^assets\/cart-/),
    'main.mjs',
  ])
})

test('maps are kept if the user configured them', async () => {
  await buildWith({ upload: { url: server.url, token } }, { sourcemap: true })
  expect(server.maps).toHaveLength(2)
  expect(outputFiles().filter((file) => file.endsWith('.map'))).toHaveLength(2)
  for (const code of output()) expect(code).toContain('\n//# sourceMappingURL=')
  expect(await buildWith({ upload: { url: server.url, token } }, { sourcemap: false })).toContain(
    'no source maps, because build.sourcemap is false',
  )
})

test('without a URL the plugin does not change a build', async () => {
  await buildWith({})
  const plain = output()
  const printed = await buildWith({ upload: { url: undefined, token } })
  expect(printed).not.toContain('source map')
  expect(output()).toEqual(plain)
})

test('a server that needs a token is reported if none is set', async () => {
  const printed = await buildWith({ upload: { url: server.url } })
  expect(printed).toContain('the server rejects requests without a token (401)')
})

test('a rejected upload is a warning, and an error only with failOnError', async () => {
  const options = { url: server.url, token: 'wrong' }
  expect(await buildWith({ upload: options })).toMatch(
    /2 source maps of shop 1\.4\.2 not uploaded\n {2}assets\/\S+: the server rejects the token \(401\)/,
  )
  expect(outputFiles().filter((file) => file.endsWith('.map'))).toEqual([])
  await expect(buildWith({ upload: { ...options, failOnError: true } })).rejects.toThrow('rejects the token')
})

test('the command finds maps of all bundlers, and missing sources on disk', async () => {
  const section = (source: string) => ({
    offset: { line: 0, column: 0 },
    map: JSON.parse(map(source)) as object,
  })
  const inline = `data:application/json;base64,${btoa(map('../../.env'))}`
  const outside = join(folder, '../secret.ts')
  write({
    '.env': 'SECRET=1',
    'dist/beside.js': 'a()\n',
    'dist/beside.js.map': map('../src/cart.ts'),
    'dist/named.mjs': 'b()\n//# sourceMappingURL=maps/named.json?v=1',
    'dist/maps/named.json': map('./src/cart.ts', { sourceRoot: 'webpack://shop/' }),
    'dist/server/inline.cjs': `c()\n//# sourceMappingURL=${inline}\n`,
    'dist/sections.js': 'd()\n//# sourceMappingURL=sections.js.map',
    'dist/sections.js.map': JSON.stringify({
      version: 3,
      sections: [section('turbopack:///[project]/src/cart.ts')],
    }),
    'dist/outside.js': 'e()\n//# sourceMappingURL=../../outside.map\n',
    'dist/outside.js.map': map('../../secret.ts'),
    'dist/style.css.map': map('style.scss'),
    'dist/world.map': 'of a game',
    'dist/plain.js': 'f("//# sourceMappingURL=x")',
    'dist/node_modules/x/x.js': 'g()',
    'dist/node_modules/x/x.js.map': map('x.ts'),
  })
  writeFileSync(outside, 'secret')
  const args = ['upload', 'dist', '--service', 'shop', '--release', '2.0.0', '--delete']
  const { code, stdout, stderr } = await upload([
    ...args,
    '--repo',
    'git@git.example:acme/shop.git',
    '--commit',
    'c0',
  ])
  rmSync(outside)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Errata: 5 source maps of shop 2.0.0 uploaded (5 new, 0.0 MB) in ')
  expect(server.maps[0]?.query).toMatchObject({ repo: 'https://git.example/acme/shop', commit: 'c0' })
  const contents = Object.fromEntries(
    server.maps.map(({ file, map: received }) => {
      const { sections: [section] = [] } = received as { sections?: { map: typeof received }[] }
      return [file, (section?.map ?? received).sourcesContent[0]]
    }),
  )
  const cart = application['src/cart.ts']
  expect(contents).toEqual({
    'beside.js': cart,
    'named.mjs': cart,
    'sections.js': cart,
    'server/inline.cjs': null,
    'outside.js': null,
  })
  expect(outputFiles().filter((file) => /\.(map|json)$/.test(file))).toEqual([
    'node_modules/x/x.js.map',
    'world.map',
  ])
  expect(read('dist/server/inline.cjs')).toBe('c()\n')
  expect(read('dist/named.mjs')).toBe('b()\n')
  expect(read('dist/plain.js')).toBe('f("//# sourceMappingURL=x")')
})

test('an upload is repeated if the server is briefly busy or unreachable', async () => {
  write({ 'dist/a.js': 'a()', 'dist/a.js.map': '{"version":3,"sources":[],"names":[],"mappings":""}' })
  server.faults.push(503, 404, 429)
  expect(await upload(['upload', 'dist', '--service', 'shop'])).toMatchObject({ code: 0, stderr: '' })
  expect(server.requests).toEqual(['HEAD', 'HEAD', 'PUT', 'PUT'])
  expect(server.maps.map(({ query }) => query)).toEqual([{ service: 'shop', release: '', file: 'a.js' }])
  // No space for source maps: trying again does not help.
  server.faults.push(404, 507)
  const full = await upload(['upload', 'dist', '--service', 'other', '--fail'])
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('a.js: 507 as the test') as string })
  expect(server.requests.slice(4)).toEqual(['HEAD', 'PUT'])
})

test('the maps of a page and its server are uploaded once for both', async () => {
  write({ 'dist/a.js': 'a()', 'dist/a.js.map': '{"version":3,"sources":[],"names":[],"mappings":""}' })
  const args = ['upload', 'dist', '--service', 'shop, shop-server', '--release', '1.4.2']
  const { code, stdout } = await upload(args)
  expect(code).toBe(0)
  expect(stdout).toContain('Errata: 1 source map of shop and shop-server 1.4.2 uploaded (1 new, 0.0 MB) in ')
  expect((await upload(args)).stdout).toContain('uploaded (0 new')
  expect(server.maps.map(({ query }) => query['service'])).toEqual(['shop,shop-server'])
})

test('one invalid map does not prevent the upload of others; --fail makes it an error', async () => {
  write({
    'dist/bad.js': 'a()',
    'dist/bad.js.map': '{"version":2}',
    'dist/broken.js': 'a()',
    'dist/broken.js.map': '<html>',
    'dist/good.js': 'a()',
    'dist/good.js.map': '{"version":3,"sources":[],"names":[],"mappings":""}',
  })
  const args = ['upload', 'dist', '--service', 'shop', '--delete']
  const failed = await upload([...args, '--fail'])
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('Errata: 2 source maps of shop not uploaded\n')
  expect(failed.stderr).toContain('  bad.js: 400 bad.js: version must be 3\n')
  expect(failed.stderr).toContain('  broken.js: the map is not a JSON object\n')
  expect(existsSync(join(folder, 'dist/good.js.map'))).toBe(true)
  expect(server.maps.map(({ file }) => file)).toEqual(['good.js'])
  expect((await upload(args)).code).toBe(0)
  expect(outputFiles().filter((file) => file.endsWith('.map'))).toEqual([])
})

test.for([
  { args: ['upload', 'src'], is: 2, says: '--service is missing' },
  { args: ['uplaod', 'src', '--json'], is: 2, says: 'errata has no command "uplaod"' },
  { args: ['upload', 'nowhere', '--service', 'shop'], is: 2, says: 'nowhere is not a folder' },
  {
    args: ['upload', 'src', '--service', 'shop', '--fail'],
    is: 1,
    says: 'no script in src has a source map',
  },
])('$args: the command prints what is missing, without a stack', async ({ args, is, says }) => {
  const { code, stderr } = await upload(args)
  expect(code).toBe(is)
  expect(stderr).toContain(says)
  expect(stderr).not.toMatch(/\n {4}at /)
})
