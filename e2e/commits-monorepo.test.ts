// Packages of one repository, of which one is built and uploaded by the Vite plugin: an error in the code of
// another package has the owners and the commits of that package.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import type { IssueAnswer, IssuesAnswer } from '../contract/issues.ts'
import type { FacetsAnswer } from '../contract/search.ts'
import { getJson, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'

const stack = shareStack()
const service = `monorepo-${Date.now()}`
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'errata-monorepo-')))
const project = join(folder, 'apps/shop')

const REPOSITORY = 'https://github.com/acme/shop'

const read = (name: string, value: string): string =>
  `export function ${name}(order) {\n  return ${value}\n}\n`

const FILES = {
  '.gitignore': 'dist\n',
  CODEOWNERS: '* @root\n/apps/shop/ @shop\n/apps/admin/ @admin\n/packages/ui/ @ui\n',
  'apps/shop/src/main.js':
    "export { cart } from './cart.js'\n" +
    "export { button } from '../../../packages/ui/src/button.js'\n" +
    "export { table } from '../../admin/src/table.js'\n",
  'apps/shop/src/cart.js': read('cart', 'order.cart.total'),
  'apps/admin/src/table.js': read('table', 'order.table.rows'),
  'packages/ui/src/button.js': read('button', "order?.button ?? 'Buy'"),
}

/** Its types are of a browser. */
const PLUGIN = join(import.meta.dirname, '../web/monitoring/build/vite.ts')
let changed: string

beforeAll(async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin', FILES)
  await buildRelease('1.0.0')
  // Somebody uses it, and nothing is wrong.
  await report('1.0.0', 'idle', [])
  changed = commit('Read labels', { 'packages/ui/src/button.js': read('button', 'order.button.label') })
  commit('More tables', { 'apps/admin/src/more.js': '' })
  await buildRelease('1.1.0')
  return () => rmSync(folder, { recursive: true, force: true })
}, 120_000)

function git(...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Lena Marek',
    '-c',
    'user.email=l@shop.example',
    '-c',
    'commit.gpgsign=false',
  ]
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** Returns the hash. */
function commit(subject: string, files: Record<string, string>): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  git('add', '-A')
  git('commit', '-q', '-m', subject)
  return git('rev-parse', 'HEAD')
}

const distOf = (release: string): string => join(project, 'dist', release)

async function buildRelease(release: string): Promise<void> {
  const { errata } = (await import(PLUGIN)) as { errata: (options: object) => Plugin }
  await build({
    configFile: false,
    root: project,
    logLevel: 'warn',
    plugins: [errata({ service, release, upload: { url: stack.url, repo: REPOSITORY, failOnError: true } })],
    build: {
      outDir: distOf(release),
      rollupOptions: { input: join(project, 'src/main.js'), preserveEntrySignatures: 'strict' },
    },
  })
}

/** Returns the id of its issue. */
async function report(release: string, message: string, frames: string[]): Promise<string> {
  const { digest, body } = exceptionLog({ service, release, message, frames })
  await send(stack.url, body)
  return (await eventOf(stack, digest)).issueId
}

/** Calls the function in the built code, where it fails as in a page, and returns its issue. */
async function fail(name: string): Promise<IssueAnswer> {
  const [file] = globSync('assets/*.js', { cwd: distOf('1.1.0') })
  const built = (await import(pathToFileURL(join(distOf('1.1.0'), file!)).href)) as Record<string, Function>
  return readIssue(
    await report(
      '1.1.0',
      name,
      framesOf(() => built[name]!({})),
    ),
  )
}

/** With the address that the script has on a site. */
function framesOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    const lines = (error as Error).stack!.split('\n').filter((line) => line.includes('/assets/'))
    return lines.map((line) =>
      line
        .trim()
        .replace(/^at /, '')
        .replace(/file:\S*\/assets\//, 'https://shop.example/assets/'),
    )
  }
  throw new Error('it did not fail')
}

const readIssue = (id: string): Promise<IssueAnswer> => getJson(`${stack.url}/api/issues/${id}`)

async function messagesOf(q: string): Promise<string[]> {
  const query = new URLSearchParams({ service, q, range: '1h' }).toString()
  const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?${query}`)
  return issues.map(({ message }) => message).toSorted()
}

test('an error in another package has its owners and its commits', async () => {
  const [cart, table, button] = [await fail('cart'), await fail('table'), await fail('button')]
  expect([cart.owners, table.owners, button.owners]).toEqual([['@shop'], ['@admin'], ['@ui']])
  expect(button.suspects[0]).toMatchObject({ commit: changed, evidence: 'line' })
  expect(button.changed?.places[0]?.file).toBe('packages/ui/src/button.js')
  const head = git('rev-parse', 'HEAD')
  expect([cart, table, button].map(({ latest }) => latest?.frames[0]?.link)).toEqual(
    ['apps/shop/src/cart.js', 'apps/admin/src/table.js', 'packages/ui/src/button.js'].map(
      (path) => `${REPOSITORY}/blob/${head}/${path}#L2`,
    ),
  )
  expect(cart.suspects.map(({ evidence }) => evidence)).toEqual(['range', 'range'])
  await expect.poll(() => messagesOf('owner:ui')).toEqual(['button'])
  await expect.poll(() => messagesOf('owner:@admin')).toEqual(['table'])
  await expect.poll(() => messagesOf('owner:shop')).toEqual(['cart'])
  const { facets } = await getJson<FacetsAnswer>(`${stack.url}/api/facets?service=${service}&range=1h`)
  expect(facets.find(({ name }) => name === 'owner')?.values).toEqual(
    ['@admin', '@shop', '@ui'].map((value) => ({ value, count: 1 })),
  )
})

test('names of files by webpack and Turbopack lead to the same packages', async () => {
  const cases = [
    ['webpack://shop/./src/pay.js', '@shop'],
    ['webpack://shop/../../packages/ui/src/input.js', '@ui'],
    ['webpack://shop/../admin/src/chart.js', '@admin'],
    // The root of the workspace is the root of the names.
    ['turbopack:///[project]/apps/shop/src/page.js', '@shop'],
    ['turbopack:///[project]/packages/ui/src/page.js', '@ui'],
    // No folder of this name is in the repository.
    ['webpack://shop/./made/by/a/generator.js', '@shop'],
  ] as const
  for (const [file, owner] of cases) {
    const { owners } = await readIssue(await report('1.1.0', file, [`f (${file}:1:1)`]))
    expect([file, owners]).toEqual([file, [owner]])
  }
})
