// A real store for tests: the process itself, in a folder of its own, on a free port.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

type Answer<Body> = { status: number; headers: Headers; body: Body }

export type TestStore = {
  url: string
  folder: string
  child: ChildProcess
  send(
    signal: 'traces' | 'logs' | 'metrics',
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<unknown>>
  ask<Body>(path: string, request?: RequestInit): Promise<Answer<Body>>
  /** Ends the process as a crash does, and waits for its end. */
  kill(): Promise<void>
  /** Ends it as the launcher does, and removes the folder. Returns the exit code. */
  stop(): Promise<number | null>
}

/** Tests that share a store neither stop nor kill it. */
export type SharedStore = Omit<TestStore, 'folder' | 'child' | 'kill' | 'stop'>

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'errata-store-'))
}

const SHARED = Symbol.for('errata.sharedStore')

/**
 * The store that the test files of one vitest worker share, for tests that only send and query: each file
 * uses services of its own (`newService`). It ends with the worker.
 */
export function sharedStore(): Promise<SharedStore> {
  const worker = globalThis as { [SHARED]?: Promise<TestStore> }
  worker[SHARED] ??= startStore().then((store) => {
    process.once('exit', () => rmSync(store.folder, { recursive: true, force: true }))
    // It does not keep the worker from ending.
    const { child } = store
    for (const handle of [child, child.channel, child.stdout as Socket | null, child.stderr as Socket | null])
      handle?.unref()
    return store
  })
  return worker[SHARED]
}

/** A name that no other test uses. */
export function newService(): string {
  return `service-${randomBytes(6).toString('hex')}`
}

export async function startStore({
  folder = makeFolder(),
  env = {},
}: { folder?: string; env?: Record<string, string> } = {}): Promise<TestStore> {
  const child = runStore({ DATA_DIR: folder, ...env })
  const port = await portOf(child)
  const url = `http://127.0.0.1:${port}`
  const ended = once(child, 'exit')

  async function ask<Body>(path: string, request: RequestInit = {}): Promise<Answer<Body>> {
    const headers = new Headers(request.headers)
    if (request.body != null && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const response = await fetch(`${url}${path}`, { ...request, headers })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as Body,
    }
  }

  return {
    url,
    folder,
    child,
    ask,
    send(signal, body, headers = {}) {
      const bytes =
        body instanceof Uint8Array
          ? Buffer.from(body)
          : typeof body === 'string'
            ? body
            : JSON.stringify(body)
      return ask(`/v1/${signal}`, {
        method: 'POST',
        body: bytes,
        headers: { 'content-type': 'application/json', ...headers },
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Starts the process without waiting for it to be ready. */
export function runStore(env: Record<string, string>): ChildProcess {
  const index = join(import.meta.dirname, '..', 'index.ts')
  // Compiled TypeScript is cached between starts, as by `npm start` and in the image.
  const compiled = join(tmpdir(), 'errata-store-compiled')
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: compiled }
  const child = spawn(process.execPath, [index], {
    env: { ...inherited, ...clickhouseVariables(env['DATA_DIR']), STORE_PORT: '0', ...env },
    // With a channel, a store closes when the process of its test has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // A test that fails before it stops its store leaves no process.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** If TEST_CLICKHOUSE_URL names a ClickHouse server, every data folder is a database of its own there. */
function clickhouseVariables(folder = 'store'): { CLICKHOUSE_URL?: string } {
  const server = process.env['TEST_CLICKHOUSE_URL']
  if (!server) return {}
  return { CLICKHOUSE_URL: new URL(`/${basename(folder).replaceAll(/\W/g, '_')}`, server).href }
}

async function portOf(child: ChildProcess): Promise<number> {
  const complaints: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(String(chunk)))
  for await (const line of createInterface({ input: child.stdout! })) {
    const entry = JSON.parse(line) as { msg?: string; port?: number }
    if (entry.msg !== 'store ready' || entry.port === undefined) continue
    // The rest is read too, so that the process never waits for its log.
    child.stdout!.resume()
    return entry.port
  }
  throw new Error(`the store did not become ready: ${complaints.join('')}`)
}

/** Waits for the end of a process that cannot start: its exit code, and what it writes to stderr. */
export async function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const output: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => output.push(String(chunk)))
  child.stdout?.resume()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.join('') }
}
