// What a page with React pays for monitoring: time of its main thread at a quarter of the speed, beside other
// SDKs. Each page is opened in turn, so that all share what else the machine does.

import { join } from 'node:path'
import { percentile, writeTable } from '../../../scripts/bench/table.ts'
import { buildSdk, installSdks, zipped, type Built } from './build.ts'
import { openMeter } from './meter.ts'

const rounds = Number(process.argv[2] ?? 15)
/** Until the application is in use, and until the last SDK has sent what it knows of the page load. */
const instants = [1000, 6500] as const

const pages: [name: string, title: string][] = [
  ['page', 'React alone'],
  ['page-errata', 'Errata: errors'],
  ['page-errata-tracing', 'Errata: errors and tracing'],
  ['page-opentelemetry', 'OpenTelemetry 2.x: tracing alone'],
  ['page-opentelemetry-instrumented', 'OpenTelemetry 2.x: tracing with fetch, XHR and document load'],
  ['page-sentry', '@sentry/browser: errors'],
  ['page-sentry-tracing', '@sentry/browser: errors and tracing'],
  ['page-rollbar', 'rollbar: errors'],
]

installSdks()
const built: Built[] = []
for (const [name] of pages) built.push(await buildSdk(name))
const meter = await openMeter()
const durations: number[][][] = pages.map(() => [])
try {
  for (let round = 0; round < rounds; round++)
    for (const [index, each] of built.entries())
      durations[index]?.push(await meter.measureTasks(each, 4, instants))
} finally {
  await meter.close()
}
const median = (index: number, instant: number, of = durations[index]) =>
  percentile(of?.map((round) => round[instant] ?? 0) ?? [], 0.5)
writeTable(
  join(import.meta.dirname, 'README.md'),
  `A page with React: main thread at a quarter of the speed, medians of ${rounds} rounds by turns, over React`,
  ['what', 'in the first second, ms', 'until all is sent, ms', 'loaded over React, KB'],
  pages.map(([name, title], index) => [
    title,
    ...instants.map((_, instant) => (median(index, instant) - (index ? median(0, instant) : 0)).toFixed(0)),
    ((loaded(name, built[index] as Built) - (index ? loaded('page', built[0] as Built) : 0)) / 1000).toFixed(
      1,
    ),
  ]),
)

/** Bytes after gzip, without the chunks of options that are off. */
function loaded(name: string, { files }: Built): number {
  const optional = new Set(['pace.js', 'values.js', ...(name.endsWith('tracing') ? [] : ['later.js'])])
  return [...files].reduce((sum, [file, code]) => sum + (optional.has(file) ? 0 : zipped(code)), 0)
}
