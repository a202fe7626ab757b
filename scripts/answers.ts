// `npm run answers [-- RECORDING …]`: sends sample data to a new Errata, and records what it answers to the
// tests of the screens, into web/console/testing/answers.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patchJson } from '../e2e/testing/http.ts'
import { screenData } from '../e2e/testing/screen-data.ts'
import { startStack } from '../e2e/testing/stack.ts'
import { answersFile, writeRecording } from '../web/console/testing/commands.ts'
import { findChromium } from './browsers.ts'

const names = process.argv.slice(2)
const recordings = Object.entries(screenData).filter(([name]) => names.length === 0 || names.includes(name))
for (const [name, send] of recordings) {
  const stack = await startStack()
  try {
    // Nobody is asked for a name.
    await patchJson(`${stack.url}/api/me`, { name: 'Robin Holt' })
    const data = await send(stack.url)
    writeRecording(answersFile(name), { recordedAt: new Date().toISOString(), data, answers: {} })
    const { status } = spawnSync('vitest', ['run', '--project', '*chromium*', ...testsOf(name)], {
      cwd: 'web',
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: findChromium(), PORT: new URL(stack.url).port, VITE_RECORD: 'yes' },
    })
    if (status !== 0) process.exitCode = 1
  } finally {
    await stack.close()
  }
}

/** Files that play a recording, as paths from the folder `web`. */
function testsOf(name: string): string[] {
  const files = globSync('console/**/*.browser.test.ts', { cwd: 'web' })
  return files.filter((file) => readFileSync(join('web', file), 'utf8').includes(`playRecording('${name}'`))
}
