// How long each request takes over a week of spans; one in a hundred has an exception.
// `npm run bench -- store 100000` takes other numbers of spans; `--data FOLDER` keeps the data for the next
// run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { fill, type Filled } from './fill.ts'
import { residentMegabytes, timed, type Timed } from './measure.ts'
import { queriesFor } from './queries.ts'
import { DAYS } from './week.ts'

/** Reads every span's attributes, and so takes seconds. */
const HEAVY = '/api/facets?of=traces&q=-user:nobody'
const HEAVY_AT_ONCE = 4

/** Interval of light requests, which are sent as long as heavy ones run. */
const LIGHT_EVERY_MILLISECONDS = 100
const LIGHT = ['/api/services', '/api/issues?range=1h', '/api/releases']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } })
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000_000, 10_000_000]

type Measured = Filled & {
  opening: number
  megabytesReading: number
  megabytesOfFiles: number
  answered: Map<string, Timed>
  beside: Timed
  ends: string
}

const measured: Measured[] = []
for (const spans of sizes) {
  const folder = values.data ? join(values.data, String(spans)) : makeFolder()
  try {
    measured.push(await measure(folder, spans))
  } finally {
    if (!values.data) rmSync(folder, { recursive: true, force: true })
  }
}
report(measured)

async function measure(folder: string, spans: number): Promise<Measured> {
  const filled = await fill(folder, spans)
  const began = performance.now()
  const store = await startStore({ folder })
  const opening = performance.now() - began
  try {
    const answered = new Map<string, Timed>()
    for (const { name, path, rounds } of await queriesFor(store))
      answered.set(name, await timed(store, path, rounds))
    const { most: megabytesReading, files: megabytesOfFiles } = residentMegabytes(store)
    return {
      ...filled,
      opening,
      megabytesReading,
      megabytesOfFiles,
      answered,
      ...(await besideHeavyOnes(store)),
    }
  } finally {
    store.child.kill('SIGTERM')
    await new Promise((resolve) => store.child.once('exit', resolve))
  }
}

/** Times of light requests while heavy ones run, and the statuses of the heavy ones. */
async function besideHeavyOnes(store: TestStore): Promise<{ beside: Timed; ends: string }> {
  let running = true
  const began = performance.now()
  const heavy = Promise.all(Array.from({ length: HEAVY_AT_ONCE }, () => store.ask(HEAVY)))
  void heavy.then(() => (running = false))
  const times: number[] = []
  for (let at = 0; running; at++) {
    await pause(LIGHT_EVERY_MILLISECONDS)
    const start = performance.now()
    await store.ask(LIGHT[at % LIGHT.length]!)
    times.push(performance.now() - start)
  }
  const statuses = (await heavy).map(({ status }) => status)
  return {
    beside: { median: percentile(times, 0.5), p95: percentile(times, 0.95) },
    ends: `${[...new Set(statuses)].join(', ')} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
  }
}

function report(list: Measured[]): void {
  const heads = list.map(({ spans }) => `${spans.toLocaleString('en')} spans`)
  const names = [...(list[0]?.answered.keys() ?? [])]
  const readme = join(import.meta.dirname, 'README.md')
  writeTable(
    readme,
    `Questions over a week, one span in a hundred with an exception, 1,500 issues`,
    ['query', ...heads.flatMap((head) => [`${head}: median, ms`, 'p95, ms'])],
    [
      ...names.map((name) => [`\`${name}\``, ...list.flatMap(({ answered }) => cells(answered.get(name)))]),
      [`light queries while ${HEAVY_AT_ONCE} heavy ones run`, ...list.flatMap(({ beside }) => cells(beside))],
      [`how the heavy ones end`, ...list.flatMap(({ ends }) => [ends, ''])],
    ],
  )
  const row = (what: string, value: (size: Measured) => number | string): (string | number)[] => [
    what,
    ...list.map(value),
  ]
  writeTable(
    readme,
    `Keeping ${DAYS} days`,
    ['what', ...heads],
    [
      row('spans stored a second, made and sent by a process beside it', (size) => size.spansPerSecond),
      row('bytes a span on the disk, all tables', (size) => (size.bytes / size.spans).toFixed(1)),
      row('MB resident at most, writing', (size) => size.megabytesWriting),
      row('MB resident at most, reading', (size) => size.megabytesReading),
      row('of these pages of files, which the system may take back', (size) => size.megabytesOfFiles),
      row('start of the process to "store ready", ms', (size) => Math.round(size.opening)),
    ],
  )
}

function cells(timing: Timed | undefined): string[] {
  return [timing?.median.toFixed(1) ?? '', timing?.p95.toFixed(1) ?? '']
}
