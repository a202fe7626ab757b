// An application with 20 ways to fail, minified by four bundlers, thrown at in three engines, deployed twice:
// every stack shows the author's code, and an error stays one issue. Needs npm's registry.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium, findTestBrowsers } from '../scripts/browsers.ts'
import type { Event, EventsAnswer, Frame, IssuesAnswer } from '../contract/issues.ts'
import type { MapsAnswer } from '../contract/maps.ts'
import { openBrowser, type Browser } from '../web/monitoring/browsers/launch.ts'
import { buildOnce, EXAMPLE_TIMEOUT_MS, installExample, run } from './testing/example-app.ts'
import { startServer } from './testing/http-server.ts'
import { getJson } from './testing/http.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { serveApplication, type StaticServer } from './testing/static-server.ts'
import { waitFor } from './testing/wait-for.ts'

const SERVICE = 'maps-app'
const TOKEN = 'token-of-the-build'
const BUILDERS = ['vite', 'webpack', 'esbuild', 'next']
const DEPLOYS = [1, 2]
const BUILDS = DEPLOYS.flatMap((deploy) => BUILDERS.map((builder) => `${builder}-${deploy}`))
const BREAKS = 20
/** A cold engine on a busy machine walks through eight builds. */
const WALK_TIMEOUT_MS = 120_000
/** `[function]` of a frame in that line, and the break whose failing frame it is. */
const MARK = /\/\/ \[(.+?)\](?: fails (.+))?$/

/** Lines of each file, `src/cart.ts` and the like, in each deploy. */
type Sources = Map<string, string[]>

/** A request of a build. `body`: in base64. */
type Upload = { method: string; path: string; headers: Record<string, string>; body: string }

const sources = new Map<number, Sources>()
let folder: string
let stack: Stack
let server: StaticServer
let browsers: Browser[]
let events: Event[]

beforeAll(async () => {
  folder = await installExample('maps-app', 'e2e/testing')
  stack = await startStack({ API_TOKENS: TOKEN })
  const uploads = join(folder, 'dist/uploads.json')
  let isBuilt = true
  sources.set(1, readSources())
  await buildOnce(folder, join(import.meta.dirname, 'testing/maps-app'), async () => {
    isBuilt = false
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    writeFileSync(uploads, JSON.stringify(await buildAll()))
  })
  if (isBuilt) {
    moveCode()
    for (const upload of JSON.parse(readFileSync(uploads, 'utf8')) as Upload[]) await send(upload)
  }
  sources.set(2, readSources())
  // Answers requests for anything else, such as the icon.
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Builds</title>')
  server = await serveApplication(join(folder, 'dist'), stack.url)
  browsers = [{ name: 'chromium', program: findChromium() }, ...(await findTestBrowsers()).browsers]
  const closes = await Promise.all(
    browsers.map((browser) =>
      openBrowser(
        browser,
        `${server.url}/${BUILDS[0]}/index.html?engine=${browser.name}&builds=${BUILDS.join()}`,
      ),
    ),
  )
  try {
    const total = BREAKS * BUILDS.length * browsers.length
    await waitFor(
      `${total} errors are stored`,
      async () => {
        const { issues } = await readIssues()
        return issues.reduce((sum, { count }) => sum + count, 0) >= total
      },
      { timeoutMs: WALK_TIMEOUT_MS, intervalMs: 1000 },
    )
    await waitFor(
      'the map of each occurrence is read',
      async () => {
        events = await readEvents()
        return events.every(isMapped)
      },
      { timeoutMs: WALK_TIMEOUT_MS, intervalMs: 1000 },
    )
  } finally {
    await Promise.all(closes.map((close) => close()))
  }
}, EXAMPLE_TIMEOUT_MS)
afterAll(async () => {
  server?.close()
  await stack?.close()
})

/** Makes all builds, which upload their maps. Resolves to the uploads, for runs with the same builds. */
async function buildAll(): Promise<Upload[]> {
  const uploads: Upload[] = []
  const recorder = await startServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const { method = 'GET', url: path = '' } = request
      const headers = Object.entries(request.headers).filter(([name]) =>
        /^(?:authorization|content-type|content-encoding)$/.test(name),
      )
      const upload = {
        method,
        path,
        headers: Object.fromEntries(headers) as Upload['headers'],
        body: bytes.toString('base64'),
      }
      uploads.push(upload)
      const answer = await send(upload)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  })
  for (const deploy of DEPLOYS) {
    if (deploy > 1) moveCode()
    for (const builder of BUILDERS)
      await run(folder, process.execPath, ['build.mjs', `${builder}-${deploy}`, recorder.url, TOKEN])
  }
  recorder.close()
  return uploads
}

function send({ method, path, headers, body }: Upload): Promise<Response> {
  return fetch(stack.url + path, { method, headers, ...(body && { body: Buffer.from(body, 'base64') }) })
}

function readIssues(): Promise<IssuesAnswer> {
  return getJson(`${stack.url}/api/issues?range=1h&limit=100&service=${SERVICE}`)
}

/** One query after the other: the store limits how many run at a time. */
async function readEvents(): Promise<Event[]> {
  // Two issues that become one between the queries have the same occurrences.
  const digests = new Set<string>()
  for (const { id } of (await readIssues()).issues) {
    const answer = await getJson<EventsAnswer>(`${stack.url}/api/issues/${id}/events?range=1h&limit=100`)
    for (const { digest } of answer.events) digests.add(digest)
  }
  const list: Event[] = []
  for (const digest of digests) list.push(await getJson<Event>(`${stack.url}/api/events/${digest}`))
  return list
}

