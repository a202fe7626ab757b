// Processor time of a request, by body and way: the figure that a busy neighbour disturbs least. All ways
// take turns within a round.
import { type BenchProcess, pause, processorSeconds } from './processes.ts'
import { type Body, bodies } from './bodies.ts'
import { load } from './load.ts'

/** What stands between sender and sink: the door that is sent to, and all processes whose time counts. */
export type Way = { name: WayName; door: BenchProcess; all: BenchProcess[] }
type WayName = 'relay' | 'nginx' | 'relay + collector' | 'nginx + collector'
/** For each body and way the µs of a request, round by round. */
export type Figures = Map<string, Map<WayName, number[]>>

const LOAD_MS = 800
/**
 * Of each body. Pinned to one core, the compiler shares it with what it compiles: only after some 60,000
 * requests one costs what it goes on costing.
 */
const WARM_MS = 5_000
/** What came in is still on its way through the collector's queue. */
const SETTLE_MS = 300

export async function measureProcessor(ways: Way[], rounds: number): Promise<Figures> {
  const figures: Figures = new Map(
    bodies().map(({ name }) => [name, new Map(ways.map((way) => [way.name, []]))]),
  )
  for (const body of bodies())
    for (const way of ways) if (!way.name.startsWith('nginx')) await microseconds(way, body, WARM_MS)
  for (let round = 0; round < rounds; round++)
    for (const body of bodies())
      for (const way of ways) {
        const taken = await microseconds(way, body, LOAD_MS)
        figures.get(body.name)!.get(way.name)!.push(taken)
      }
  return figures
}

export const PROCESSOR_HEAD = [
  'relay, µs',
  'nginx, µs',
  'relay ÷ nginx',
  'relay + collector, µs',
  'nginx + collector, µs',
  'with collector: relay ÷ nginx',
]

export function processorRows(figures: Figures): string[][] {
  return [...figures].map(([name, ways]) => [
    name,
    shown(median(ways.get('relay')), 0),
    shown(median(ways.get('nginx')), 0),
    shown(ratio(ways, 'nginx', 'relay'), 2),
    shown(median(ways.get('relay + collector')), 0),
    shown(median(ways.get('nginx + collector')), 0),
    shown(ratio(ways, 'nginx + collector', 'relay + collector'), 2),
  ])
}

async function microseconds({ door, all }: Way, body: Body, ms: number): Promise<number> {
  const before = processorSeconds(all)
  const count = await load(door.port, body, ms)
  await pause(SETTLE_MS)
  return ((processorSeconds(all) - before) / count) * 1e6
}

/**
 * How many requests ours serves in the time in which theirs serves one; the median of the rounds' own ratios.
 */
function ratio(ways: Map<WayName, number[]>, theirs: WayName, ours: WayName): number | undefined {
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
