// How the relay bears misuse: many bent requests, hostile JSON, slow senders.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { type Stage, mebibytes, openSink, openStage, pause } from './actors.ts'
import { fuzz } from './fuzz.ts'
import { besideHostile, besideSlow } from './neighbours.ts'

type Row = [what: string, found: string]

const FUZZED = 100_000
const SEED = 20_261_121
const HOSTILE_MS = 15_000
const SLOW_SENDERS = 2_000
/** 30 s for a body, and the interval of the checks. */
const SLOW_MS = 40_000
const DELAY = join(import.meta.dirname, 'delay.ts')

const stage = openStage()
const sink = await openSink()
try {
  const rows = [...(await fuzzRows(stage, sink.port)), ...(await neighbourRows(stage, sink.port))]
  writeTable(join(import.meta.dirname, 'README.md'), 'Misuse', ['what', 'found'], rows)
} finally {
  await stage.close()
  sink.close()
}

async function fuzzRows(stage: Stage, sink: number): Promise<Row[]> {
  const file = stage.newFile()
  const relay = await stage.relay(sink, {
    environment: { NODE_OPTIONS: `--import ${DELAY}`, DELAY_FILE: file },
  })
  await fuzz(relay.port, 1_000, SEED - 1)
  const before = mebibytes(relay, 'VmHWM')
  const answers = await fuzz(relay.port, FUZZED, SEED)
  await pause(1_500)
  const { p99, max } = JSON.parse(readFileSync(file, 'utf8')) as { p99: number; max: number }
  const statuses = [...answers]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status || 'no answer'} ${times} ×`)
  return [
    [
      `${FUZZED.toLocaleString('en')} bent requests, seed ${SEED}`,
      `${statuses.join(', ')}; ${relay.child.exitCode === null ? 'no crash' : 'CRASHED'}`,
    ],
    [
      'memory at its peak, after 1,000 and after all of them',
      `${before.toFixed(0)} and ${mebibytes(relay, 'VmHWM').toFixed(0)} MiB`,
    ],
    ['delay of the event loop meanwhile, p99 and most', `${p99.toFixed(1)} and ${max.toFixed(0)} ms`],
  ]
}

async function neighbourRows(stage: Stage, sink: number): Promise<Row[]> {
  const relay = await stage.relay(sink, { environment: { TRUST_PROXY: '1', RATE_LIMIT: '600' } })
  const alone = await besideSlow(relay.port, 0, 5_000)
  const hostile = await besideHostile(relay.port, HOSTILE_MS)
  const slow = await besideSlow(relay.port, SLOW_SENDERS, SLOW_MS)
  return [
    ['a neighbour alone', fared(alone)],
    ['a neighbour of 32 connections of hostile JSON', fared(hostile)],
    [
      `a neighbour of ${SLOW_SENDERS.toLocaleString('en')} slow senders, of whom ${slow.answered} were told 408`,
      fared(slow),
    ],
  ]
}

function fared({ p50, p99, refused }: { p50: number; p99: number; refused: number }): string {
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${refused} refused`
}
