// `npm start` as a user runs it, and exceptions for it: of benchmarks that measure its processes.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { post } from '../testing/http.ts'
import { freePorts } from '../testing/ports.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

export type NpmStack = Awaited<ReturnType<typeof startNpm>>

const root = dirname(dirname(import.meta.dirname))

/** Resolves when it is ready. `folder`: of its data and of compiled code. */
export async function startNpm(folder: string) {
  const ports = await freePorts()
  const url = `http://127.0.0.1:${ports.PORT}`
  const compiled = join(folder, 'compiled')
  const began = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ...ports,
      DATA_DIR: join(folder, 'data'),
      RATE_LIMIT: '0',
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  npm.stdout.resume()
  const exit = new Promise((resolve) => npm.once('exit', resolve))
  /** As Ctrl-C in a terminal. Resolves to the milliseconds that it took. */
  async function stop(): Promise<number> {
    const stopBegan = performance.now()
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGINT')
    await exit
    return Math.round(performance.now() - stopBegan)
  }
  const isReady = async (): Promise<boolean> => (await fetch(`${url}/health`)).ok
  await waitFor('the stack is ready', isReady, { timeoutMs: 120_000 }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, pid: npm.pid!, readyMs: Math.round(performance.now() - began), stop }
}

/** `npm`, `launcher`, `store`, `otel-collector` or `relay`. */
export function processName(command: string): string {
  if (/scripts\//.test(command)) return 'launcher'
  if (/otelcol/.test(command)) return 'otel-collector'
  return /(relay|store)\/index\.ts/.exec(command)?.[1] ?? command
}

/** Whether the relay has taken it. */
export async function isAccepted(url: string, body: string): Promise<boolean> {
  const response = await post(url, body)
  await response.arrayBuffer()
  return response.ok
}

/** Each user has a session; an issue has frames of its own. */
export function exceptionOf(issue: number, index: number) {
  const frames = Array.from(
    { length: 8 },
    (_, at) => `part${at}of${issue} (https://shop.example/assets/index-a1b2c3d4.js:${at + 1}:${issue + 1})`,
  )
  return exceptionLog({
    message: `Cannot read properties of undefined (reading 'field${issue}')`,
    session: `session-${index % 20_000}`,
    release: '1.4.2',
    frames,
  }).body
}
