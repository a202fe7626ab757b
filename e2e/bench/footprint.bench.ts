// What an installation costs: time to start and to stop, memory when idle. `npm run bench -- footprint`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { freePorts } from '../testing/ports.ts'
import { descendants, memoryOf } from '../testing/processes.ts'
import { waitFor } from '../testing/wait-for.ts'

const root = dirname(dirname(import.meta.dirname))
const readme = join(import.meta.dirname, 'README.md')
const IDLE_MS = 15_000

const ports = await freePorts()
const dataDir = mkdtempSync(join(tmpdir(), 'errata-footprint-'))
const url = `http://127.0.0.1:${ports.PORT}`
const began = performance.now()
// The command of `npm start`, which npm replaces itself by.
const launcher = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
  cwd: root,
  env: { ...process.env, ...ports, DATA_DIR: dataDir, RATE_LIMIT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
launcher.stdout.resume()
try {
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/health`)).ok
  await waitFor('the stack is ready', isReady, { timeoutMs: 120_000 })
  const readyMs = performance.now() - began
  await pause(IDLE_MS)
  const memory = readMemory()
  const total = memory.reduce((sum, { pss }) => sum + pss, 0)
  writeTable(
    readme,
    'Footprint: idle, 15 s after ready',
    ['process', 'MB, each shared page shared out', 'MB resident', 'of these, of its own'],
    [
      ...memory.map(({ name, pss, resident, anonymous }) => [name, pss, resident, anonymous]),
      ['all', total, memory.reduce((sum, { resident }) => sum + resident, 0), ''],
    ],
  )
  const end = performance.now()
  await stop()
  writeTable(
    readme,
    'Footprint: start and stop',
    ['what', 'milliseconds'],
    [
      ['launcher started → ready', Math.round(readyMs)],
      ['Ctrl-C → all processes ended', Math.round(performance.now() - end)],
    ],
  )
} finally {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** `relay`, `store` or `otel-collector`. */
function processName(command: string): string {
  return /otelcol/.test(command)
    ? 'otel-collector'
    : (/(relay|store)\/index\.ts/.exec(command)?.[1] ?? command)
}

function readMemory(): ({ name: string } & ReturnType<typeof memoryOf>)[] {
  const processes = [{ pid: launcher.pid!, command: 'launcher' }, ...descendants(launcher.pid!)]
  return processes.map(({ pid, command }) => ({ name: processName(command), ...memoryOf(pid) }))
}

async function stop(): Promise<void> {
  if (launcher.exitCode !== null) return
  launcher.kill('SIGINT')
  await new Promise((resolve) => launcher.once('exit', resolve))
}
