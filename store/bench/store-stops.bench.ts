// The store's process is stopped for five seconds, as a suspended virtual machine is, while source maps are
// uploaded and errors arrive. No map may be lost, and each error must be one issue. `npm run bench --
// store-stops 5` stops five times instead of twenty.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Event, Issue, IssuesAnswer } from '../../contract/issues.ts'
import type { MapsAnswer } from '../../contract/maps.ts'
import { writeTable } from '../../scripts/bench/table.ts'
import { exception, newDigest } from '../testing/otlp.ts'
import { encodeMappings, mapJson } from '../testing/source-map.ts'
import { startStore } from '../testing/store.ts'

const stops = Number(process.argv[2] ?? 20)

const STOPPED_MILLISECONDS = 5_000
/** A stop begins within this time after the upload: it takes about one second. */
const MOMENTS_MILLISECONDS = 2_000
/** Of one service: an occurrence of each every 100 ms. */
const ERRORS = 2
const OCCURRENCES = 10
const SOURCES = 300
const LINES = 200
/** After the last stop. */
const WAIT_MILLISECONDS = 120_000

const store = await startStore()
const digests = new Map<string, string[]>()
let refused = 0
for (let stop = 0; stop < stops; stop++) {
  const service = `service-${stop}`
  // No map is in memory then.
  await store.restart('SIGTERM')
  const work = Promise.all([uploadAndThrow(service), throwErrors(`service-${stop - 1}`)])
  await pause(randomInt(MOMENTS_MILLISECONDS))
  store.child.kill('SIGSTOP')
  await pause(STOPPED_MILLISECONDS)
  store.child.kill('SIGCONT')
  await work
  console.log(`${service}: stopped and continued`)
}
const began = performance.now()
let issues = await readIssues()
while (issues.length !== stops * ERRORS && performance.now() - began < WAIT_MILLISECONDS) {
  await pause(200)
  issues = await readIssues()
}
const seconds = (performance.now() - began) / 1_000
const events = await readEvents([...digests.values()].flat())
const { maps, failing } = await store.read<MapsAnswer>('/api/maps')
await store.stop()

const withMapping = (mapping: string): number => events.filter((event) => event.mapping === mapping).length
writeTable(
  join(import.meta.dirname, 'README.md'),
  `${stops} × stopped for ${STOPPED_MILLISECONDS / 1000} s during uploads and errors`,
  ['what', 'value'],
  [
    ['source maps uploaded', stops],
    ['refused', refused],
    ['lost', stops - maps.length + failing.length],
    ['errors', stops * ERRORS],
    ['issues', issues.length],
    ['seconds until then, after the last occurrence', seconds.toFixed(1)],
    ['occurrences', events.length],
    ['mapped when they arrived', withMapping('stored')],
    ['mapped later', withMapping('late')],
    ['not mapped', withMapping('none')],
    ['counted by the issues', issues.reduce((sum, { count }) => sum + count, 0)],
  ],
)

async function uploadAndThrow(service: string): Promise<void> {
  const query = new URLSearchParams({ service, release: '1.0', file: 'assets/app-C0ffee12.js' })
  const request = { method: 'PUT', body: bigMap(service) }
  const upload = await store.ask(`/api/maps?${query.toString()}`, request)
  if (upload.status !== 201) refused++
  digests.set(service, [])
  await throwErrors(service)
}

/** Nothing for a service that was not uploaded. */
async function throwErrors(service: string): Promise<void> {
  const sent = digests.get(service)
  if (sent === undefined) return
  for (let occurrence = 0; occurrence < OCCURRENCES; occurrence++) {
    for (let error = 0; error < ERRORS; error++) {
      const digest = newDigest()
      sent.push(digest)
      const line = 1 + error * LINES + 10
      const location = `https://shop.example/assets/app-C0ffee12.js:${line}:5`
      const stacktrace = `TypeError: x is undefined\n    at t (${location})`
      const options = { service, release: '1.0', type: 'TypeError', message: 'x is undefined' }
      await store.send('logs', exception({ ...options, url: 'https://shop.example/', stacktrace, digest }))
    }
    await pause(100)
  }
}

async function readIssues(): Promise<Issue[]> {
  return (await store.readPages<IssuesAnswer>('/api/issues?limit=100')).flatMap((page) => page.issues)
}

async function readEvents(list: string[]): Promise<Event[]> {
  const events: Event[] = []
  for (const digest of list) events.push(await store.read<Event>(`/api/events/${digest}`))
  return events
}

/** Some 3 MB. The function of each line has a name of its own. */
function bigMap(service: string): string {
  const sources = Array.from({ length: SOURCES }, (_, index) => `src/${service}/part-${index}.ts`)
  const sourcesContent = sources.map((_, source) =>
    Array.from(
      { length: LINES },
      (_, line) => `export function pay${source}Of${line}(order) { return order.x }`,
    ).join('\n'),
  )
  const lines = sources.flatMap((_, source) =>
    Array.from({ length: LINES }, (_, line) => [
      [0, source, line, 0],
      [4, source, line, 40],
    ]),
  )
  return mapJson({ sources, sourcesContent, mappings: encodeMappings(lines) })
}
