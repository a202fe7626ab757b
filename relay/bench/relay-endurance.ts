// What takes minutes to measure: kills, a long outage, memory.
// `npm run bench -- relay-endurance [minutes [kills]]`: of outage and memory (10), of each process (20).
import { join } from 'node:path'
import { type Stack, startStack } from '../../e2e/testing/stack.ts'
import { killUnderLoad } from '../../e2e/testing/kill-under-load.ts'
import { newDigest } from '../../e2e/testing/telemetry.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'
import { writeTable } from '../../scripts/bench/table.ts'
import { freePort, mebibytes, openSink, createProcesses, pause } from './processes.ts'
import { type Body, bodies, exceptionRequest } from './bodies.ts'
import { paced } from './load.ts'

type Row = [measure: string, result: string]

const MINUTES = Number(process.argv[2] ?? 10)
const KILLS = Number(process.argv[3] ?? 20)
const OUTAGE_PER_SECOND = 500
const STEADY_PER_SECOND = 1_000
const STORED_MS = 15 * 60_000

const rows: Row[] = []
await report(memoryRow())
await report(killRows())
await report(outageRow())
writeTable(join(import.meta.dirname, 'README.md'), 'Endurance', ['what', 'result'], rows)

async function report(results: Promise<Row[]>): Promise<void> {
  for (const row of await results) {
    console.log(row.join(': '))
    rows.push(row)
  }
}

/**
 * Medians of the resident memory, in the second quarter and in the last. The first one is the JIT
 * compiler's.
 */
async function memoryRow(): Promise<Row[]> {
  const processes = createProcesses()
  const sink = await openSink()
  const relay = await processes.relay(sink.port)
  const samples: number[] = []
  const timer = setInterval(() => samples.push(mebibytes(relay, 'VmRSS')), 1_000)
  await paced(relay.port, bodies()[0]!, STEADY_PER_SECOND, MINUTES * 60_000)
  clearInterval(timer)
  await processes.close()
  sink.close()
  const quarter = Math.floor(samples.length / 4)
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map(
    (part) => part.toSorted((a, b) => a - b)[part.length >> 1]!,
  )
  return [
    [
      `memory over ${MINUTES} minutes at ${STEADY_PER_SECOND}/s, second and last quarter`,
      `${early?.toFixed(0)} and ${late?.toFixed(0)} MiB`,
    ],
  ]
}

async function killRows(): Promise<Row[]> {
  const stack = await startStack()
  try {
    const results: Row[] = []
    for (const name of ['relay', 'otelcol', 'store'] as const) {
      const { acknowledged, lost, stored, total } = await killUnderLoad(stack, name, KILLS)
      results.push([
        `${KILLS} × kill -9 of the ${name}`,
        `${acknowledged} acknowledged, ${lost} lost, ${total - stored} counted twice`,
      ])
    }
    return results
  } finally {
    await stack.close()
  }
}

/**
 * The stack runs without its collector, which is started at the end: until then everything is in the spool.
 */
async function outageRow(): Promise<Row[]> {
  const collectorPort = await freePort()
  const stack = await startStack({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` })
  const processes = createProcesses()
  try {
    const sent = await sendPaced(stack)
    await processes.collector(Number(new URL(stack.storeUrl).port), collectorPort)
    const stored = await storedCount(stack, sent)
    return [
      [
        `collector away for ${MINUTES} minutes at ${OUTAGE_PER_SECOND}/s`,
        `${sent} answered 200, no other answer; ${stored} stored after it came`,
      ],
    ]
  } finally {
    await processes.close()
    await stack.close()
  }
}

/** Throws at the first answer that is not 200. Every one has a digest of its own. */
async function sendPaced(stack: Stack): Promise<number> {
  const port = Number(new URL(stack.url).port)
  const body: Body = {
    name: 'an exception',
    path: '/monitoring',
    type: 'application/json',
    get bytes() {
      return Buffer.from(
        JSON.stringify(exceptionRequest(newDigest(), 'outage', BigInt(Date.now()) * 1_000_000n)),
      )
    },
  }
  return (await paced(port, body, OUTAGE_PER_SECOND, MINUTES * 60_000)).length
}

async function storedCount(stack: Stack, expected: number): Promise<number> {
  let count = 0
  for (
    const begun = performance.now();
    count < expected && performance.now() - begun < STORED_MS;
    await pause(1_000)
  ) {
    const response = await fetch(`${stack.url}/api/issues?range=24h&service=outage`)
    const { issues } = (await response.json()) as IssuesAnswer
    count = issues.reduce((sum, issue) => sum + issue.count, 0)
  }
  return count
}
