// Strangers install the package from its tarball into an empty folder, build with it, and break their page.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, IssuesAnswer, VitalsAnswer } from '../store/api/contract.ts'
import { pack } from '../web/monitoring/testing/package.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { ask, openHouse, until, type House } from './house.ts'
import { fallbackSentence, openBrowser, readFallback, type Visitor } from './page.ts'

const run = promisify(execFile)

const withReact = `
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

const without = `
import { init } from '@errata/monitoring'

init({ service: SERVICE, release: '3.2.1', vitals: true })

const root = document.querySelector('#root')
root.innerHTML = '<button>Break</button>'
root.firstChild.onclick = () => {
  root.replaceChildren()
  throw new TypeError('no such book')
}`

/** React 18 tells nobody of an error that takes the tree away but the window. */
const strangers = [
  {
    service: 'stranger-18',
    installs: ['react@18.3.1', 'react-dom@18.3.1'],
    main: withReact,
    mechanism: 'boot',
  },
  {
    service: 'stranger-19',
    installs: [
      `react@${manifest.devDependencies.react}`,
      `react-dom@${manifest.devDependencies['react-dom']}`,
    ],
    main: withReact,
    mechanism: 'react.uncaught',
  },
  { service: 'stranger', installs: [], main: without, mechanism: 'boot' },
]

const folder = mkdtempSync(join(tmpdir(), 'errata-strangers-'))
const homeOf = (service: string) => join(folder, service)
let house: House
let browser: Visitor
let tarball = ''

beforeAll(async () => {
  const packing = join(folder, 'packing')
  mkdirSync(packing)
  tarball = pack(packing).tarball
  await Promise.all(strangers.map(settle))
  house = await openHouse()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await house?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty folder becomes an application. */
async function settle({ service, installs, main }: (typeof strangers)[number]): Promise<void> {
  const home = homeOf(service)
  mkdirSync(home)
  const write = (file: string, text: string) => writeFileSync(join(home, file), text)
  write('package.json', '{ "private": true, "type": "module" }')
  write(
    'index.html',
    '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script type="module" src="/main.js"></script>',
  )
  write('main.js', main.replace('SERVICE', `'${service}'`))
  write(
    'vite.config.js',
    `import { errata } from '@errata/monitoring/vite'\nexport default { plugins: [errata({ service: '${service}', release: '3.2.1' })] }`,
  )
  const packages = [tarball, `vite@${manifest.devDependencies.vite}`, ...installs]
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--save-exact', ...packages], {
    cwd: home,
  })
}

test.each(strangers)(
  '$service builds: what comes later stays apart, under names that no blocker minds',
  async ({ service }) => {
    const home = homeOf(service)
    const { stdout, stderr } = await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
      cwd: home,
      // As outside of a test.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    expect(stdout + stderr).toContain("'sha256-")
    const assets = readdirSync(join(home, 'dist/assets'))
    const names = assets.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()
    expect(names).toEqual(['client', 'index', 'later', 'pace'])
    const entry = assets.find((name) => name.startsWith('index')) ?? ''
    expect(readFileSync(join(home, 'dist/assets', entry), 'utf8')).not.toContain(
      'resourceLogs":[{"resource":{"attributes":',
    )
    expect(readFileSync(join(home, 'dist/index.html'), 'utf8')).toContain('<template id="errata"')
  },
)

test.each(strangers)('$service can render on a server, in plain Node', async ({ service, installs }) => {
  const doors = installs.length ? ['@errata/monitoring', '@errata/monitoring/react'] : ['@errata/monitoring']
  const asked = doors.map((door) => `await import('${door}')`).join()
  const script = `const all = [${asked}]; all[0].init({ service: 'rendered' }); console.log(all[0].captureException(new Error('on a server')))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: homeOf(service),
  })
  expect(stdout.trim()).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
})

test.each(strangers)(
  '$service breaks: the screen with a digest, and one record that it opens',
  async ({ service, mechanism }) => {
    const site = await serve(join(homeOf(service), 'dist'))
    try {
      const { page, leave } = await browser.visit(site.url)
      await page.getByRole('button', { name: 'Break' }).click()
      const { sentence, digest } = await readFallback(page)
      expect(sentence).toBe(fallbackSentence(new URL(site.url).host))
      const event = await until('the occurrence', () => ask<Event>(`${house.url}/api/events/${digest}`))
      expect(event).toMatchObject({
        digest,
        service,
        release: '3.2.1',
        type: 'TypeError',
        message: 'no such book',
        severity: 21,
        mechanism,
      })
      await page.goto('about:blank')
      const { vitals } = await until('the vitals', async () => {
        const answer = await ask<VitalsAnswer>(`${house.url}/api/vitals?range=1h&service=${service}`)
        return ['FCP', 'LCP', 'CLS', 'TTFB'].every((name) =>
          answer.vitals.some((vital) => vital.name === name),
        )
          ? answer
          : undefined
      })
      for (const { route, count, good, poor } of vitals)
        expect([route, count, good + poor <= 1]).toEqual(['/', 1, true])
      const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=1h&service=${service}`)
      expect(issues.map(({ count }) => count)).toEqual([1])
      await leave()
    } finally {
      site.close()
    }
  },
)

/** The built application on a port of its own; what it sends goes on to the house. */
async function serve(built: string): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer((request, response) => void answer(built, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    close: () => server.close(),
  }
}

async function answer(built: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const type = request.headers['content-type'] ?? ''
    const taken = await fetch(`${house.url}${request.url}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.concat(chunks),
    })
    response.writeHead(taken.status, { 'content-type': type }).end(await taken.text())
    return
  }
  const path = request.url === '/' ? '/index.html' : (request.url ?? '')
  const type = { '.html': 'text/html', '.js': 'text/javascript' }[extname(path)]
  if (type) response.writeHead(200, { 'content-type': type }).end(readFileSync(join(built, path)))
  else response.writeHead(404).end()
}
