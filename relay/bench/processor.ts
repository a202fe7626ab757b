// Processor time per request, by body and chain of processes: the figure that other work on the machine
// disturbs least. All chains take turns within a round.
import { setTimeout as pause } from 'node:timers/promises'
import { type Body, bodies } from './bodies.ts'
import { load } from './load.ts'
import { type BenchProcess, processorSeconds } from './processes.ts'

/** `entry`: where requests are sent. `processes`: the processes whose time is measured. */
export type Chain = { name: ChainName; entry: BenchProcess; processes: BenchProcess[] }
type ChainName = 'relay' | 'nginx' | 'relay + collector' | 'nginx + collector'
/** µs per request of each round, by body and chain. */
export type Figures = Map<string, Map<ChainName, number[]>>

const LOAD_MS = 800
/** Of each body. The compiler shares the core: a request takes its final time after some 60,000 of them. */
const WARM_UP_MS = 12_000
/** The last requests are still in the collector's queue. */
const SETTLE_MS = 300

export async function measureProcessor(chains: Chain[], rounds: number): Promise<Figures> {
  const figures: Figures = new Map(
    bodies().map(({ name }) => [name, new Map(chains.map((chain) => [chain.name, []]))]),
  )
  for (const body of bodies())
    for (const chain of chains)
      if (!chain.name.startsWith('nginx')) await microseconds(chain, body, WARM_UP_MS)
  for (let round = 0; round < rounds; round++)
    for (const body of bodies())
      for (const chain of chains)
        figures
          .get(body.name)!
          .get(chain.name)!
          .push(await microseconds(chain, body, LOAD_MS))
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
  return [...figures].map(([name, chains]) => [
    name,
    format(median(chains.get('relay')), 0),
    format(median(chains.get('nginx')), 0),
    format(ratio(chains, 'nginx', 'relay'), 2),
    format(median(chains.get('relay + collector')), 0),
    format(median(chains.get('nginx + collector')), 0),
    format(ratio(chains, 'nginx + collector', 'relay + collector'), 2),
  ])
}

async function microseconds({ name, entry, processes }: Chain, body: Body, ms: number): Promise<number> {
  const start = processorSeconds(processes)
  const sent = name.startsWith('nginx') ? (body.forProxy ?? body) : body
  const count = await load(entry.port, sent, ms)
  await pause(SETTLE_MS)
  return ((processorSeconds(processes) - start) / count) * 1e6
}

/** How many requests `ours` serves in the time in which `theirs` serves one: the median of the rounds. */
function ratio(chains: Map<ChainName, number[]>, theirs: ChainName, ours: ChainName): number | undefined {
  const times = chains.get(theirs)
  return times && median(chains.get(ours)?.map((time, round) => times[round]! / time))
}

function median(values: number[] = []): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function format(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toFixed(digits)
}
