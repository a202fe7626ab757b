// What a checking relay costs, compared with a bare reverse proxy in the same place: nginx, one process, kept-alive connections.
// Both stand on the first core, sender and sink on the second, and take turns within every round. The figure is the requests that a
// second of processor time serves (of everything on the first core), which a busy neighbour disturbs less than requests a second.
import { join } from 'node:path'
import { cpus } from 'node:os'
import { writeTable } from '../../scripts/bench/table.ts'
import { type Actor, find, openSink, openStage, pause, pinTo, processorSeconds } from './actors.ts'
import { type Body, bodies } from './bodies.ts'
import { load } from './load.ts'

/** `node relay/bench/relay.bench.ts 1` for a first impression. */
const ROUNDS = Number(process.argv[2] ?? 3)
const LOAD_MS = 1_000
/** What came in is still on its way through the collector's queue. */
const SETTLE_MS = 300

type Way = { name: string; door: Actor; all: Actor[] }

if (find('taskset') === undefined || cpus().length < 2) {
  console.log('The relay is not measured: that takes two cores and taskset (Debian: util-linux).')
} else await measure()

async function measure(): Promise<void> {
  const stage = openStage()
  const sink = await openSink()
  try {
    const relay = await stage.relay(sink.port)
    const nginx = await stage.nginx(sink.port)
    if (nginx === undefined) console.log('There is no nginx to compare with: install the Debian package nginx-light or nginx.')
    const behindRelay = await stage.collector(sink.port)
    const behindNginx = nginx && (await stage.collector(sink.port))
    const chainRelay = behindRelay && (await stage.relay(behindRelay.port))
    const chainNginx = behindNginx && (await stage.nginx(behindNginx.port))
    pinTo('1')
    const ways: Way[] = [{ name: 'relay', door: relay, all: [relay] }]
    if (nginx) ways.push({ name: 'nginx', door: nginx, all: [nginx] })
    if (behindRelay && chainRelay) ways.push({ name: 'relay + collector', door: chainRelay, all: [chainRelay, behindRelay] })
    if (behindNginx && chainNginx) ways.push({ name: 'nginx + collector', door: chainNginx, all: [chainNginx, behindNginx] })
    write(await rounds(ways))
  } finally {
    await stage.close()
    sink.close()
  }
}

/** For each body and way the processor time of a request, µs, round by round. */
type Figures = Map<string, Map<string, number[]>>

async function rounds(ways: Way[]): Promise<Figures> {
  const figures: Figures = new Map()
  // The first seconds of a JIT compiler are not what is asked for.
  for (const body of bodies()) for (const way of ways) await microseconds(way, body)
  for (let round = 0; round < ROUNDS; round++)
    for (const body of bodies())
      for (const way of ways) {
        const ofBody = figures.get(body.name) ?? new Map<string, number[]>()
        figures.set(body.name, ofBody)
        ofBody.set(way.name, [...(ofBody.get(way.name) ?? []), await microseconds(way, body)])
      }
  return figures
}

async function microseconds({ door, all }: Way, body: Body): Promise<number> {
  const before = processorSeconds(all)
  const count = await load(door.port, body, LOAD_MS)
  await pause(SETTLE_MS)
  return ((processorSeconds(all) - before) / count) * 1e6
}

function write(figures: Figures): void {
  const head = [
    ROUNDS === 1 ? 'one round' : `medians of ${ROUNDS} rounds`,
    'relay, µs',
    'nginx, µs',
    'relay ÷ nginx',
    'relay + collector, µs',
    'nginx + collector, µs',
    'with collector: relay ÷ nginx',
  ]
  const rows = [...figures].map(([name, ways]) => [
    name,
    shown(median(ways.get('relay')), 0),
    shown(median(ways.get('nginx')), 0),
    shown(ratio(ways, 'nginx', 'relay'), 2),
    shown(median(ways.get('relay + collector')), 0),
    shown(median(ways.get('nginx + collector')), 0),
    shown(ratio(ways, 'nginx + collector', 'relay + collector'), 2),
  ])
  writeTable(join(import.meta.dirname, 'README.md'), 'Processor time of a request', head, rows)
}

/** How many requests ours serves in the time in which theirs serves one; the median of the rounds' own ratios. */
function ratio(ways: Map<string, number[]>, theirs: string, ours: string): number | undefined {
  const others = ways.get(theirs)
  return others && median(ways.get(ours)?.map((own, round) => others[round]! / own))
}

function median(values: number[] = []): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function shown(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toFixed(digits)
}
