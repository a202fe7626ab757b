// The processes of a comparison, each on the first core: relay, nginx, collector. Senders and sinks run on
// the second one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../e2e/testing/ports.ts'
import { waitFor } from '../../e2e/testing/wait-for.ts'
import { getConfig } from '../../scripts/config.ts'
import { collectorEnv, configFile } from '../../scripts/collector/configuration.ts'
import { findCollector } from '../../scripts/collector/find.ts'

export type BenchProcess = { port: number; child: ChildProcess }
export type Processes = {
  relay(upstream: number, environment?: Record<string, string>): Promise<BenchProcess>
  nginx(upstream: number): Promise<BenchProcess | undefined>
  collector(upstream: number): Promise<BenchProcess | undefined>
  close(): Promise<void>
}

const MEASURED_CORE = '0'
const RELAY = path.join(import.meta.dirname, '..', 'index.ts')
const TICKS_PER_SECOND = 100

export function createProcesses(): Processes {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const children: ChildProcess[] = []
  return { relay, nginx, collector, close }

  async function relay(upstream: number, environment?: Record<string, string>): Promise<BenchProcess> {
    const port = await freePort()
    const settings = {
      PORT: String(port),
      DATA_DIR: newFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${upstream}`,
      RATE_LIMIT: '0',
    }
    const command = [process.execPath, '--max-semi-space-size=8', RELAY]
    return start(port, command, { ...settings, ...environment })
  }

  /** One process without a master; `undefined` when there is no nginx. */
  async function nginx(upstream: number): Promise<BenchProcess | undefined> {
    const binary = find('nginx')
    if (binary === undefined) return undefined
    const port = await freePort()
    const home = newFolder()
    const file = path.join(home, 'nginx.conf')
    writeFileSync(file, configuration(home, port, upstream))
    return start(port, [binary, '-p', home, '-e', path.join(home, 'errors'), '-c', file])
  }

  async function collector(upstream: number): Promise<BenchProcess | undefined> {
    const config = getConfig()
    const binary = await findCollector(config)
    if (binary === undefined) return undefined
    const port = await freePort()
    const settings = collectorEnv({
      ...config,
      collectorHttpPort: port,
      collectorGrpcPort: await freePort(),
      collectorHealthPort: await freePort(),
      storeUrl: `http://127.0.0.1:${upstream}`,
      dataDir: newFolder(),
    })
    return start(port, [binary, '--config', configFile], { ...settings, GOMAXPROCS: '1' })
  }

  /** Resolves when something listens on the port. */
  async function start(
    port: number,
    command: string[],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<BenchProcess> {
    const child = spawn('taskset', ['-c', MEASURED_CORE, ...command], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    await waitFor(`${command[0]} listens on ${port}`, () => accepts(port))
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

/** Whether something listens on the port. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      resolve(true)
      socket.destroy()
    })
  })
}
