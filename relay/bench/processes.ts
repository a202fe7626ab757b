// The processes of a comparison, each on the first core: relay, nginx, collector. Senders and sinks run on
// the second one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getConfig } from '../../scripts/config.ts'
import { collectorEnv, configFile } from '../../scripts/collector/configuration.ts'
import { findCollector } from '../../scripts/collector/find.ts'

export type BenchProcess = { port: number; child: ChildProcess }
/** `core`: where it runs, by default the first one. */
type BenchRelayOptions = { port?: number; core?: string; environment?: Record<string, string> }
export type Processes = {
  relay(upstream: number, more?: BenchRelayOptions): Promise<BenchProcess>
  nginx(upstream: number): Promise<BenchProcess | undefined>
  collector(upstream: number, port?: number): Promise<BenchProcess | undefined>
  /** A path where no file is. */
  newFile(): string
  close(): Promise<void>
}

const MEASURED_CORE = '0'
const RELAY = path.join(import.meta.dirname, '..', 'index.ts')
const TICKS_PER_SECOND = 100
const START_MS = 20_000

export function createProcesses(): Processes {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const children: ChildProcess[] = []
  return { relay, nginx, collector, newFile: () => path.join(newFolder(), 'file'), close }

  async function relay(
    upstream: number,
    { port, core, environment }: BenchRelayOptions = {},
  ): Promise<BenchProcess> {
    const listenPort = port ?? (await freePort())
    const settings = {
      PORT: listenPort,
      DATA_DIR: newFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${upstream}`,
      RATE_LIMIT: 0,
    }
    return start(
      process.execPath,
      ['--max-semi-space-size=8', RELAY],
      { ...texts(settings), ...environment },
      listenPort,
      core,
    )
  }

  /** One process without a master; `undefined` when there is no nginx. */
  async function nginx(upstream: number): Promise<BenchProcess | undefined> {
    const binary = find('nginx')
    if (binary === undefined) return undefined
    const port = await freePort()
    const home = newFolder()
    writeFileSync(path.join(home, 'nginx.conf'), configuration(home, port, upstream))
    return start(
      binary,
      ['-p', home, '-e', path.join(home, 'errors'), '-c', path.join(home, 'nginx.conf')],
      {},
      port,
    )
  }

  async function collector(upstream: number, port?: number): Promise<BenchProcess | undefined> {
    const config = getConfig()
    const binary = await findCollector(config)
    if (binary === undefined) return undefined
    const [collectorHttpPort, collectorGrpcPort, collectorHealthPort] = [
      port ?? (await freePort()),
      await freePort(),
      await freePort(),
    ]
    const storeUrl = `http://127.0.0.1:${upstream}`
    const settings = collectorEnv({
      ...config,
      collectorHttpPort,
      collectorGrpcPort,
      collectorHealthPort,
      storeUrl,
      dataDir: newFolder(),
    })
    return start(binary, ['--config', configFile], { ...settings, GOMAXPROCS: '1' }, collectorHttpPort)
  }

  async function start(
    binary: string,
    args: string[],
    environment: NodeJS.ProcessEnv,
    port: number,
    core = MEASURED_CORE,
  ): Promise<BenchProcess> {
    const env = { PATH: process.env['PATH'], ...environment }
    const child = spawn('taskset', ['-c', core, binary, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    await listens(port)
    return { port, child }
  }

  function newFolder(): string {
    return mkdtempSync(path.join(folder, 'process-'))
  }

  async function close(): Promise<void> {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null) return
        const ended = new Promise((resolve) => void child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }),
    )
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Answers every request with 200 at once. */
export async function openSink(port = 0): Promise<{ port: number; close(): void }> {
  const server = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

/** Seconds of processor time that the processes have used so far. */
export function processorSeconds(processes: BenchProcess[]): number {
  const ticks = processes.map(({ child }) => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND
}

/** MiB that a process holds now (`VmRSS`), or held at its peak (`VmHWM`). */
export function mebibytes({ child }: BenchProcess, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

export function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** This process and what it starts from now on. */
export function pinTo(core: string): void {
  execFileSync('taskset', ['-a', '-cp', core, String(process.pid)], { stdio: 'ignore' })
}

function configuration(home: string, port: number, upstream: number): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(home, name)};`,
  )
  return `daemon off; master_process off; pid ${path.join(home, 'pid')};
events { worker_connections 1024; }
http {
  access_log off; client_body_buffer_size 256k; keepalive_requests 1000000000; ${folders.join(' ')}
  upstream upstream { server 127.0.0.1:${upstream}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location /monitoring/ { proxy_pass http://upstream/;
      proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`
}

function texts(settings: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

async function listens(port: number): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < START_MS; await pause(50)) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
  }
  throw new Error(`Nothing listens on ${port} after ${START_MS / 1000} s.`)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
