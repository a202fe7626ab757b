// An endless loop in a page: very many occurrences of one issue in an hour, and what they take on the disk.
// `npm run bench -- loop 200000` sends that number instead of a million.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'
import { exceptionRecord, logs, newDigest } from '../testing/otlp.ts'
import { makeFolder, startStore } from '../testing/store.ts'
import { processorTime, residentMegabytes, settledBytes } from './measure.ts'

const SIZE = Number(process.argv[2] ?? 1_000_000)
/** Of one request, as a collector that works off its queue sends them. */
const BATCH = 500
const USERS = 50
/** Digests that are opened at the end. */
const SAMPLE = 200

writeTable(
  join(import.meta.dirname, 'README.md'),
  `One loop: ${SIZE.toLocaleString('en')} occurrences of one issue within an hour`,
  ['FULL_EVENTS_PER_HOUR', 'counted', `opened of ${SAMPLE}`, 'MB on the disk', 'bytes each', 'µs each', 'MB'],
  [await measure('1000'), await measure('0')],
)

async function measure(limit: string): Promise<(string | number)[]> {
  const store = await startStore({ folder: makeFolder(), env: { FULL_EVENTS_PER_HOUR: limit } })
  const digests: string[] = []
  const began = processorTime(store)
  for (let sent = 0; sent < SIZE; sent += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, SIZE - sent) }, (_, index) => {
      const digest = newDigest()
      if (index === 0) digests.push(digest)
      return occurrence(digest, sent + index)
    })
    await store.send('logs', logs(records))
  }
  const each = ((processorTime(store) - began) * 1000) / SIZE
  const { issues } = await store.read<IssuesAnswer>('/api/issues')
  const count = issues.reduce((sum, issue) => sum + issue.count, 0)
  const step = Math.max(1, Math.floor(digests.length / SAMPLE))
  const sample = digests.filter((_, index) => index % step === 0).slice(0, SAMPLE)
  let opened = 0
  for (const digest of sample) if ((await store.ask(`/api/events/${digest}`)).status === 200) opened++
  const { most } = residentMegabytes(store)
  const bytes = await settledBytes(store)
  await store.stop()
  const megabytes = (bytes / 1e6).toFixed(1)
  return [
    limit,
    count,
    `${opened} of ${sample.length}`,
    megabytes,
    Math.round(bytes / SIZE),
    each.toFixed(0),
    most,
  ]
}

function occurrence(digest: string, index: number) {
  const user = String(index % USERS)
  const now = Date.now()
  const breadcrumbs = Array.from({ length: 30 }, (_, at) => ({
    at: now - 1_000 * at,
    kind: at % 3 === 0 ? 'click' : 'fetch',
    text: at % 3 === 0 ? `button#step-${at}` : `GET /api/books/${(index + at) % 500} → 200`,
  }))
  const frames = Array.from(
    { length: 20 },
    (_, at) => `    at Component${at} (https://orders.example/assets/index-C0ffee12.js:1:${1_000 + 77 * at})`,
  )
  return exceptionRecord({
    digest,
    // Of the load of the page.
    traceId: user.padStart(32, '1'),
    spanId: user.padStart(16, '1'),
    at: now,
    message: `Cannot read properties of undefined (reading 'total')`,
    type: 'TypeError',
    stacktrace: [`TypeError: Cannot read properties of undefined (reading 'total')`, ...frames].join('\n'),
    attributes: {
      'user.id': `user-${user}`,
      'session.id': `session-${user}`,
      'http.route': '/basket',
      'errata.react.component_stack': frames.join('\n'),
      'errata.breadcrumbs': JSON.stringify(breadcrumbs),
      'basket.size': String(index % 7),
    },
  })
}
