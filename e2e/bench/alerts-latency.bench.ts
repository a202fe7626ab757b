// How long an alert takes beyond the time that its channel gathers, under load; and what alerts cost a store
// that has nothing to report. `npm run bench -- alerts-latency`.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { addChannel, AT_ONCE } from '../testing/alerts.ts'
import { getJson, post, send } from '../testing/http.ts'
import { startServer } from '../testing/http-server.ts'
import { freePort } from '../testing/ports.ts'
import { memoryOf } from '../testing/processes.ts'
import { startStack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

const EVENTS_PER_SECOND = 200
const MEASURED_SECONDS = 60
/** Of the load: its issues are new, and alerts about them are sent, before the measurement. */
const WARM_UP_MS = 10_000
/** Between two new issues. A message names five of them. */
const NEW_ISSUE_MS = 1_000
const GATHER_SECONDS = [0, 3]
const ISSUES_OF_LOAD = 50
/** Each answer takes the store about 20 ms. */
const STORED_POLL_MS = 200

/** All that a new store has. */
const RULES = ['new', 'regressed', 'louder', 'crash-free', 'silence']

const PAIRS = 4
const IDLE_MS = 15_000

const root = dirname(dirname(import.meta.dirname))
const readme = join(import.meta.dirname, 'README.md')

const rows: (string | number)[][] = []
for (const gatherSeconds of GATHER_SECONDS) rows.push(await measureLatency(gatherSeconds))
writeTable(
  readme,
  `Alerts: milliseconds beyond the gathering time, ${EVENTS_PER_SECOND} events a second for ${MEASURED_SECONDS} s`,
  [
    'channel',
    'sent a second',
    'new issues',
    'messages',
    'accepted → stored p50, p95',
    'at the receiver p50, p95',
  ],
  rows,
)
writeTable(
  readme,
  `Alerts: a store without data, median of ${PAIRS}, one beside the other`,
  ['store', 'start, ms', 'MB resident after 15 s', 'of these, of its own'],
  await measureIdle(),
)

/** A message is late by what passes after the gathering time of its first issue. */
async function measureLatency(gatherSeconds: number): Promise<(string | number)[]> {
  /** By the message of the exception, in milliseconds of `performance.now()`. */
  const accepted = new Map<string, number>()
  const delays: number[] = []
  const stored: Promise<number>[] = []
  const receiver = await startServer((request, response) => {
    const at = performance.now()
    void text(request).then((body) => {
      response.end()
      const { issues } = (JSON.parse(body) as { data: { issues: { message: string }[] } }).data
      const times = issues.flatMap(({ message }) => accepted.get(message) ?? [])
      if (times.length > 0) delays.push(at - Math.min(...times) - gatherSeconds * 1_000)
    })
  })
  const stack = await startStack({ ALERT_TARGETS: '127.0.0.1' })
  const { url } = stack
  try {
    await addChannel(url, { target: receiver.url, ...AT_ONCE, gatherSeconds, rules: RULES })
    const load = startConstantLoad(url)
    await pause(WARM_UP_MS)
    const [sentBefore, began] = [load.sent(), performance.now()]
    while (performance.now() - began < MEASURED_SECONDS * 1_000) {
      const message = `new ${nameOf(accepted.size)}`
      const { digest, body } = exceptionOf('bench-new', message)
      await send(url, body)
      const at = performance.now()
      accepted.set(message, at)
      stored.push(waitUntilStored(url, digest).then(() => performance.now() - at))
      await pause(NEW_ISSUE_MS)
    }
    const perSecond = (load.sent() - sentBefore) / ((performance.now() - began) / 1_000)
    await load.stop()
    await pause(gatherSeconds * 1_000 + NEW_ISSUE_MS)
    const counts = [Math.round(perSecond), accepted.size, delays.length]
    return [
      `gathers for ${gatherSeconds} s`,
      ...counts,
      middleAndTail(await Promise.all(stored)),
      middleAndTail(delays),
    ]
  } finally {
    await stack.close()
    receiver.close()
  }
}

/** At a constant rate, whatever the responses take. */
function startConstantLoad(url: string) {
  const began = performance.now()
  const running = new Set<Promise<unknown>>()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * EVENTS_PER_SECOND)
    for (; sent < due; sent++) {
      const { body } = exceptionOf(`bench-${sent % 5}`, `load ${nameOf(sent % ISSUES_OF_LOAD)}`)
      const request = post(`${url}/monitoring`, body)
        .then((response) => response.arrayBuffer())
        .finally(() => running.delete(request))
      running.add(request)
    }
  }, 10)
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

/** Digits of a message are no part of what makes an issue. */
function nameOf(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
}

function exceptionOf(service: string, message: string) {
  const script = message.replaceAll(' ', '-')
  const frames = [`pay (https://shop.example/assets/${script}.js:10:15)`]
  return exceptionLog({ service, message, frames, release: '2026.11.3' })
}

function waitUntilStored(url: string, digest: string): Promise<unknown> {
  const isStored = () => getJson(`${url}/api/events/${digest}`)
  return waitFor('stored', isStored, { timeoutMs: 60_000, intervalMs: STORED_POLL_MS })
}

function middleAndTail(values: number[]): string {
  return [0.5, 0.95].map((share) => Math.round(percentile(values, share))).join(', ')
}

/** Stores with and without alerts start in turn, and are idle at the same time. */
async function measureIdle(): Promise<(string | number)[][]> {
  const results = new Map<string, { startMs: number; resident: number; anonymous: number }[]>()
  for (let pair = 0; pair < PAIRS; pair++) {
    // Each is the first one in every other pair.
    const order = pair % 2 === 0 ? ['true', 'false'] : ['false', 'true']
    const stores: (Awaited<ReturnType<typeof startIdleStore>> & { alerts: string })[] = []
    for (const alerts of order) stores.push({ alerts, ...(await startIdleStore(alerts)) })
    await pause(IDLE_MS)
    for (const store of stores) {
      const { alerts, startMs } = store
      const { resident, anonymous } = memoryOf(store.pid)
      results.set(alerts, [...(results.get(alerts) ?? []), { startMs, resident, anonymous }])
      await store.stop()
    }
  }
  return [...results].map(([alerts, list]) => {
    const medianOf = (name: 'startMs' | 'resident' | 'anonymous'): number =>
      percentile(
        list.map((result) => result[name]),
        0.5,
      )
    return [`ALERTS=${alerts}`, Math.round(medianOf('startMs')), medianOf('resident'), medianOf('anonymous')]
  })
}

async function startIdleStore(alerts: string) {
  const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'errata-alerts-'))]
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, ['store/index.ts'], {
    cwd: root,
    env: { ...process.env, STORE_PORT: String(port), DATA_DIR: dataDir, ALERTS: alerts, LOG_LEVEL: 'error' },
    stdio: 'inherit',
  })
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/health`)).ok
  await waitFor('the store is ready', isReady, { timeoutMs: 60_000, intervalMs: 10 })
  return {
    startMs: performance.now() - began,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
