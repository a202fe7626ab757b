// The disk fills up while exceptions arrive and the API is read. What was acknowledged must be counted, once,
// and no answer may be 500. Mounts small file systems, so it needs root. `npm run bench -- full-disk 5` runs
// each plan five times on each file system; a second argument selects plans by a part of their name.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { storedDigests } from '../testing/kill-under-load.ts'
import { freePorts } from '../testing/ports.ts'
import { type Stack, startStack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'
import { type Plan, plans } from './full-disk-plans.ts'

const times = Number(process.argv[2] ?? 1)
const filter = process.argv[3] ?? ''
const KINDS = ['tmpfs', 'ext4'] as const
const MIB = 1024 * 1024
const PATHS = ['/api/issues', '/api/traces', '/api/status', '/api/operations']
const POLL_MS = 250
const SETTLE_TIMEOUT_MS = 120_000
const RESTART_TIMEOUT_MS = 30_000
const EXCEPTIONS_PER_REQUEST = 3
const SERVICE = 'full-disk'
const COUNTS = ['acknowledged', 'not stored', 'stored twice', 'answers 500', 'other answers but 200']
const HEAD = ['file system and plan', 'runs', ...COUNTS, 'API back, s', 'detached parts', 'problems left']

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
for (const kind of KINDS)
  for (const plan of plans.filter(({ name }) => name.includes(filter))) {
    const results: Result[] = []
    for (let run = 0; run < times; run++) {
      const result = await runPlan(plan, kind)
      console.log(kind, plan.name, JSON.stringify(result))
      results.push(result)
    }
    const sum = (key: keyof Result) => results.reduce((total, result) => total + result[key], 0)
    const back = Math.max(...results.map(({ backMs }) => backMs)) / 1000
    const counts = (['acknowledged', 'missing', 'twice', 'errors', 'unavailable'] as const).map(sum)
    rows.push([`${kind}: ${plan.name}`, times, ...counts, back.toFixed(1), sum('detached'), sum('problems')])
  }
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Full disks: exceptions that were acknowledged, and answers of the API',
  HEAD,
  rows,
)

async function runPlan(plan: Plan, kind: (typeof KINDS)[number]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-full-'))
  const dataDir = plan.storeOnly ? folder : join(folder, 'disk')
  const disk = mountDisk(kind, plan.mebibytes, plan.storeOnly ? join(folder, 'store') : dataDir)
  const ports = await freePorts()
  const env = { ...ports, DATA_DIR: dataDir }
  let stack: Stack | undefined = await startStack(env)
  const url = `http://127.0.0.1:${ports.PORT}`
  const load = startLoad(url, plan.rate)
  const reader = startReader(url)
  try {
    await plan.run({
      fill: (leaveBytes) => disk.fill(leaveBytes),
      empty() {
        disk.empty()
        reader.markRoom()
      },
      // The launcher pauses before it starts a process again.
      kill: (name) => waitFor(`${name} runs`, () => stack!.kill(name), { timeoutMs: RESTART_TIMEOUT_MS }),
      async stop() {
        await stack?.close('SIGTERM')
        stack = undefined
      },
      start: async () => void (stack = await startStack(env)),
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

function startLoad(url: string, rate: number) {
  const acknowledged: string[] = []
  const requests = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const request = send().finally(() => requests.delete(request))
    requests.add(request)
  }, 1000 / rate)

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

/** Reads four paths of the API four times a second, and the events of an issue. */
function startReader(url: string) {
  let isStopped = false
  let roomAt = Number.POSITIVE_INFINITY
  let waiting = new Set(PATHS)
  let backMs = 0
  const counts = { errors: 0, unavailable: 0 }
  const running = read()

  async function read(): Promise<void> {
    while (!isStopped) {
      for (const path of [...PATHS, await eventsPath(url)]) await ask(path)
      await pause(POLL_MS)
    }
  }

  async function ask(path: string): Promise<void> {
    const since = roomAt
    const status = await fetch(`${url}${path}`).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    if (status === 500) counts.errors++
    else if (status !== 200) counts.unavailable++
    else if (since === roomAt && waiting.delete(path) && waiting.size === 0)
      backMs = Math.max(backMs, performance.now() - roomAt)
  }

  return {
    markRoom() {
      roomAt = performance.now()
      waiting = new Set(PATHS)
    },
    async allAnswered() {
      await waitFor('the API answers', () => waiting.size === 0, { timeoutMs: SETTLE_TIMEOUT_MS })
      return Math.round(backMs)
    },
    async stop() {
      isStopped = true
      await running
      return counts
    },
  }
}

async function eventsPath(url: string): Promise<string> {
  try {
    const { issues } = (await (await fetch(`${url}/api/issues`)).json()) as { issues: { id: string }[] }
    return `/api/issues/${issues[0]!.id}/events`
  } catch {
    return '/api/issues'
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

function mountDisk(kind: (typeof KINDS)[number], mebibytes: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const image = join(tmpdir(), `errata-full-${process.pid}.img`)
  if (kind === 'tmpfs') execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
  else {
    execFileSync('truncate', ['-s', `${mebibytes}M`, image])
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    execFileSync('mount', ['-o', 'loop', image, folder])
  }
  const filler = join(folder, 'filler')
  return {
    fill(leaveBytes = 0) {
      const file = openSync(filler, 'a')
      for (const size of [MIB, 4096, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
      if (leaveBytes > 0) ftruncateSync(file, fstatSync(file).size - leaveBytes)
      closeSync(file)
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(image, { force: true })
    },
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
