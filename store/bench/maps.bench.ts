// What source maps cost the store: exceptions resolved a second, memory of many maps, and how long the event
// loop waits while a big one is read. The maps are from a build of the console.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { createSymbolicator } from '../ingest/source-maps/worker/client.ts'
import type { Position } from '../ingest/source-maps/worker/messages.ts'
import { makeFolder } from '../testing/store.ts'

const ROOT = join(import.meta.dirname, '../..')
const MB = 1_000_000
const MAPS = 50
const FRAMES = 5
const EXCEPTIONS = 20_000
/** Requests at the same time: as many as a busy collector has. */
const PARALLEL = 8
const OPTIONS = { context: false, milliseconds: 20_000 }

type SourceMap = { sources: string[]; sourcesContent: string[]; mappings: string; debugId?: string }

const { map, lines } = await buildConsole()
const positions = positionsOf(lines)
const versions = new Map(Array.from({ length: MAPS }, (_, index) => [String(index), variant(3 * MB, index)]))
const symbolicator = createSymbolicator({
  load: async (hash) => Buffer.from(versions.get(hash) ?? variant(10 * MB, Number(hash))),
})
await symbolicator.resolve([positionAt('0', 0)], OPTIONS)

const before = residentMegabytes()
for (const hash of versions.keys())
  await symbolicator.resolve(
    Array.from({ length: 40 }, (_, index) => positionAt(hash, index * 7)),
    OPTIONS,
  )
const afterwards = residentMegabytes()
await pause(10_000)
const settled = residentMegabytes()
const [one, many, withContext] = [
  await measureSpeed(1, false),
  await measureSpeed(MAPS, false),
  await measureSpeed(MAPS, true),
]
const delays = await measureDelay()
await symbolicator.close()

writeTable(
  join(import.meta.dirname, 'README.md'),
  `Source maps: ${MAPS} of 3 MB, of a build of the console`,
  ['what', 'value'],
  [
    [`exceptions of ${FRAMES} frames resolved a second, one map`, Math.round(one)],
    [`the same, frames of all ${MAPS} maps`, Math.round(many)],
    ['the same, with context', Math.round(withContext)],
    [`MB that the process grows by when ${MAPS} maps are in use`, afterwards - before],
    ['10 s later', settled - before],
    ['event loop while a map of 10 MB is read: p99 delay, ms', delays.p99.toFixed(1)],
    ['longest delay, ms', delays.max.toFixed(1)],
    ['first frame of a map of 10 MB: median, ms', Math.round(delays.first)],
  ],
)

async function buildConsole(): Promise<{ map: SourceMap; lines: string[] }> {
  const outDir = makeFolder()
  try {
    const input = join(ROOT, 'web/console/app/main.tsx')
    const output = { entryFileNames: 'main.js' }
    await build({
      root: join(ROOT, 'web/console'),
      configFile: false,
      logLevel: 'error',
      build: { outDir, sourcemap: 'hidden', rolldownOptions: { input, output } },
    })
    const map = JSON.parse(readFileSync(join(outDir, 'main.js.map'), 'utf8')) as SourceMap
    return { map, lines: readFileSync(join(outDir, 'main.js'), 'utf8').split('\n') }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** The map of another application with the same code: the sources are repeated up to the size. */
function variant(bytes: number, seed: number): string {
  const text = JSON.stringify(map)
  const other: SourceMap = { ...map, sources: [...map.sources], sourcesContent: [...map.sourcesContent] }
  let size = text.length
  // Text that does not compress better than code: the sources again, each line with another number.
  for (let index = 0; size < bytes; index = (index + 1) % map.sources.length) {
    const content = (map.sourcesContent[index] ?? '').replaceAll('\n', ` // ${seed}.${size % 977}\n`)
    other.sources.push(`${map.sources[index]}.${size}`)
    other.sourcesContent.push(content)
    size += JSON.stringify(content).length + 60
  }
  return JSON.stringify({ ...other, debugId: randomUUID() })
}

/** Some thousand positions all over the code. */
function positionsOf(code: string[]): { line: number; column: number }[] {
  return code.flatMap((text, index) =>
    Array.from({ length: Math.floor(text.length / 97) }, (_, part) => ({
      line: index + 1,
      column: part * 97 + 1,
    })),
  )
}

function positionAt(hash: string, index: number): Position {
  const { line, column } = positions[(index * 7919) % positions.length] ?? { line: 1, column: 1 }
  return { map: hash, line, column }
}

async function measureSpeed(maps: number, context: boolean): Promise<number> {
  let next = 0
  const send = async (): Promise<void> => {
    while (next < EXCEPTIONS) {
      const hash = String(next % maps)
      const stack = Array.from({ length: FRAMES }, (_, frame) =>
        positionAt(hash, (next * FRAMES + frame) % 280),
      )
      next++
      await symbolicator.resolve(stack, { ...OPTIONS, context })
    }
  }
  const run = async (): Promise<void> => {
    next = 0
    await Promise.all(Array.from({ length: PARALLEL }, send))
  }
  // Functions of all sources are read in the first round.
  await run()
  const before = process.cpuUsage()
  await run()
  // Processor time of both threads, as on one core.
  const { user, system } = process.cpuUsage(before)
  return EXCEPTIONS / ((user + system) / MB)
}

async function measureDelay(): Promise<{ p99: number; max: number; first: number }> {
  const big = Array.from({ length: 10 }, (_, index) => String(MAPS + index))
  for (const hash of big) versions.set(hash, variant(10 * MB, Number(hash)))
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  const times: number[] = []
  histogram.enable()
  for (const hash of big) {
    const began = performance.now()
    await symbolicator.resolve([positionAt(hash, 1)], OPTIONS)
    times.push(performance.now() - began)
  }
  histogram.disable()
  return { p99: histogram.percentile(99) / MB, max: histogram.max / MB, first: percentile(times, 0.5) }
}

function residentMegabytes(): number {
  return Math.round(process.memoryUsage.rss() / MB)
}
