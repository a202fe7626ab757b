// Starts the stack with `npm start`'s launcher, on free ports and with an empty data folder.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePorts } from './ports.ts'
import { descendants } from './processes.ts'
import { waitFor } from './wait-for.ts'

export type Stack = Awaited<ReturnType<typeof startStack>>

/** Names of the processes, as `Stack.kill` takes them. */
export type ProcessName = 'relay' | 'store' | 'otelcol'

const root = dirname(dirname(import.meta.dirname))
/** A cold start on a busy machine; a quiet one takes about two seconds. */
const READY_TIMEOUT_MS = 90_000

/** Resolves when the launcher is ready. `env` has precedence over the environment of the tests. */
export async function startStack(env: Record<string, string> = {}) {
  const ports = await freePorts(env)
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'errata-e2e-'))
  const launcher = runLauncher({ DATA_DIR: dataDir, RATE_LIMIT: '0', ...env, ...ports })
  await Promise.race([
    waitFor('the launcher is ready', () => launcher.output().includes('Errata is ready'), {
      timeoutMs: READY_TIMEOUT_MS,
    }),
    launcher.exit.then(({ code }) => {
      throw new Error(`the launcher ended with ${code}:\n${launcher.output()}`)
    }),
  ]).catch((error: unknown) => {
    launcher.signal('SIGINT')
    throw error
  })
  const pidOf = (name: ProcessName): number | null => {
    const pattern = name === 'otelcol' ? 'otelcol' : `${name}/index.ts`
    return descendants(launcher.pid).find(({ command }) => command.includes(pattern))?.pid ?? null
  }
  return {
    url: `http://127.0.0.1:${ports.PORT}`,
    collectorUrl: `http://127.0.0.1:${ports.COLLECTOR_HTTP_PORT}`,
    collectorGrpcUrl: `http://127.0.0.1:${ports.COLLECTOR_GRPC_PORT}`,
    storeUrl: `http://127.0.0.1:${ports.STORE_PORT}`,
    ports: Object.values(ports).map(Number),
    dataDir,
    output: launcher.output,
    processes: () => descendants(launcher.pid),
    /** Null: it does not run. */
    pidOf,
    /** Kills a process with SIGKILL and returns its id. */
    kill(name: ProcessName): number {
      const pid = pidOf(name)
      if (pid === null) throw new Error(`${name} does not run`)
      process.kill(pid, 'SIGKILL')
      return pid
    },
    killLauncher: launcher.kill,
    /** Resolves to the exit code of the launcher and the milliseconds it took to stop. */
    async close(signal: NodeJS.Signals = 'SIGINT') {
      const start = Date.now()
      launcher.signal(signal)
      const { code } = await launcher.exit
      if (!env['DATA_DIR']) rmSync(dataDir, { recursive: true, force: true })
      return { code, milliseconds: Date.now() - start }
    },
  }
}

/** Runs the launcher with `env` and collects its output. */
export function runLauncher(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const exit = new Promise<{ code: number | null }>((resolve) =>
    child.once('close', (code) => resolve({ code })),
  )
  return {
    pid: child.pid ?? 0,
    /** When the launcher and all processes that share its output have ended. */
    exit,
    output: () => output,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Does not wait for the end of the output, because an orphaned collector keeps it open. */
    kill: () => {
      child.kill('SIGKILL')
      return new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
