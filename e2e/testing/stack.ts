// Starts the whole house as a user does, on free ports with an empty data folder, and talks to its outer doors.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = dirname(import.meta.dirname)

export type House = Awaited<ReturnType<typeof openHouse>>

/** Resolves when the launcher says that it is ready. `env` goes over what the test runner has. */
export async function openHouse(env: Record<string, string> = {}) {
  const doors = await freeDoors()
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'errata-e2e-'))
  const launched = launch({ ...doors, DATA_DIR: dataDir, RATE_LIMIT: '0', ...env })
  await Promise.race([
    launched.says('Errata is ready'),
    launched.ended.then(({ code }) =>
      Promise.reject(new Error(`the launcher ended with ${code}:\n${launched.output()}`)),
    ),
  ])
  return {
    url: `http://127.0.0.1:${doors.PORT}`,
    collectorUrl: `http://127.0.0.1:${doors.COLLECTOR_HTTP_PORT}`,
    collectorGrpcUrl: `http://127.0.0.1:${doors.COLLECTOR_GRPC_PORT}`,
    storeUrl: `http://127.0.0.1:${doors.STORE_PORT}`,
    ports: Object.values(doors).map(Number),
    dataDir,
    output: launched.output,
    processes: () => descendants(launched.pid),
    /** Ends one of the processes at once, as a crash would. */
    kill: (name: 'relay' | 'store' | 'otelcol') => {
      const found = descendants(launched.pid).find(({ command }) =>
        command.includes(name === 'otelcol' ? 'otelcol' : `${name}/index.ts`),
      )
      if (!found) throw new Error(`${name} does not run`)
      process.kill(found.pid, 'SIGKILL')
      return found.pid
    },
    /** Ends the launcher itself as a crash would. */
    abandon: launched.killed,
    /** How the launcher ended, and in how many milliseconds. */
    async close(signal: NodeJS.Signals = 'SIGINT') {
      const began = Date.now()
      launched.signal(signal)
      const { code } = await launched.ended
      if (!env['DATA_DIR']) rmSync(dataDir, { recursive: true, force: true })
      return { code, milliseconds: Date.now() - began }
    },
  }
}

/** Runs the launcher with `env` and keeps what it prints. */
export function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return {
    pid: child.pid ?? 0,
    ended,
    // Without waiting for its output to end: what it leaves behind may hold that open.
    killed: () => (child.kill('SIGKILL'), new Promise((resolve) => child.once('exit', resolve))),
    output: () => said,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    says: (text: string) => until(`"${text}" in the output`, () => said.includes(text), 90_000),
  }
}

/** Asks again until the answer is truthy, and gives it back. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  within = 20_000,
  every = 50,
): Promise<NonNullable<T>> {
  let last: unknown
  for (const end = Date.now() + within; Date.now() < end; await pause(every)) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (error) {
      last = error
    }
  }
  throw new Error(`not within ${within} ms: ${what}`, { cause: last })
}

/** JSON of a 200; throws otherwise. */
export async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url} ${await response.text()}`)
  return (await response.json()) as T
}

/** A free port for each variable of the launcher that names one. */
export async function freeDoors() {
  const [relay, store, http, grpc, health] = (await freePorts(5)).map(String)
  return {
    PORT: relay,
    STORE_PORT: store,
    COLLECTOR_HTTP_PORT: http,
    COLLECTOR_GRPC_PORT: grpc,
    COLLECTOR_HEALTH_PORT: health,
  } as Record<
    'PORT' | 'STORE_PORT' | 'COLLECTOR_HTTP_PORT' | 'COLLECTOR_GRPC_PORT' | 'COLLECTOR_HEALTH_PORT',
    string
  >
}

/**
 * Below the ports that the system gives to connections (32768 to 60999 on Linux), so that none of these is taken
 * between this look and the start; a range for each vitest worker, so that test files beside each other never meet.
 */
const FIRST_PORT = 10_000
const PORTS_OF_A_WORKER = 2_000

async function freePorts(count: number): Promise<number[]> {
  const first = FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 10) * PORTS_OF_A_WORKER
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = first + Math.floor(Math.random() * PORTS_OF_A_WORKER)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

type Running = { pid: number; command: string; residentBytes: number }

/** All processes below `pid`, with what they hold in memory; from /proc, so on Linux only. */
export function descendants(pid: number): Running[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return [
          {
            pid: Number(name),
            parent: Number(fields[1]),
            residentBytes: Number(fields[21]) * 4096,
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
          },
        ]
      } catch {
        return []
      }
    })
  const below = (parent: number): Running[] =>
    all
      .filter((one) => one.parent === parent)
      .flatMap(({ pid: child, command, residentBytes }) => [
        { pid: child, command, residentBytes },
        ...below(child),
      ])
  return below(pid)
}
