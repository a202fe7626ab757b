// Memory of all processes of `npm start`: idle, after load and some minutes later; and what a start takes.
// `npm run bench -- memory` sends 250,000 exceptions, `npm run bench -- memory 20000` that number.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StatusAnswer } from '../../contract/status.ts'
import { writeTable } from '../../scripts/bench/table.ts'
import { getJson } from '../testing/http.ts'
import { descendants, memoryOf } from '../testing/processes.ts'
import { waitFor } from '../testing/wait-for.ts'
import { exceptionOf, isAccepted, processName, startNpm, type NpmStack } from './npm-stack.ts'

const EXCEPTIONS = Number(process.argv[2] ?? 250_000)
/** In one request of a sender; senders side by side; issues. */
const BATCH = 50
const SENDERS = 4
const ISSUES = 2_500
const IDLE_MS = 60_000
const LATER_MS = 180_000
const MEBIBYTE = 1024 ** 2

const folder = mkdtempSync(join(tmpdir(), 'errata-memory-'))
const dataDir = join(folder, 'data')

type Memory = Map<string, ReturnType<typeof memoryOf>>

let last: NpmStack | undefined
try {
  const first = (last = await startNpm(folder))
  await pause(IDLE_MS)
  const idleFirst = readMemory(first.pid)
  const firstStopMs = await first.stop()
  const second = (last = await startNpm(folder))
  await pause(IDLE_MS)
  const idle = readMemory(second.pid)
  const began = performance.now()
  await sendAll(second.url)
  const seconds = (performance.now() - began) / 1000
  const loaded = readMemory(second.pid)
  const queueLoaded = queueMegabytes()
  await pause(LATER_MS)
  const later = readMemory(second.pid)
  const queueLater = queueMegabytes()
  const secondStopMs = await second.stop()

  const readme = join(import.meta.dirname, 'README.md')
  const count = EXCEPTIONS.toLocaleString('en')
  writeTable(
    readme,
    `Memory of npm start: MB resident (of its own), ${count} exceptions`,
    ['process', 'first start, idle', 'idle for 60 s', 'after them', '3 min later'],
    [
      ...[...idle.keys()].map((name) => [
        name,
        ...[idleFirst, idle, loaded, later].map((memory) => describe(memory.get(name))),
      ]),
      ['all but npm', ...[idleFirst, idle, loaded, later].map((memory) => describe(sum(memory, /^(?!npm)/)))],
      ['all', ...[idleFirst, idle, loaded, later].map((memory) => describe(sum(memory, /./)))],
      [
        'all, each shared page shared out',
        ...[idleFirst, idle, loaded, later].map((memory) => sum(memory, /./).pss),
      ],
      ['file of the queue', '', '', queueLoaded, queueLater],
    ],
  )
  writeTable(
    readme,
    'Start and stop of npm start',
    ['what', 'milliseconds'],
    [
      ['first start of this code, no data → ready', first.readyMs],
      ['again → ready', second.readyMs],
      ['Ctrl-C → all processes ended', firstStopMs],
      [`Ctrl-C after ${count} exceptions (sent in ${seconds.toFixed(0)} s)`, secondStopMs],
    ],
  )
} finally {
  await last?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** By name; processes of one name are added. */
function readMemory(npm: number): Memory {
  const memory: Memory = new Map()
  for (const { pid, command } of [{ pid: npm, command: 'npm' }, ...descendants(npm)]) {
    const name = processName(command)
    const { resident = 0, pss = 0, anonymous = 0 } = memory.get(name) ?? {}
    const own = memoryOf(pid)
    memory.set(name, {
      resident: resident + own.resident,
      pss: pss + own.pss,
      anonymous: anonymous + own.anonymous,
    })
  }
  return memory
}

function sum(memory: Memory, names: RegExp): ReturnType<typeof memoryOf> {
  const all = [...memory].filter(([name]) => names.test(name)).map(([, value]) => value)
  return {
    resident: all.reduce((total, { resident }) => total + resident, 0),
    pss: all.reduce((total, { pss }) => total + pss, 0),
    anonymous: all.reduce((total, { anonymous }) => total + anonymous, 0),
  }
}

function describe(memory: ReturnType<typeof memoryOf> | undefined): string {
  return memory === undefined ? '' : `${memory.resident} (${memory.anonymous})`
}

async function sendAll(url: string): Promise<void> {
  let sent = 0
  const send = async (): Promise<void> => {
    while (sent < EXCEPTIONS) {
      const from = sent
      sent += BATCH
      const body = JSON.stringify({
        resourceLogs: Array.from(
          { length: Math.min(BATCH, EXCEPTIONS - from) },
          (_, index) => exceptionOf((from + index) % ISSUES, from + index).resourceLogs[0],
        ),
      })
      while (!(await isAccepted(`${url}/monitoring`, body))) await pause(200)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  await waitFor(
    'all are stored',
    async () => (await getJson<StatusAnswer>(`${url}/api/status`)).rows.exceptions >= EXCEPTIONS,
    { timeoutMs: 600_000, intervalMs: 1_000 },
  )
}

/** Of all files of the collector's queue. */
function queueMegabytes(): number {
  const queue = join(dataDir, 'collector')
  const files = readdirSync(queue).filter((name) => name.startsWith('exporter_'))
  return Math.round(files.reduce((bytes, name) => bytes + statSync(join(queue, name)).size, 0) / MEBIBYTE)
}
