// `npm run bench [-- name]`: runs the benchmarks of a folder; each writes its table into the README beside it.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findBrowser } from './browser.ts'
import { buildIfStale } from './build.ts'

const wanted = process.argv[2]
const found = globSync('*/bench/*.bench.ts').filter(
  (file) => !wanted || file.startsWith(`${wanted}/`) || file.endsWith(`/${wanted}.bench.ts`),
)
if (found.length === 0) {
  console.error(
    wanted
      ? `There is no benchmark called ${wanted}: known are ${globSync('*/bench/*.bench.ts').join(', ')}.`
      : 'There is no benchmark yet.',
  )
  process.exit(1)
}
if (found.some((file) => file.startsWith('e2e/'))) {
  process.env['CHROMIUM'] = findBrowser()
  await buildIfStale()
}
for (const file of found) {
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
