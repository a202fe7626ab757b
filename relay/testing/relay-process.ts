// A relay as a process of its own, for tests that kill it, stop it or take its disk away.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { eventually } from './relay-fixture.ts'

type RelayProcess = { child: ChildProcess; url: string; output: () => string }

export const INDEX = fileURLToPath(new URL('../index.ts', import.meta.url))
/** Runs what follows without the right to make any file longer, as on a full disk. */
const WITHOUT_SPACE = ['-c', 'ulimit -S -f 0; exec "$0" "$@"']

/** Resolves when it listens. */
export async function startRelay(
  environment: Record<string, string>,
  hasSpace = true,
): Promise<RelayProcess> {
  const child = spawnRelay({ RATE_LIMIT: '0', ...environment }, hasSpace)
  let output = ''
  child.stdout!.on('data', (chunk) => (output += String(chunk)))
  const port = await eventually(() => {
    const digits = /"port":(\d+)/.exec(output)?.[1]
    expect(digits).toBeDefined()
    return digits!
  })
  return { child, url: `http://127.0.0.1:${port}`, output: () => output }
}

export function spawnRelay(environment: Record<string, string>, hasSpace = true): ChildProcess {
  const command = [process.execPath, INDEX]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const [binary, ...args] = hasSpace ? command : ['sh', ...WITHOUT_SPACE, ...command]
  const child = spawn(binary!, args, {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The exit code. */
export function stopRelay({ child }: RelayProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  child.kill(signal)
  return exit
}
