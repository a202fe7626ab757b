// Snapshots and recordings of an attacker, as three browsers show them: nothing runs and nothing loads.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SnapshotAnswer } from '../contract/snapshots.ts'
import { findChromium, findTestBrowsers } from '../scripts/browsers.ts'
import { openBrowser, type Browser } from '../web/monitoring/browsers/launch.ts'
import { hostilePages, toRecording, trustingHtml } from './testing/hostile-pages.ts'
import { startServer, type HttpServer } from './testing/http-server.ts'
import { getJson, post, requireOk, send } from './testing/http.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog, newTraceId } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

/** Kinds that load something in every browser where nothing protects it. */
const MIN_CONTROLS = 20

const stack = shareStack()
/** Paths that somebody has requested of the attacker. */
const hits = new Set<string>()
/** Of documents of frames, by the name of the browser. */
const shown = new Map<string, Set<string>>()
let attacker: HttpServer
let frames: HttpServer
let browsers: Browser[]
const digests: string[] = []
/** Those with styles of a build. */
const builds = new Set<string>()

beforeAll(async () => {
  attacker = await startServer((request, response) => {
    hits.add(decodeURIComponent(request.url!))
    response.setHeader('access-control-allow-origin', '*')
    response.end()
  })
  for (const page of hostilePages((kind) => `${attacker.url}/stored/${encodeURIComponent(kind)}`)) {
    digests.push(await sendPage(page), await sendRecording(page))
    if (page.css !== '') digests.push(await sendBuild(page))
  }
  frames = await startServer((request, response) => void answer(request.url!, response))
  browsers = [{ name: 'chromium', program: findChromium() }, ...(await findTestBrowsers()).browsers]
})
afterAll(() => {
  attacker?.close()
  frames?.close()
})

async function sendPage({ nodes, css }: ReturnType<typeof hostilePages>[0]): Promise<string> {
  const { digest, body } = exceptionLog()
  const root = ['html', {}, ['body', {}, ...nodes]]
  const sent = {
    digest,
    service: 'shop',
    at: Date.now(),
    root,
    css: [css, css],
    pageSheets: 1,
    texts: 0,
    inputs: 0,
  }
  await send(stack.url, body)
  await requireOk(await post(`${stack.url}/monitoring/snapshot`, sent))
  return digest
}

/** A page that cannot read its styles, which its build has uploaded. */
async function sendBuild({ kind, css }: ReturnType<typeof hostilePages>[0]): Promise<string> {
  const file = `assets/${kind.replaceAll(/\W/g, '-')}-C0ffee12.css`
  const { digest, body } = exceptionLog({ release: '1.0' })
  const uploaded = await fetch(`${stack.url}/api/styles?service=shop&release=1.0&file=${file}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ css: `${css}\n.end { color: red }` }),
  })
  await requireOk(uploaded)
  const root = ['html', {}, ['body', {}, ['p', {}, 'x']]]
  await send(stack.url, body)
  const unread = [[0, `/${file}`, '']]
  const sent = { digest, service: 'shop', at: Date.now(), root, css: [''], pageSheets: 1, unread }
  await requireOk(await post(`${stack.url}/monitoring/snapshot`, sent))
  builds.add(digest)
  return digest
}

async function sendRecording(page: ReturnType<typeof hostilePages>[0]): Promise<string> {
  const [id, at] = [newTraceId(), Date.now()]
  const event = { event_id: id, timestamp: at / 1000, exception: { values: [{ type: 'Error', value: id }] } }
  const replay = { type: 'replay_event', error_ids: [id], replay_id: newTraceId(), segment_id: 0 }
  const payload = `{"segment_id":0}\n${JSON.stringify(toRecording(page, at))}`
  const lines = [
    { event_id: id },
    { type: 'event' },
    event,
    { type: 'replay_event' },
    replay,
    { type: 'replay_recording', length: Buffer.byteLength(payload) },
  ]
  const envelope = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${payload}\n`
  const headers = { 'content-type': 'application/x-sentry-envelope' }
  await requireOk(await post(`${stack.url}/api/42/envelope/?sentry_key=${id}`, envelope, headers))
  return id
}

/** The documents of the relay under the origin of a page with frames, and a page that trusts all of them. */
async function answer(url: string, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, attacker.url)
  const engine = searchParams.get('engine') ?? ''
  if (pathname === '/frames') {
    const elements = digests.map(
      (digest) => `<iframe sandbox="" src="/api/events/${digest}/snapshot/frame?engine=${engine}"></iframe>`,
    )
    const next = `<script>addEventListener('load', () => location = '/control?engine=${engine}')</script>`
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${next}${elements.join('')}`)
  } else if (pathname === '/control') {
    const address = (kind: string) => `${attacker.url}/control/${engine}/${encodeURIComponent(kind)}`
    const documents = JSON.stringify(hostilePages(address).map(trustingHtml)).replaceAll('<', '\\u003c')
    const script = `for (const srcdoc of ${documents})
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc }))`
    response.setHeader('content-type', 'text/html').end(`<!doctype html><body><script>${script}</script>`)
  } else if (pathname.startsWith('/api/events/')) {
    const frame = await fetch(`${stack.url}${pathname}`)
    if (frame.ok) shown.set(engine, (shown.get(engine) ?? new Set()).add(pathname))
    response.writeHead(frame.status, Object.fromEntries(frame.headers)).end(await frame.text())
  } else response.writeHead(404).end()
}

test('every kind is stored without an address, and with what is harmless', async () => {
  for (const digest of digests) {
    const { html, css } = await waitFor(`the snapshot of ${digest}`, () =>
      getJson<SnapshotAnswer>(`${stack.url}/api/events/${digest}/snapshot`).catch(() => undefined),
    )
    expect(html).toMatch(/^<html><head><\/head>[^]*<body>/)
    expect(html).not.toMatch(/<(?:script|iframe|object|embed|link|meta|base)/)
    expect(css).not.toMatch(/<\/|@import|@font-face/)
    if (builds.has(digest)) expect(css).not.toBe('')
  }
})

test('three browsers load none of them, and what is not protected is loaded', async () => {
  expect(browsers.map(({ name }) => name)).toEqual(['chromium', 'firefox', 'webkit'])
  const controls = (engine: string) =>
    [...hits].filter((path) => path.startsWith(`/control/${engine}/`)).length
  for (const browser of browsers) {
    const close = await openBrowser(browser, `${frames.url}/frames?engine=${browser.name}`)
    try {
      await waitFor(`the controls in ${browser.name}`, () => controls(browser.name) >= MIN_CONTROLS, {
        timeoutMs: 60_000,
      })
    } finally {
      await close()
    }
    expect([browser.name, shown.get(browser.name)?.size]).toEqual([browser.name, digests.length])
  }
  expect([...hits].filter((path) => path.startsWith('/stored/'))).toEqual([])
  expect(digests.length).toBeGreaterThanOrEqual(2 * 34)
  expect(builds.size).toBeGreaterThanOrEqual(14)
})
