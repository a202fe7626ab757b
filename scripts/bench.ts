// `npm run bench [-- NAME [ARGUMENTS]]`: runs the benchmark of that name, or all benchmarks of that folder,
// or all. Each writes its table into the README beside it. A benchmark that takes many minutes is named
// `…-endurance.ts` and runs by its name alone.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findChromium } from './browsers.ts'
import { buildIfStale } from './build.ts'

const [name, ...rest] = process.argv.slice(2)
const all = globSync(['*/bench/*.bench.ts', '*/bench/*-endurance.ts', 'web/monitoring/bench/*.bench.ts'])
const named = all.filter((file) => file.endsWith(`/${name}.bench.ts`) || file.endsWith(`/${name}.ts`))
const short = all.filter((file) => file.endsWith('.bench.ts') && (!name || file.startsWith(`${name}/`)))
const files = named.length > 0 ? named : short
if (files.length === 0) {
  console.error(`There is no benchmark ${name}. Benchmarks are: ${all.join(', ')}.`)
  process.exit(1)
}
if (files.some((file) => file.startsWith('e2e/'))) {
  process.env['CHROMIUM'] = findChromium()
  await buildIfStale()
}
for (const file of files) {
  const { status } = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
