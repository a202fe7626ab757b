// Memory and descriptors of all processes of `npm start` while exceptions arrive and a console is open.
// `npm run bench -- soak` takes ten minutes, `npm run bench -- soak 2` that number.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StatusAnswer } from '../../contract/status.ts'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { getJson } from '../testing/http.ts'
import { descendants, memoryOf } from '../testing/processes.ts'
import { waitFor } from '../testing/wait-for.ts'
import { exceptionOf, isAccepted, processName, startNpm } from './npm-stack.ts'

const MINUTES = Number(process.argv[2] ?? 10)
const EXCEPTIONS_A_SECOND = 75
const ISSUES = 500
const QUERIES = [
  '/api/issues?range=24h',
  '/api/trend?range=24h',
  '/api/facets?range=24h',
  '/api/today',
  '/api/status',
]
const SAMPLE_MS = 5_000

type Sample = { at: number; name: string; resident: number; descriptors: number }

const folder = mkdtempSync(join(tmpdir(), 'errata-soak-'))
const stack = await startNpm(folder)
const began = performance.now()
const endAt = began + MINUTES * 60_000
const samples: Sample[] = []
const queryTimes: number[] = []
let accepted = 0
try {
  await Promise.all([sendSteadily(), readSteadily(), sampleSteadily()])
  const stored = async (): Promise<number> =>
    (await getJson<StatusAnswer>(`${stack.url}/api/status`)).rows.exceptions
  await waitFor('all are stored', async () => (await stored()) >= accepted, { timeoutMs: 60_000 })
  writeResults(await stored())
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function sendSteadily(): Promise<void> {
  for (let index = 0; performance.now() < endAt; index++) {
    await pause(Math.max(0, began + (index * 1000) / EXCEPTIONS_A_SECOND - performance.now()))
    const body = JSON.stringify(exceptionOf(index % ISSUES, index))
    if (await isAccepted(`${stack.url}/monitoring`, body)) accepted++
  }
}

async function readSteadily(): Promise<void> {
  for (let index = 0; performance.now() < endAt; index++) {
    const start = performance.now()
    await getJson(`${stack.url}${QUERIES[index % QUERIES.length]}`)
    queryTimes.push(performance.now() - start)
    await pause(200)
  }
}

async function sampleSteadily(): Promise<void> {
  while (performance.now() < endAt) {
    for (const { pid, command } of descendants(stack.pid)) {
      const descriptors = readdirSync(`/proc/${pid}/fd`).length
      const { resident } = memoryOf(pid)
      samples.push({ at: performance.now(), name: processName(command), resident, descriptors })
    }
    await pause(SAMPLE_MS)
  }
}

function writeResults(stored: number): void {
  const readme = join(import.meta.dirname, 'README.md')
  const quarter = (name: string, number: number, value: 'resident' | 'descriptors'): string => {
    const length = (endAt - began) / 4
    const inQuarter = samples.filter(
      (sample) => sample.name === name && Math.floor((sample.at - began) / length) === number,
    )
    return percentile(
      inQuarter.map((sample) => sample[value]),
      0.5,
    ).toFixed(0)
  }
  const names = [...new Set(samples.map(({ name }) => name))]
  writeTable(
    readme,
    'Soak: memory and descriptors, second and last quarter',
    ['process', 'resident MB', 'descriptors'],
    names.map((name) => [
      name,
      ...(['resident', 'descriptors'] as const).map(
        (value) => `${quarter(name, 1, value)} → ${quarter(name, 3, value)}`,
      ),
    ]),
  )
  writeTable(
    readme,
    `Soak: what was stored in ${MINUTES} minutes`,
    ['what', 'value'],
    [
      ['exceptions acknowledged', accepted],
      ['exceptions stored', stored],
      [
        'queries of consoles beside it, p50 and p95, ms',
        `${percentile(queryTimes, 0.5).toFixed(0)} and ${percentile(queryTimes, 0.95).toFixed(0)}`,
      ],
    ],
  )
}
