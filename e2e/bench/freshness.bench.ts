// Accepted at the relay → answered by the API, while so many envelopes a second arrive: relay, collector, store and sender on one machine.
// `npm run bench -- freshness 300` takes 300 seconds for each load instead of 60; `npm run bench -- freshness 60 500` another load.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { openHouse, type House } from '../house.ts'
import { exceptionLog, newDigest, post } from '../telemetry.ts'
import { perThing, spentBy, type Spent } from './processors.ts'
import { openSenders, type Senders } from './senders.ts'

const seconds = Number(process.argv[2] ?? 60)

/** Envelopes a second: a busy site, and what two cores are asked to bear. */
const LOADS = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [200, 2_000]

/** One in so many envelopes is an exception; the others are a page's spans. */
const EXCEPTION_EVERY = 4
const SPANS = 4

/**
 * How often a fresh occurrence is sent, and then looked for: the figure is at most so much, or a tenth, greater than what it measures.
 * Looking more often takes the processor from what is measured, the more the later it gets.
 */
const PROBE_MILLISECONDS = 250
const LOOK_MILLISECONDS = 100
const LOOKS_OF_AN_AGE = 10

/** What has not arrived by then counts as so late. */
const GIVE_UP_MILLISECONDS = 20_000

type Figures = { sent: number; refused: number; late: number[]; spent: Spent }

/** As text with what differs put in: made anew each time, the sender would cost as much as what is measured. */
const EXCEPTION = JSON.stringify(
  exceptionLog({ digest: 'DIGEST00', message: 'the order has no lines', traceId: 'trace' }).body,
)
const TIME = /"timeUnixNano":"\d+"/
const RESOURCE = `{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}},{"key":"service.version","value":{"stringValue":"4.1.0"}}]}`

const house = await openHouse()
const rows: (string | number)[][] = []
const spending: (string | number)[][] = []
const PROCESSES = ['sender', 'relay', 'otel-collector', 'store']
try {
  // The first requests pay for what is compiled as it runs.
  await run(house, 200, 5)
  for (const perSecond of LOADS) {
    const { sent, refused, late, spent } = await run(house, perSecond, seconds)
    rows.push([
      perSecond.toLocaleString('en'),
      Math.round(sent / seconds).toLocaleString('en'),
      refused,
      percentile(late, 0.5).toFixed(0),
      percentile(late, 0.95).toFixed(0),
      Math.max(...late).toFixed(0),
    ])
    const each = PROCESSES.map((name) => spent.get(name) ?? 0)
    const busy = (each.reduce((sum, one) => sum + one, 0) * sent) / seconds / 1000
    spending.push([perSecond.toLocaleString('en'), ...each.map((one) => one.toFixed(2)), busy.toFixed(2)])
  }
} finally {
  await house.close()
}
writeTable(
  join(import.meta.dirname, 'README.md'),
  `Accepted at the relay → answered by \`/api/events/:digest\`, milliseconds, ${seconds} s each, ${availableParallelism()} processors for everything`,
  ['envelopes a second wanted', 'sent', 'refused', 'p50', 'p95', 'longest'],
  rows,
)
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Milliseconds of processor time for each of these envelopes',
  ['envelopes a second wanted', ...PROCESSES, 'processors busy'],
  spending,
)

async function run(house: House, perSecond: number, length: number): Promise<Figures> {
  const before = spentBy(house)
  const senders = openSenders(Number(new URL(house.url).port))
  const until = performance.now() + length * 1000
  const probes: Promise<number>[] = []
  await Promise.all([
    send(senders, perSecond, until),
    (async () => {
      for (; performance.now() < until; await pause(PROBE_MILLISECONDS)) probes.push(probe(house.url))
    })(),
  ])
  const late = await Promise.all(probes)
  const counted = await senders.close()
  return { ...counted, late, spent: perThing(before, spentBy(house), counted.sent) }
}

/** As many as are due by now, in small steps, so that a pause is not answered with a burst of seconds. */
async function send(senders: Senders, perSecond: number, until: number): Promise<void> {
  let last = performance.now()
  for (let due = 0, number = 0; last < until; await pause(10)) {
    const now = performance.now()
    due += Math.min(((now - last) * perSecond) / 1000, perSecond / 10)
    for (; due >= 1; due--) senders.send(number++ % EXCEPTION_EVERY === 0 ? exception() : spans())
    last = now
  }
}

/** Milliseconds from the relay's 200 to the API's. */
async function probe(url: string): Promise<number> {
  const { digest, body } = exceptionLog({ message: 'is it there yet', service: 'probe' })
  const accepted = await post(`${url}/monitoring`, body)
  await accepted.arrayBuffer()
  const began = performance.now()
  while (performance.now() - began < GIVE_UP_MILLISECONDS) {
    const answer = await fetch(`${url}/api/events/${digest}`)
    await answer.arrayBuffer()
    if (answer.status === 200) break
    await pause(Math.max(LOOK_MILLISECONDS, (performance.now() - began) / LOOKS_OF_AN_AGE))
  }
  return performance.now() - began
}

function exception(): string {
  return EXCEPTION.replace('DIGEST00', newDigest())
    .replace('"trace"', `"${randomBytes(16).toString('hex')}"`)
    .replace(TIME, `"timeUnixNano":"${Date.now()}000000"`)
}

function spans(): string {
  const ids = randomBytes(16 + 8 * SPANS).toString('hex')
  const list = Array.from({ length: SPANS }, (_, at) => {
    const start = Date.now() - 500 + at
    const parent = at === 0 ? '' : ids.slice(32, 48)
    return `{"traceId":"${ids.slice(0, 32)}","spanId":"${ids.slice(32 + at * 16, 48 + at * 16)}","parentSpanId":"${parent}","name":"GET /api/part-${at}","kind":3,"startTimeUnixNano":"${start}000000","endTimeUnixNano":"${start + 40}000000","status":{},"attributes":[{"key":"http.route","value":{"stringValue":"/basket"}},{"key":"url.full","value":{"stringValue":"https://shop.example/basket"}},{"key":"session.id","value":{"stringValue":"${ids.slice(0, 8)}"}}]}`
  })
  return `{"resourceSpans":[{"resource":${RESOURCE},"scopeSpans":[{"scope":{"name":"bench"},"spans":[${list.join(',')}]}]}]}`
}
