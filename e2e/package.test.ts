// Applications install the package from the relay, build with Vite and report to the stack: with React 18,
// with React 19 and without React, and with each version of Vite that the package names. Needs npm's
// registry.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import type { VitalsAnswer } from '../contract/vitals.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { fallbackSentence, readFallback } from './testing/fallback-screen.ts'
import { getJson } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { serveApplication } from './testing/static-server.ts'
import { waitFor } from './testing/wait-for.ts'

type Application = { service: string; vite: string; packages: string[]; main: string; mechanism: string }

const execute = promisify(execFile)

const reactMain = `
import { init } from '@errata/monitoring'
import { rootOptions } from '@errata/monitoring/react'
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

init({ service: SERVICE, release: '3.2.1', vitals: true })

function Shop() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new TypeError('no such book')
  return createElement('button', { onClick: () => setBroken(true) }, 'Break')
}
createRoot(document.querySelector('#root'), rootOptions()).render(createElement(Shop))`

const plainMain = `
import { init } from '@errata/monitoring'

init({ service: SERVICE, release: '3.2.1', vitals: true })

const root = document.querySelector('#root')
root.innerHTML = '<button>Break</button>'
root.firstChild.onclick = () => {
  root.replaceChildren()
  throw new TypeError('no such book')
}`

const { react, 'react-dom': reactDom, vite } = manifest.devDependencies
const applications: Application[] = [
  {
    service: 'react-18',
    vite,
    packages: ['react@18.3.1', 'react-dom@18.3.1'],
    main: reactMain,
    // React 18 has no handler for an error that unmounts the tree: it reaches the window alone.
    mechanism: 'boot',
  },
  {
    service: 'react-19',
    vite,
    packages: [`react@${react}`, `react-dom@${reactDom}`],
    main: reactMain,
    mechanism: 'react.uncaught',
  },
  ...[vite, '7.3.8', '6.4.6', '5.4.21'].map((version) => ({
    service: `vite-${version}`,
    vite: version,
    packages: [],
    main: plainMain,
    mechanism: 'boot',
  })),
]

const folder = mkdtempSync(join(tmpdir(), 'errata-applications-'))
const folderOf = (service: string) => join(folder, service)
const { stack, browser } = shareStackWithBrowser()

beforeAll(async () => {
  // The query keeps npm's cache from answering with the package of an earlier run on the same port.
  const tarball = `${stack.url}/monitoring.tgz?${Date.now()}`
  await Promise.all(applications.map((application) => install(application, tarball)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function install({ service, vite, packages, main }: Application, tarball: string): Promise<void> {
  const cwd = folderOf(service)
  mkdirSync(cwd)
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    'index.html':
      '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div>' +
      '<script type="module" src="/main.js"></script>',
    'main.js': main.replace('SERVICE', `'${service}'`),
    'vite.config.js': `import { errata } from '@errata/monitoring/vite'
export default {
  plugins: [errata({ service: '${service}', release: '3.2.1', upload: { url: '${stack.url}' } })],
}`,
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--save-exact']
  await execute('npm', ['install', ...flags, tarball, `vite@${vite}`, ...packages], { cwd })
}

test.each(applications)(
  '$service builds: later parts are files of their own, under names that content blockers accept',
  async ({ service }) => {
    const cwd = folderOf(service)
    const { stdout, stderr } = await execute(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
      cwd,
      // Vitest sets NODE_ENV to `test`.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    expect(stdout + stderr).toContain("'sha256-")
    const assets = readdirSync(join(cwd, 'dist/assets'))
    const names = assets.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()
    expect(names).toEqual(['client', 'copy', 'form', 'index', 'later', 'pace', 'values'])
    const entry = assets.find((name) => name.startsWith('index')) ?? ''
    expect(readFileSync(join(cwd, 'dist/assets', entry), 'utf8')).not.toContain(
      'resourceLogs":[{"resource":{"attributes":',
    )
    expect(readFileSync(join(cwd, 'dist/index.html'), 'utf8')).toContain('<template id="errata"')
  },
)

test.each(applications)('$service can render on a server, in plain Node', async ({ service, packages }) => {
  const entries = packages.length
    ? ['@errata/monitoring', '@errata/monitoring/react']
    : ['@errata/monitoring']
  const imports = entries.map((entry) => `await import('${entry}')`).join()
  const script = `const modules = [${imports}]
modules[0].init({ service: 'rendered' })
console.log(modules[0].captureException(new Error('on a server')))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folderOf(service),
  })
  expect(stdout.trim()).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
})

test.each(applications)(
  '$service breaks: the fallback screen shows a digest, and the store has one occurrence with it',
  async ({ service, mechanism }) => {
    const server = await serveApplication(join(folderOf(service), 'dist'), stack.url)
    try {
      const { page, close } = await browser.open(server.url)
      await page.getByRole('button', { name: 'Break' }).click()
      const { sentence, digest } = await readFallback(page)
      expect(sentence).toBe(fallbackSentence(new URL(server.url).host))
      const event = await eventOf(stack, digest)
      expect(event).toMatchObject({
        digest,
        service,
        release: '3.2.1',
        type: 'TypeError',
        message: 'no such book',
        severity: 21,
        mechanism,
        mapping: 'stored',
      })
      expect(event.frames[0]?.file).toBe('main.js')
      await page.goto('about:blank')
      const { vitals } = await waitFor('the vitals', async () => {
        const answer = await getJson<VitalsAnswer>(`${stack.url}/api/vitals?range=1h&service=${service}`)
        return ['FCP', 'LCP', 'CLS', 'TTFB'].every((name) =>
          answer.vitals.some((vital) => vital.name === name),
        )
          ? answer
          : undefined
      })
      for (const { route, count, good, poor } of vitals)
        expect([route, count, good + poor <= 1]).toEqual(['/', 1, true])
      const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=1h&service=${service}`)
      expect(issues.map(({ count }) => count)).toEqual([1])
      await close()
    } finally {
      server.close()
    }
  },
)

test.each(applications)(
  '$service does not load: the fallback screen shows a digest, and the store has one occurrence with it',
  async ({ service }) => {
    const server = await serveApplication(join(folderOf(service), 'dist'), stack.url)
    server.replace({ path: /index-/, status: 404, type: 'text/javascript' })
    try {
      const { page, close } = await browser.open(server.url)
      const { digest } = await readFallback(page)
      const event = await eventOf(stack, digest)
      expect(event).toMatchObject({ service, release: '3.2.1', type: 'BootError', mechanism: 'boot' })
      await close()
    } finally {
      server.close()
    }
  },
)
