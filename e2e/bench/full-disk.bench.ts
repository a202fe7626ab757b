// The disk fills up while exceptions arrive and the API is read. What was acknowledged must be counted, once,
// and no answer may be 500. Mounts small file systems, so it needs root. `npm run bench -- full-disk 5` runs
// each of the three plans five times on each file system; a second argument selects plans by a part of their
// name.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { startApiReader } from '../testing/api-reader.ts'
import { storedDigests } from '../testing/kill-under-load.ts'
import { freePorts } from '../testing/ports.ts'
import { FILE_SYSTEMS, mountSmallDisk, type FileSystem } from '../testing/small-disk.ts'
import { type Stack, startStack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

const times = Number(process.argv[2] ?? 1)
const filter = process.argv[3] ?? ''
const SETTLE_TIMEOUT_MS = 120_000
const RESTART_TIMEOUT_MS = 30_000
const EXCEPTIONS_PER_REQUEST = 3
/** Requests a second, and the size of the disk that they fill while it is emptied. */
const [RATE, DISK_MIB] = [40, 240]
const SERVICE = 'full-disk'
const COUNTS = ['acknowledged', 'not stored', 'stored twice', 'answers 500', 'other answers but 200']
const HEAD = ['file system and plan', 'runs', ...COUNTS, 'API back, s', 'detached parts', 'problems left']

/** What a plan does to the disk and to the processes. */
type Control = {
  fill: () => void
  empty: () => void
  killStore: () => Promise<unknown>
  restart: () => Promise<void>
}

/** Long enough for merges to be under way. */
const BEFORE_MS = 4_000
const FULL_MS = 40_000
const SHORT_CYCLES = 14
const SHORT_FULL_MS = 3_200
const SHORT_EMPTY_MS = 2_500

/** A kill of the store, many short cycles, and a restart of the stack on a full disk. */
const plans: Record<string, (control: Control) => Promise<void>> = {
  async 'full for 40 s, store killed'({ fill, empty, killStore }) {
    fill()
    await pause(FULL_MS / 2)
    await killStore()
    await pause(FULL_MS / 2)
    empty()
  },
  async '14 short cycles'({ fill, empty }) {
    for (let cycle = 0; cycle < SHORT_CYCLES; cycle++) {
      fill()
      await pause(SHORT_FULL_MS)
      empty()
      await pause(SHORT_EMPTY_MS)
    }
  },
  async 'full, SIGTERM and npm start'({ fill, empty, restart }) {
    fill()
    await pause(FULL_MS / 4)
    await restart()
    await pause(FULL_MS / 4)
    empty()
  },
}

type Result = {
  acknowledged: number
  missing: number
  twice: number
  errors: number
  unavailable: number
  backMs: number
  detached: number
  problems: number
}

const rows: (string | number)[][] = []
for (const kind of FILE_SYSTEMS)
  for (const name of Object.keys(plans).filter((plan) => plan.includes(filter))) {
    const results: Result[] = []
    for (let run = 0; run < times; run++) {
      const result = await runPlan(name, kind)
      console.log(kind, name, JSON.stringify(result))
      results.push(result)
    }
    const sum = (key: keyof Result) => results.reduce((total, result) => total + result[key], 0)
    const back = Math.max(...results.map(({ backMs }) => backMs)) / 1000
    const counts = (['acknowledged', 'missing', 'twice', 'errors', 'unavailable'] as const).map(sum)
    rows.push([`${kind}: ${name}`, times, ...counts, back.toFixed(1), sum('detached'), sum('problems')])
  }
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Full disks: exceptions that were acknowledged, and answers of the API',
  HEAD,
  rows,
)

async function runPlan(name: string, kind: FileSystem): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-full-'))
  const dataDir = join(folder, 'disk')
  const disk = mountSmallDisk(kind, DISK_MIB, dataDir)
  const ports = await freePorts()
  const env = { ...ports, DATA_DIR: dataDir }
  let stack: Stack | undefined = await startStack(env)
  const url = `http://127.0.0.1:${ports.PORT}`
  const load = startLoad(url)
  const reader = startApiReader(url)
  try {
    await pause(BEFORE_MS)
    await plans[name]!({
      fill: () => disk.fill(),
      empty() {
        disk.empty()
        reader.markEnd()
      },
      // The launcher pauses before it starts a process again.
      killStore: () =>
        waitFor('the store runs', () => stack!.kill('store'), { timeoutMs: RESTART_TIMEOUT_MS }),
      async restart() {
        await stack?.close('SIGTERM')
        stack = undefined
        stack = await startStack(env)
      },
    })
    const backMs = await reader.allAnswered()
    await pause(2_000)
    const acknowledged = await load.stop()
    await waitFor('all counted', async () => (await countAll(url)) >= acknowledged.length, {
      timeoutMs: SETTLE_TIMEOUT_MS,
      intervalMs: 500,
    }).catch(() => {})
    const { errors, unavailable } = await reader.stop()
    const digests = await storedDigests({ url }, SERVICE)
    const status = (await (await fetch(`${url}/api/status`)).json()) as { problems: string[] }
    for (const problem of status.problems) console.log(problem)
    return {
      acknowledged: acknowledged.length,
      missing: acknowledged.filter((digest) => !digests.has(digest)).length,
      twice: (await countAll(url)) - digests.size,
      errors,
      unavailable,
      backMs,
      detached: countDetached(join(dataDir, 'store', 'engine', 'store')),
      problems: status.problems.length,
    }
  } finally {
    await load.stop()
    await reader.stop()
    await stack?.close()
    disk.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startLoad(url: string) {
  const acknowledged: string[] = []
  const requests = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const request = send().finally(() => requests.delete(request))
    requests.add(request)
  }, 1000 / RATE)

  async function send(): Promise<void> {
    const events = Array.from({ length: EXCEPTIONS_PER_REQUEST }, () => exceptionLog({ service: SERVICE }))
    const body = { resourceLogs: events.flatMap((event) => event.body.resourceLogs) }
    const response = await fetch(`${url}/monitoring`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => {})
    if (response?.status === 200) acknowledged.push(...events.map(({ digest }) => digest))
  }

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(requests)
      return acknowledged
    },
  }
}

async function countAll(url: string): Promise<number> {
  const response = await fetch(`${url}/api/issues?range=24h&service=${SERVICE}`)
  const { issues } = (await response.json()) as { issues: { count: number }[] }
  return issues.reduce((total, { count }) => total + count, 0)
}

function countDetached(root: string): number {
  const folders = readdirSync(root).flatMap((name) =>
    readdirSync(join(root, name)).map((id) => join(root, name, id)),
  )
  const detached = folders.map((folder) => join(folder, 'detached')).filter((folder) => existsSync(folder))
  return detached.flatMap((folder) => readdirSync(folder)).length
}
