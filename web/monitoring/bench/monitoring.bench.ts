// Size and start-up cost of our SDK beside others: built in the same run, opened in the same browser in turn.

import { join } from 'node:path'
import { percentile, writeTable } from '../../../scripts/bench/table.ts'
import { headScripts } from '../build/head-code.ts'
import { buildSdk, installSdks, zipped, type Built } from './build.ts'
import { openMeter, type Cost } from './meter.ts'

const readme = join(import.meta.dirname, 'README.md')
/** An empty page alone varies by several milliseconds: fewer rounds say nothing about a small entry. */
const rounds = 21
const throttledRounds = 5

const sdks: [name: string, title: string][] = [
  ['empty', 'an empty page'],
  ['errata', 'Errata: errors'],
  ['errata-tracing', 'Errata: errors and tracing'],
  ['opentelemetry', 'OpenTelemetry 2.x: tracing alone'],
  ['sentry', '@sentry/browser: errors'],
  ['sentry-tracing', '@sentry/browser: errors and tracing'],
  ['faro', '@grafana/faro-web-sdk'],
  ['faro-tracing', '@grafana/faro-web-sdk and its tracing'],
  ['honeycomb', '@honeycombio/opentelemetry-web'],
]

installSdks()
const built = new Map<string, Built>()
for (const [name] of sdks) built.set(name, await buildSdk(name))
writeSizes()
await writeCosts()

function writeSizes(): void {
  const ours = built.get('errata-tracing') as Built
  const chunks = [...ours.files].filter(([file]) => file !== 'entry.js')
  const rows = sdks.slice(1).map(([name, title]) => {
    const { entry, files } = built.get(name) as Built
    // Chunks of options that are off are not loaded.
    const optional = { errata: ['later.js', 'pace.js'], 'errata-tracing': ['pace.js'] }[name] ?? []
    const requested = [...files.keys()].filter((file) => !optional.includes(file))
    return [
      title,
      kilo(zipped(entry)),
      kilo(requested.reduce((sum, file) => sum + zipped(files.get(file) ?? ''), 0)),
    ]
  })
  writeTable(
    readme,
    'Sizes, gzip, of an application build',
    ['what', 'before the first line runs, KB', 'in all, KB'],
    [
      ...rows,
      ['Errata: what runs in every head', kilo(zipped(headScripts[0])), ''],
      ...chunks.map(([file, code]) => [`Errata: chunk \`${file}\``, '', kilo(zipped(code))]),
    ],
  )
}

async function writeCosts(): Promise<void> {
  const variants: [title: string, built: Built][] = sdks.map(([name, title]) => [
    title,
    built.get(name) as Built,
  ])
  // The entry without its chunks.
  const { entry } = built.get('errata') as Built
  variants.splice(1, 0, ['Errata: entry alone', { entry, files: new Map([['entry.js', entry]]) }])
  const meter = await openMeter()
  try {
    const calm = await byTurns(rounds, 1)
    const slow = await byTurns(throttledRounds, 4)
    const empty = calm[0] ?? []
    const cpuOf = (index: number) =>
      percentile(calm[index]?.map(({ cpuMs }, round) => cpuMs - (empty[round]?.cpuMs ?? 0)) ?? [], 0.5)
    const reference = cpuOf(variants.findIndex(([title]) => title.startsWith('OpenTelemetry')))
    writeTable(
      readme,
      `A page that starts: medians of ${rounds} rounds by turns, over the empty page of the same round; ` +
        `longest task at a quarter of the speed, of ${throttledRounds}`,
      ['what', 'main thread, ms', 'of OpenTelemetry 2.x', 'heap, MB', 'longest task, ms'],
      variants.map(([title], index) => [
        title,
        cpuOf(index).toFixed(1),
        (cpuOf(index) / reference).toFixed(2),
        ((median(calm[index], 'heapBytes') - median(calm[0], 'heapBytes')) / 2 ** 20).toFixed(2),
        median(slow[index], 'longestTaskMs')
          ? median(slow[index], 'longestTaskMs').toFixed(0)
          : 'none over 50',
      ]),
    )
  } finally {
    await meter.close()
  }

  async function byTurns(times: number, slowdown: number): Promise<Cost[][]> {
    const costs: Cost[][] = variants.map(() => [])
    for (let round = 0; round < times; round++) {
      for (const [index, [, variant]] of variants.entries())
        costs[index]?.push(await meter.measure(variant, slowdown))
    }
    return costs
  }
}

function median(costs: Cost[] = [], what: keyof Cost): number {
  return percentile(
    costs.map((cost) => cost[what]),
    0.5,
  )
}

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
