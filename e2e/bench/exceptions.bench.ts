// Exceptions through the entire stack: how soon one is answered, how many are stored a second, and what one
// costs.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import type { StatusAnswer } from '../../contract/status.ts'
import { getJson } from '../testing/http.ts'
import { startStack, type Stack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'

const ALONE = 60
const ALONE_PAUSE_MILLISECONDS = 300
/** Finer than what is measured. */
const POLL_MILLISECONDS = 5
const SENDERS = 8
const ONE_BY_ONE = 4_000
const BATCHES = 400
const BATCH = 50
const KINDS = 50
const RATE_SECONDS = 20
const PROBE_MILLISECONDS = 250
/** For the last block, and merges. */
const SETTLE_MILLISECONDS = 3_000
/** Of Linux. */
const TICKS_A_SECOND = 100
const PROCESSES = ['relay', 'otelcol', 'store'] as const
const readme = join(import.meta.dirname, 'README.md')

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const stack = await startStack()
let count = 0
try {
  const first = Array.from({ length: 200 }, () => body(1))
  await sendAll(stack, first)
  await untilAnswered(stack, first.slice(0, SENDERS))
  const latency = [await alone(stack), await atRate(stack, 200), await atRate(stack, 2_000)]
  const rates = [
    await measureRate(
      '1 a request',
      stack,
      Array.from({ length: ONE_BY_ONE }, () => body(1)),
    ),
    await measureRate(
      `${BATCH} a request`,
      stack,
      Array.from({ length: BATCHES }, () => body(BATCH)),
    ),
  ]
  const { rows } = await getJson<StatusAnswer>(`${stack.url}/api/status`)
  if (rows.exceptions !== count) throw new Error(`${count} were accepted, ${rows.exceptions} are stored`)
  writeTable(
    readme,
    'Exceptions: accepted by the relay → answered by `/api/events/:digest`, milliseconds',
    ['load', 'sent a second', 'p50', 'p95', 'longest'],
    latency,
  )
  writeTable(
    readme,
    `Exceptions: stored a second by ${SENDERS} senders, and milliseconds of processor time of each`,
    ['exceptions', 'accepted a second', 'stored a second', ...PROCESSES, 'together'],
    rates,
  )
} finally {
  agent.destroy()
  await stack.close()
}

type Body = { text: string; digests: string[] }

/** Of different kinds, each with a stack of its own. */
function body(exceptions: number): Body {
  const logs = Array.from({ length: exceptions }, () => {
    const kind = count++ % KINDS
    const frames = [10, 11, 12].map(
      (line) => `step${kind}_${line} (https://shop.example/assets/part${kind}.js:${line * 7}:${line})`,
    )
    return exceptionLog({ service: 'load', message: `x${kind}`, frames })
  })
  const [resource] = logs[0]!.body.resourceLogs
  const logRecords = logs.flatMap((log) => log.body.resourceLogs[0]!.scopeLogs[0]!.logRecords)
  const text = JSON.stringify({ resourceLogs: [{ ...resource, scopeLogs: [{ logRecords }] }] })
  return { text, digests: logs.map(({ digest }) => digest) }
}

async function alone(stack: Stack): Promise<(string | number)[]> {
  const times: number[] = []
  for (let at = 0; at < ALONE; at++) {
    times.push(await probe(stack))
    await pause(ALONE_PAUSE_MILLISECONDS)
  }
  return row('alone, sent → answered', '–', times)
}

async function atRate(stack: Stack, rate: number): Promise<(string | number)[]> {
  const end = performance.now() + RATE_SECONDS * 1_000
  const probes: Promise<number>[] = []
  let sent = 0
  const load = async (): Promise<void> => {
    for (let last = performance.now(), due = 0; performance.now() < end; await pause(10)) {
      const now = performance.now()
      due += ((now - last) * rate) / 1_000
      last = now
      for (; due >= 1; due--, sent++) void post(stack, body(1).text)
    }
  }
  const measure = async (): Promise<void> => {
    while (performance.now() < end) {
      probes.push(probe(stack, true))
      await pause(PROBE_MILLISECONDS)
    }
  }
  await Promise.all([load(), measure()])
  const times = await Promise.all(probes)
  return row(`${rate} a second`, Math.round(sent / RATE_SECONDS), times)
}

/** Milliseconds from the request, or from its answer, to the answer about its digest. */
async function probe(stack: Stack, fromAnswer = false): Promise<number> {
  const { digest, body } = exceptionLog({ message: 'there yet', service: 'probe' })
  count++
  let start = performance.now()
  await post(stack, JSON.stringify(body))
  if (fromAnswer) start = performance.now()
  while ((await send(`${stack.url}/api/events/${digest}`, 'GET')) !== 200) await pause(POLL_MILLISECONDS)
  return performance.now() - start
}

function row(load: string, rate: string | number, times: number[]): (string | number)[] {
  return [load, rate, ...[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0))]
}

async function measureRate(name: string, stack: Stack, bodies: Body[]): Promise<(string | number)[]> {
  const exceptions = bodies.reduce((sum, { digests }) => sum + digests.length, 0)
  await pause(SETTLE_MILLISECONDS)
  const before = processorTimes(stack)
  const start = performance.now()
  await sendAll(stack, bodies)
  const accepted = exceptions / ((performance.now() - start) / 1_000)
  // The last ones of all senders.
  await untilAnswered(stack, bodies.slice(0, SENDERS))
  const stored = exceptions / ((performance.now() - start) / 1_000)
  await pause(SETTLE_MILLISECONDS)
  const after = processorTimes(stack)
  const each = PROCESSES.map((_, at) => (after[at]! - before[at]!) / exceptions)
  const together = each.reduce((sum, time) => sum + time, 0)
  return [
    `${exceptions}, ${name}`,
    Math.round(accepted),
    Math.round(stored),
    ...[...each, together].map((time) => time.toFixed(3)),
  ]
}

async function sendAll(stack: Stack, bodies: Body[]): Promise<void> {
  const waiting = [...bodies]
  const sender = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await post(stack, next.text)
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
}

async function untilAnswered(stack: Stack, bodies: Body[]): Promise<void> {
  for (const { digests } of bodies)
    while ((await send(`${stack.url}/api/events/${digests.at(-1)}`, 'GET')) !== 200)
      await pause(POLL_MILLISECONDS)
}

async function post(stack: Stack, text: string): Promise<void> {
  const status = await send(`${stack.url}/monitoring`, 'POST', text)
  if (status !== 200) throw new Error(`the relay answered ${status}`)
}

/** Node's own client: `fetch` would take as much of the processors as what is measured. */
function send(url: string, method: string, text = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = text === '' ? {} : { 'content-type': 'application/json' }
    const message = request(url, { method, agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
    message.once('error', reject)
    message.end(text)
  })
}

/** Milliseconds of all threads of each process. */
function processorTimes(stack: Stack): number[] {
  return PROCESSES.map((name) => {
    const stat = readFileSync(`/proc/${stack.pidOf(name)}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND
  })
}
