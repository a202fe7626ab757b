// Time from `npm start` to ready: in a fresh clone with an empty HOME and empty caches, and again.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePorts } from '../../e2e/testing/ports.ts'
import { writeTable } from './table.ts'

const root = dirname(dirname(import.meta.dirname))
const folder = mkdtempSync(join(tmpdir(), 'errata-newcomer-'))
const clone = join(folder, 'errata')
const home = join(folder, 'home')
// scripts/run.mjs puts the tools of this checkout first; the clone must not see them.
const path = (process.env['PATH'] ?? '')
  .split(':')
  .filter((item) => !item.startsWith(root))
  .join(':')

try {
  mkdirSync(home)
  execFileSync('git', ['clone', '--quiet', root, clone])
  const cold = await secondsUntilReady()
  const warm = [await secondsUntilReady(), await secondsUntilReady(), await secondsUntilReady()].toSorted(
    (a, b) => a - b,
  )
  writeTable(
    join(import.meta.dirname, 'README.md'),
    'From `npm start` to ready',
    ['what', 'seconds'],
    [
      ['fresh clone, empty HOME, empty caches', cold.toFixed(1)],
      ['again (median of 3)', (warm[1] ?? 0).toFixed(1)],
    ],
  )
} finally {
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}

async function secondsUntilReady(): Promise<number> {
  const env = {
    ...inherit(
      'LANG',
      'TERM',
      'NODE_EXTRA_CA_CERTS',
      'SSL_CERT_FILE',
      'npm_config_registry',
      'GOPROXY',
      'GOFLAGS',
      'GONOSUMDB',
      'GOSUMDB',
    ),
    ...(await freePorts()),
    HOME: home,
    PATH: path,
  }
  const start = Date.now()
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      process.stdout.write(text)
      if (text.includes('Errata is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
  const seconds = (Date.now() - start) / 1000
  child.kill('SIGINT')
  await exit
  return seconds
}

function inherit(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