/** By break that has several issues, how many. */
async function readSplitBreaks(): Promise<Record<string, number>> {
  const byBreak = Map.groupBy(await readEvents(), breakOf)
  const counts = [...byBreak].map(([name, some]) => {
    const issues = new Set(some.map(({ issueId }) => issueId))
    return [name, issues.size] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count !== 1))
}

/** Another deploy: other lines, other columns, other short names, other names of files. */
function moveCode(): void {
  for (const file of sourceFiles()) {
    const code = readFileSync(join(folder, file), 'utf8')
    const added = [
      '// Added by the second deploy.',
      'export function daysUntil(day: Date): number {',
      '  return (day.getTime() - Date.now()) / 86_400_000',
      '}',
      `console.debug('${file}', daysUntil(new Date(2030, 1, 1)))`,
    ]
    writeFileSync(join(folder, file), `${added.join('\n')}\n\n${code}`)
  }
}

function sourceFiles(): string[] {
  return readdirSync(join(folder, 'src')).map((file) => `src/${file}`)
}

function readSources(): Sources {
  return new Map(sourceFiles().map((file) => [file, readFileSync(join(folder, file), 'utf8').split('\n')]))
}

/** The comment in the line of a frame; undefined where there is no such line. */
function markOf(event: Event, { file, line }: Frame): { name: string; breakName: string } | undefined {
  const code = sources.get(Number(event.release))?.get(file)?.[(line ?? 0) - 1]
  const [, name = '', breakName = ''] = MARK.exec(code ?? '') ?? []
  return name ? { name, breakName } : undefined
}

const isMapped = ({ mapping }: Event): boolean => mapping !== 'none'
const ownFrames = (event: Event): Frame[] => event.frames.filter(({ inApp }) => inApp)
const breakOf = (event: Event): string => event.attributes['app.break'] ?? ''
const isRight = (event: Event, frame: Frame): boolean => markOf(event, frame)?.name === frame.function

function isFailingFrame(event: Event, frame: Frame | undefined): boolean {
  return frame !== undefined && isRight(event, frame) && markOf(event, frame)?.breakName === breakOf(event)
}

/** For a failing test: what is wrong, once for each break and place. */
function describeFrame(event: Event, frame: Frame | undefined): string {
  const { function: name, file, line } = frame ?? { function: 'no frame', file: '', line: 0 }
  return `${event.environment}, ${breakOf(event)}: ${name} (${file}:${line})`
}

test('each break is stored once in each build and engine', () => {
  const names = new Set(events.map(breakOf))
  expect(names.size).toBe(BREAKS)
  const byKey = Map.groupBy(events, (event) => `${event.environment} ${breakOf(event)}`)
  const repeated = [...byKey].filter(([, { length }]) => length > 1)
  expect(repeated.map(([key, some]) => [key, some.map(({ digest, message }) => [digest, message])])).toEqual(
    [],
  )
  expect(events).toHaveLength(BREAKS * BUILDS.length * browsers.length)
})

test('file, line and function of every failing frame are right, and of 98 % of all own frames', () => {
  const environments = BUILDS.flatMap((build) => browsers.map(({ name }) => `${build} ${name}`))
  console.table(
    Object.fromEntries(
      environments.map((environment) => {
        const some = events.filter((event) => event.environment === environment)
        const own = some.flatMap((event) => ownFrames(event).map((frame) => isRight(event, frame)))
        const failing = some.filter((event) => isFailingFrame(event, ownFrames(event)[0]))
        const right = own.filter(Boolean).length
        return [
          environment,
          { 'failing frames': `${failing.length}/${some.length}`, 'own frames': `${right}/${own.length}` },
        ]
      }),
    ),
  )
  const failing = events.map((event) => ({ event, frame: ownFrames(event)[0] }))
  const wrong = failing.filter(({ event, frame }) => !isFailingFrame(event, frame))
  expect(wrong.map(({ event, frame }) => describeFrame(event, frame))).toEqual([])
  const own = events.flatMap((event) => ownFrames(event).map((frame) => ({ event, frame })))
  const wrongOwn = own.filter(({ event, frame }) => !isRight(event, frame))
  const wrongTexts = wrongOwn.map(({ event, frame }) => describeFrame(event, frame))
  expect(wrongOwn.length / own.length, wrongTexts.join('\n')).toBeLessThanOrEqual(0.02)
})

test('an error is one issue in all engines and builds, also when its code has moved', async () => {
  // On a busy machine, a map is read after its occurrence is stored, which joins another issue then.
  await expect.poll(readSplitBreaks, { timeout: WALK_TIMEOUT_MS, interval: 1000 }).toEqual({})
  expect((await readIssues()).issues).toHaveLength(BREAKS)
})

test('no script of a stack lacks its map, and no map is deployed', async () => {
  const { maps, missing } = await getJson<MapsAnswer>(`${stack.url}/api/maps?service=${SERVICE}`)
  expect(missing).toEqual([])
  expect(maps.length).toBeGreaterThan(BUILDS.length)
  const deployed = readdirSync(join(folder, 'dist'), { recursive: true }).map(String)
  expect(deployed.filter((file) => file.endsWith('.map'))).toEqual([])
})
