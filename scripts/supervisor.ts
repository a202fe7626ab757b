// Keeps processes running: starts them in order, each when the one before is ready; one that dies is started again after a
// pause; one that cannot start ends all. Stops them in reverse order, each within its time.
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export type Supervised = {
  name: string
  /** Those of one group are stopped side by side. */
  group: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** `told`: whether the process itself has said so, as ours can. */
  ready: (told: boolean) => Promise<boolean>
  /** Milliseconds until it must be ready for the first time. */
  readyWithin: number
  /** Told of each process that is started, and, with `undefined`, when none is left. */
  onProcess?: (pid: number | undefined) => void
  /** Milliseconds between being asked to stop and being made to. The sum over all groups stays below ten seconds. */
  stopWithin: number
}

// How long a process that died rests. Short, so that a page's errors hardly wait; growing, so that a crash loop burns no core.
const firstPause = 500
const longestPause = 10_000
// A process that ran this long had started well: its next death begins with the short pause again.
const ranWell = 30_000

export function startAll(house: Supervised[], { ended }: { ended: (sentence: string) => void }) {
  const kept: ReturnType<typeof keep>[] = []
  let stopping = false
  const ready = inOrder()
  return { ready, stop }

  async function inOrder(): Promise<void> {
    for (const one of house) {
      if (stopping) return
      const running = keep(one, ended)
      kept.push(running)
      await running.ready
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const together of [...Map.groupBy(kept, ({ group }) => group).values()].toReversed())
      await Promise.all(together.map((running) => running.stop()))
  }
}

function keep(one: Supervised, ended: (sentence: string) => void) {
  let child: ChildProcess | undefined
  let stopping = false
  let told = false
  let wasReady = false
  let rest = firstPause
  begin()
  return { group: one.group, ready: becomesReady(), stop }

  function begin(): void {
    const began = Date.now()
    // A group of its own: Ctrl-C reaches the launcher alone, which then stops all in order. The channel tells a child of ours
    // that the launcher is gone, however it went.
    const channel = one.command === process.execPath ? (['ipc'] as const) : []
    const now = spawn(one.command, one.args, {
      env: one.env,
      stdio: ['ignore', 'inherit', 'inherit', ...channel],
      detached: true,
    })
    child = now
    told = false
    now.on('message', (message) => (told ||= message === 'ready'))
    one.onProcess?.(now.pid)
    now.once('error', (error) => ended(`The ${one.name} could not be started: ${error.message}.`))
    now.once('exit', (code, signal) => {
      if (stopping) return
      const how = signal ? `signal ${signal}` : `exit ${code}`
      // Ours say why in a sentence of their own and end with 1.
      if (!wasReady)
        return ended(
          channel.length > 0 && code === 1
            ? ''
            : `The ${one.name} did not start (${how}): the line above says why.`,
        )
      if (Date.now() - began > ranWell) rest = firstPause
      console.error(`The ${one.name} ended (${how}); it is started again in ${rest / 1000} s.`)
      setTimeout(() => !stopping && begin(), rest)
      rest = Math.min(rest * 2, longestPause)
    })
  }

  async function becomesReady(): Promise<void> {
    for (const end = Date.now() + one.readyWithin; Date.now() < end && !stopping; await pause(50)) {
      if (child?.exitCode !== null || child.signalCode !== null) continue
      if (await one.ready(told)) {
        wasReady = true
        return
      }
    }
    if (!stopping) ended(`The ${one.name} was not ready within ${one.readyWithin / 1000} s.`)
    await new Promise(() => {})
  }

  async function stop(): Promise<void> {
    stopping = true
    const now = child
    if (!now || now.exitCode !== null || now.signalCode !== null || now.pid === undefined) return
    const gone = new Promise<void>((resolve) => now.once('exit', () => resolve()))
    now.kill('SIGTERM')
    const late = setTimeout(() => now.kill('SIGKILL'), one.stopWithin)
    await gone
    clearTimeout(late)
    one.onProcess?.(undefined)
  }
}
