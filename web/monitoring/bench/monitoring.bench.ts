// What our package weighs and costs a page, beside the others of its field: built in the same run, opened in the same browser by turns.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { percentile, writeTable } from '../../../scripts/bench/table.ts'
import { boot } from '../boot.ts'
import { scriptText } from '../vite.ts'
import { buildContestant, zipped, type Built } from './build.ts'
import { openMeter, type Cost } from './meter.ts'

const readme = join(import.meta.dirname, 'README.md')
/** What a page costs by itself differs by several milliseconds from one to the next: fewer rounds tell nothing of a small entry. */
const rounds = 21
const throttledRounds = 5

const contestants: [name: string, title: string][] = [
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

if (!existsSync(join(import.meta.dirname, 'node_modules/@sentry'))) {
  console.log('Installing what ours is compared with …')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-progress'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const built = new Map<string, Built>()
for (const [name] of contestants) built.set(name, await buildContestant(name))
writeSizes()
await writeCosts()

function writeSizes(): void {
  const ours = built.get('errata-tracing') as Built
  const parts = [...ours.files].filter(([file]) => file !== 'entry.js')
  const rows = contestants.slice(1).map(([name, title]) => {
    const { entry, files } = built.get(name) as Built
    // Parts that wait for an option nobody set are not asked for.
    const unasked = { errata: ['later.js', 'pace.js'], 'errata-tracing': ['pace.js'] }[name] ?? []
    const asked = [...files.keys()].filter((file) => !unasked.includes(file))
    return [
      title,
      kilo(zipped(entry)),
      kilo(asked.reduce((sum, file) => sum + zipped(files.get(file) ?? ''), 0)),
    ]
  })
  writeTable(
    readme,
    'Sizes, gzip, of an application build',
    ['what', 'before the first line runs, KB', 'in all, KB'],
    [
      ...rows,
      ['Errata: what runs in every head', kilo(zipped(scriptText(boot))), ''],
      ...parts.map(([file, code]) => [`Errata: later part \`${file}\``, '', kilo(zipped(code))]),
    ],
  )
}

async function writeCosts(): Promise<void> {
  const variants: [title: string, built: Built][] = contestants.map(([name, title]) => [
    title,
    built.get(name) as Built,
  ])
  // The entry without what it loads later.
  const { entry } = built.get('errata') as Built
  variants.splice(1, 0, ['Errata: entry alone', { entry, files: new Map([['entry.js', entry]]) }])
  const meter = await openMeter()
  try {
    const calm = await byTurns(rounds, 1)
    const slow = await byTurns(throttledRounds, 4)
    const empty = calm[0] ?? []
    const cpuOf = (index: number) =>
      percentile(calm[index]?.map(({ cpuMs }, round) => cpuMs - (empty[round]?.cpuMs ?? 0)) ?? [], 0.5)
    const yardstick = cpuOf(variants.findIndex(([title]) => title.startsWith('OpenTelemetry')))
    writeTable(
      readme,
      `A page that starts: medians of ${rounds} rounds by turns, over the empty page of the same round; longest task at a quarter of the speed, of ${throttledRounds}`,
      ['what', 'main thread, ms', 'of OpenTelemetry 2.x', 'heap, MB', 'longest task, ms'],
      variants.map(([title], index) => [
        title,
        cpuOf(index).toFixed(1),
        (cpuOf(index) / yardstick).toFixed(2),
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
