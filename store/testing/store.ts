// A real store for tests and benchmarks: the process itself, in a folder of its own, on a free port.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { StatusAnswer } from '../../contract/status.ts'

type Answer<Body> = { status: number; headers: Headers; body: Body }
type Signal = 'traces' | 'logs' | 'metrics'
type Variables = Record<string, string>

/** `env`: a function where the values are known when the store starts. */
export type StoreOptions = { folder?: string; env?: Variables | (() => Variables) }

/** As long as a collector's first pause. */
const RETRY_MS = 500

const folders = new Set<string>()

/** It is deleted when the process ends. */
export function makeFolder(): string {
  if (folders.size === 0)
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
  const folder = mkdtempSync(join(tmpdir(), 'errata-store-'))
  folders.add(folder)
  return folder
}

export async function startStore(options: StoreOptions = {}): Promise<TestStore> {
  const store = new TestStore(options)
  await store.start()
  return store
}

export class TestStore {
  readonly folder: string
  readonly #env: () => Variables
  #process: { child: ChildProcess; ended: Promise<unknown[]>; port: Promise<number> } | null = null
  url = ''

  constructor({ folder = makeFolder(), env = {} }: StoreOptions = {}) {
    this.folder = folder
    this.#env = typeof env === 'function' ? env : () => env
  }

  get port(): string {
    return new URL(this.url).port
  }

  get child(): ChildProcess {
    if (this.#process === null) throw new Error('the store was not started')
    return this.#process.child
  }

  /** Resolves when it is ready. */
  async start(env = this.#env()): Promise<void> {
    if (this.#process === null) {
      const child = runStore({ DATA_DIR: this.folder, ...env })
      this.#process = { child, ended: once(child, 'exit'), port: portOf(child) }
    }
    this.url = `http://127.0.0.1:${await this.#process.port}`
  }

  /** Ends the process and waits for its end; the folder stays. Returns the exit code: null after a kill. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#process === null) return null
    const { child, ended } = this.#process
    this.#process = null
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }

  /** As a crash does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** As the launcher does, and removes the folder. Returns the exit code. */
  async stop(): Promise<number | null> {
    const code = await this.end()
    rmSync(this.folder, { recursive: true, force: true })
    return code
  }

  /** Starts it again in the same folder. */
  async restart(signal: NodeJS.Signals = 'SIGKILL', env = this.#env()): Promise<void> {
    await this.end(signal)
    await this.start(env)
  }

  async ask<Body>(path: string, request: RequestInit = {}): Promise<Answer<Body>> {
    const headers = new Headers(request.headers)
    if (request.body != null && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const response = await fetch(`${this.url}${path}`, { ...request, headers })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    const body = (json ? JSON.parse(text) : text) as Body
    return { status: response.status, headers: response.headers, body }
  }

  /** The body of an answer that must be 200. */
  async read<Body>(path: string): Promise<Body> {
    return expectSuccess(path, await this.ask<Body>(path)).body
  }

  /** All pages of a list. */
  async readPages<Page extends { nextCursor: string | null }>(path: string): Promise<Page[]> {
    const pages: Page[] = []
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.nextCursor)
      pages.push(await this.read<Page>(`${path}&cursor=${cursor}`))
    return pages
  }

  post<Body>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.ask(path, { method: 'POST', body: JSON.stringify(body) })
  }

  patch<Body>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.ask(path, { method: 'PATCH', body: JSON.stringify(body) })
  }

  status(): Promise<StatusAnswer> {
    return this.read('/api/status')
  }

  /** Sends a request that must be stored; after 503, as a collector does, the same bytes again. */
  async send(signal: Signal, body: unknown, headers?: Variables): Promise<void> {
    let answer = await this.trySend(signal, body, headers)
    while (answer.status === 503) {
      await pause(RETRY_MS)
      answer = await this.trySend(signal, body, headers)
    }
    expectSuccess(signal, answer)
  }

  /** Sends a request as a block of its own, and waits until it is in the tables. */
  async sendBlock(signal: Signal, body: unknown): Promise<void> {
    await this.send(signal, body)
    await this.status()
  }

  /** Bytes and texts are sent as they are. */
  trySend(signal: Signal, body: unknown, headers: Variables = {}): Promise<Answer<unknown>> {
    const isText = typeof body === 'string'
    return this.ask(`/v1/${signal}`, {
      method: 'POST',
      body: body instanceof Uint8Array ? Buffer.from(body) : isText ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
}

function expectSuccess<Body>(what: string, answer: Answer<Body>): Answer<Body> {
  if (answer.status === 200) return answer
  throw new Error(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Starts the process without waiting for it to be ready. */
export function runStore(env: Variables): ChildProcess {
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
  process.prependOnceListener('exit', end)
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
