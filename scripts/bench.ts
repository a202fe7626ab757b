// `npm run bench [-- name [arguments]]`: runs the benchmark of that name, or all of a folder; each writes its table into the README beside it.
// Those that take many minutes are named `…-endurance.ts` and run only when they are asked for by that name.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'

const [wanted, ...given] = process.argv.slice(2)
const all = globSync(['*/bench/*.bench.ts', '*/bench/*-endurance.ts', 'web/monitoring/bench/*.bench.ts'])
const named = all.filter((file) => file.endsWith(`/${wanted}.bench.ts`) || file.endsWith(`/${wanted}.ts`))
const usual = all.filter((file) => file.endsWith('.bench.ts') && (!wanted || file.startsWith(`${wanted}/`)))
const found = named.length > 0 ? named : usual
if (found.length === 0) {
  console.error(
    wanted
      ? `There is no benchmark called ${wanted}: known are ${all.join(', ')}.`
      : 'There is no benchmark yet.',
  )
  process.exit(1)
}
if (found.some((file) => file.startsWith('e2e/'))) {
  process.env['CHROMIUM'] = findBrowser()
  await buildIfStale()
}
for (const file of found) {
  const { status } = spawnSync(process.execPath, [file, ...given], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
