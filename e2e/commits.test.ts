// From a commit to the issue that it causes: a repository with three releases and 20 planted bugs, built and
// uploaded by the Vite plugin; every bug is thrown by the built code.
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, createLogger, type Plugin } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import type { ReleaseCommitsAnswer, Suspect } from '../contract/commits.ts'
import type { IssueAnswer } from '../contract/issues.ts'
import { getJson, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { makeShop, RELEASES, removeShop, type PlantedBug, type Shop } from './testing/planted-shop.ts'
import { openScreen } from './testing/browser-session.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'

const { stack, browser } = shareStackWithBrowser()
const service = `planted-${Date.now()}`
const printed: string[] = []
let shop: Shop

type Modules = Record<string, (order: object) => unknown>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-planted-'))
  shop = await makeShop(folder, async (release) => {
    await buildRelease(folder, release)
    // Somebody uses it, and nothing is wrong.
    await report(release, 'idle', ['idle (https://shop.example/assets/idle.js:1:1)'])
  })
  return () => removeShop(shop)
})

/** Its types are of a browser. */
const PLUGIN = join(import.meta.dirname, '../web/monitoring/build/vite.ts')
const print = (line: string): void => void printed.push(line)

async function buildRelease(folder: string, release: string): Promise<void> {
  const { errata } = (await import(PLUGIN)) as { errata: (options: object) => Plugin }
  const options = { service, upload: { url: stack.url }, repo: 'https://git.example/shop/web' }
  await buildWith([errata(options)], folder, release)
}

async function buildWith(plugins: Plugin[], folder: string, release: string): Promise<void> {
  await build({
    configFile: false,
    root: folder,
    logLevel: 'info',
    customLogger: { ...createLogger(), info: print, warn: print },
    plugins,
    build: {
      ...(plugins.length === 0 && { sourcemap: 'hidden' }),
      outDir: join(folder, '.git/dist', release),
      rollupOptions: { input: join(folder, 'src/main.ts'), preserveEntrySignatures: 'strict' },
    },
  })
}

async function report(release: string, message: string, frames: string[], of = service): Promise<string> {
  const { digest, body } = exceptionLog({ service: of, release, message, frames })
  await send(stack.url, body)
  return (await eventOf(stack, digest)).issueId
}

/** Throws the bug in the built code, as a page does, and returns its issue. */
async function throwBug(bug: PlantedBug, release = bug.release, of = service): Promise<IssueAnswer> {
  const { module, kind } = bug
  const dist = join(shop.folder, '.git/dist', release)
  const [file] = globSync('assets/*.js', { cwd: dist })
  const modules = (await import(pathToFileURL(join(dist, file!)).href)) as Modules
  const order = kind === 'guard' ? {} : { [`${module}Rows`]: [{}] }
  const { message, frames } = failureOf(() => modules[module]!(order))
  const urls = frames.map((frame) => frame.replace(/file:\S*\/assets\//, 'https://shop.example/assets/'))
  const id = await report(release, message, urls, of)
  return getJson<IssueAnswer>(`${stack.url}/api/issues/${id}`)
}

function failureOf(work: () => unknown): { message: string; frames: string[] } {
  try {
    work()
  } catch (error) {
    const { message, stack: text = '' } = error as Error
    const lines = text.split('\n').filter((line) => /^\s+at .*\/assets\//.test(line))
    return { message, frames: lines.map((line) => line.trim().replace(/^at /, '')) }
  }
  throw new Error('it did not fail')
}

test('the planted commit comes first, mostly by its line', async () => {
  expect([shop.bugs.length, shop.commits]).toEqual([20, 60])
  const rows: string[] = []
  for (const bug of shop.bugs) {
    const { suspects, changed } = await throwBug(bug)
    const before = RELEASES[RELEASES.indexOf(bug.release) - 1]
    expect(changed).toMatchObject({ release: bug.release, before })
    const [{ commit, evidence, subject, url }] = suspects as [Suspect]
    expect(url).toBe(`https://git.example/shop/web/commit/${commit}`)
    rows.push(commit === bug.commit ? evidence : `${bug.kind} of ${bug.module}: ${subject}`)
  }
  const byLine = rows.filter((row) => row === 'line')
  const first = rows.filter((row) => row === 'line' || row === 'file')
  console.log(`planted commit first: ${first.length} of ${rows.length}, by its line: ${byLine.length}`)
  expect(first.length, rows.join('; ')).toBeGreaterThanOrEqual(19)
  expect(byLine.length, rows.join('; ')).toBeGreaterThanOrEqual(15)
})

test('a release has its commits since the one before, and issues have owners', async () => {
  const lines = printed.filter((line) => line.startsWith('Errata: ') && line.includes('commits'))
  expect(lines).toEqual([
    'Errata: 13 commits and CODEOWNERS sent, since the beginning, or the latest 100',
    // Without merges that have only joined branches.
    'Errata: 21 commits and CODEOWNERS sent, since 1.0.0',
    'Errata: 23 commits and CODEOWNERS sent, since 1.1.0',
  ])
  const answer = await readCommits('1.1.0')
  expect(answer).toMatchObject({ head: answer.commits[0]!.hash, owners: 'CODEOWNERS' })
  expect([answer.commits.length, answer.before]).toEqual([21, { release: '1.0.0', head: answer.base }])
  expect(JSON.stringify(answer)).not.toContain('@shop.example')
  const cart = shop.bugs.find(({ module }) => module === 'part00')!
  const checkout = shop.bugs.find(({ module }) => module === 'part01')!
  expect((await throwBug(cart)).owners).toEqual(['@lena', 'lena'])
  expect((await throwBug(checkout)).owners).toEqual(['@shop/web'])
})

function readCommits(release: string): Promise<ReleaseCommitsAnswer> {
  const query = new URLSearchParams({ service, release }).toString()
  return getJson<ReleaseCommitsAnswer>(`${stack.url}/api/releases/commits?${query}`)
}

test('from errata upload to the screen of the issue, where a click assigns it', async () => {
  const [of, release] = [`${service}-cli`, 'of-the-command']
  await buildWith([], shop.folder, release)
  const cli = join(import.meta.dirname, '../web/monitoring/build/cli.ts')
  const options = ['--service', of, '--release', release, '--url', stack.url]
  const command = [cli, 'upload', `.git/dist/${release}`, ...options]
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: shop.folder })
  expect(stdout).toContain(
    '\nErrata: 57 commits and CODEOWNERS sent, since the beginning, or the latest 100\n',
  )
  const bug = shop.bugs.find(({ kind }) => kind === 'squash')!
  const { issue, suspects } = await throwBug(bug, release, of)
  expect(suspects[0]).toMatchObject({ commit: bug.commit, evidence: 'line', url: null })

  const { page, close } = await openScreen(browser, `${stack.url}/issues/${issue.id}`)
  const panel = page.getByRole('region', { name: 'What changed' })
  const [first] = await panel.getByRole('listitem').allInnerTexts()
  expect(first).toContain(`Gross prices of ${bug.module} ${bug.commit.slice(0, 7)}`)
  expect(first).toMatch(/line \d+ changed src\//)
  const { author } = suspects[0]!
  await panel.getByRole('button', { name: `Assign to ${author}` }).click()
  await panel.getByText('wrote the line, is assigned').waitFor()
  // It is shown before it is saved.
  const assignee = async () =>
    (await getJson<IssueAnswer>(`${stack.url}/api/issues/${issue.id}`)).issue.assignee
  await expect.poll(assignee).toBe(author)
  await close()
})
