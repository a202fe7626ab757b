// The relay under misuse: many malformed requests, hostile JSON, slow senders.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { type Processes, mebibytes, openSink, createProcesses, pause } from './processes.ts'
import { fuzz } from './fuzz.ts'
import { latencyBesideHostile, latencyBesideSlow } from './neighbours.ts'

type Row = [measure: string, result: string]

const FUZZED = 100_000
const SEED = 20_261_121
const HOSTILE_MS = 15_000
const SLOW_SENDERS = 2_000
/** 30 s for a body, and the interval of the checks. */
const SLOW_MS = 40_000
const DELAY = join(import.meta.dirname, 'delay.ts')

const processes = createProcesses()
const sink = await openSink()
try {
  const rows = [...(await fuzzRows(processes, sink.port)), ...(await neighbourRows(processes, sink.port))]
  writeTable(join(import.meta.dirname, 'README.md'), 'Misuse', ['what', 'result'], rows)
} finally {
  await processes.close()
  sink.close()
}

async function fuzzRows(processes: Processes, sink: number): Promise<Row[]> {
  const file = processes.newFile()
  const relay = await processes.relay(sink, {
    environment: { NODE_OPTIONS: `--import ${DELAY}`, DELAY_FILE: file },
  })
  await fuzz(relay.port, 1_000, SEED - 1)
  const peakBefore = mebibytes(relay, 'VmHWM')
  const answers = await fuzz(relay.port, FUZZED, SEED)
  await pause(1_500)
  const { p99, max } = JSON.parse(readFileSync(file, 'utf8')) as { p99: number; max: number }
  const statuses = [...answers]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status || 'no answer'} ${times} ×`)
  return [
    [
      `${FUZZED.toLocaleString('en')} malformed requests, seed ${SEED}`,
      `${statuses.join(', ')}; ${relay.child.exitCode === null ? 'no crash' : 'CRASHED'}`,
    ],
    [
      'memory at its peak, after 1,000 and after all of them',
      `${peakBefore.toFixed(0)} and ${mebibytes(relay, 'VmHWM').toFixed(0)} MiB`,
    ],
    ['delay of the event loop during it, p99 and maximum', `${p99.toFixed(1)} and ${max.toFixed(0)} ms`],
  ]
}

async function neighbourRows(processes: Processes, sink: number): Promise<Row[]> {
  const relay = await processes.relay(sink, { environment: { TRUST_PROXY: '1', RATE_LIMIT: '600' } })
  const alone = await latencyBesideSlow(relay.port, 0, 5_000)
  const hostile = await latencyBesideHostile(relay.port, HOSTILE_MS)
  const slow = await latencyBesideSlow(relay.port, SLOW_SENDERS, SLOW_MS)
  return [
    ['a neighbour alone', latency(alone)],
    ['a neighbour of 32 connections of hostile JSON', latency(hostile)],
    [
      `a neighbour of ${SLOW_SENDERS.toLocaleString('en')} slow senders (${slow.answered} × 408)`,
      latency(slow),
    ],
  ]
}

function latency({ p50, p99, refused }: { p50: number; p99: number; refused: number }): string {
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${refused} refused`
}
