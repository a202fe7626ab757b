// Starts processes in order, each when the previous one is ready. Restarts a process that dies, after a
// pause. Stops all in reverse order, each within a time limit.
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export type SupervisedProcess = {
  name: string
  /** Processes of one group are stopped side by side. */
  group: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** `reportedReady`: the process has sent the message `ready` to its parent, as Node children can. */
  isReady: (reportedReady: boolean) => Promise<boolean>
  /** Milliseconds until the first start must be ready. */
  readyTimeoutMs: number
  /** Called with the id of each process that is started, and with `undefined` when the last one has ended. */
  onProcess?: (pid: number | undefined) => void
  /** Milliseconds between SIGTERM and SIGKILL. The sum over all groups stays below ten seconds. */
  stopTimeoutMs: number
}

type Supervision = { group: string; ready: Promise<void>; stop: () => Promise<void> }

/** Called when a process cannot start. `sentence` says why; empty: the process has printed it. */
type OnFatal = (sentence: string) => void

// Pause before a restart: short, so that a page's errors hardly wait; it doubles, so that a process that
// fails again and again uses little processor time.
const FIRST_RESTART_PAUSE_MS = 500
const LONGEST_RESTART_PAUSE_MS = 5_000
/** After this time a start counts as good, and the next restart begins with the short pause. */
const GOOD_START_MS = 30_000
const READY_POLL_MS = 50

/** `ready` resolves when every process is ready; it stays pending after `onFatal` and after `stop`. */
export function superviseAll(processes: SupervisedProcess[], onFatal: OnFatal) {
  const supervisions: Supervision[] = []
  let stopping = false
  return { ready: startInOrder(), stop }

  async function startInOrder(): Promise<void> {
    for (const definition of processes) {
      if (stopping) return
      const supervision = superviseProcess(definition, onFatal)
      supervisions.push(supervision)
      await supervision.ready
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    const groups = [...Map.groupBy(supervisions, ({ group }) => group).values()]
    for (const group of groups.toReversed()) await Promise.all(group.map((supervision) => supervision.stop()))
  }
}

function superviseProcess(definition: SupervisedProcess, onFatal: OnFatal): Supervision {
  const { name, command, args, env } = definition
  const hasChannel = command === process.execPath
  let child: ChildProcess | undefined
  let stopping = false
  let reportedReady = false
  let wasReady = false
  let restartPause = FIRST_RESTART_PAUSE_MS
  start()
  return { group: definition.group, ready: waitUntilReady(), stop }

  function start(): void {
    const startedAt = Date.now()
    const started = spawn(command, args, {
      env,
      // A Node child notices by the channel that the launcher is gone, even after a SIGKILL, and exits.
      stdio: ['ignore', 'inherit', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
      // A process group of its own: Ctrl-C reaches the launcher alone, which then stops all in order.
      detached: true,
    })
    child = started
    reportedReady = false
    started.on('message', (message) => (reportedReady ||= message === 'ready'))
    definition.onProcess?.(started.pid)
    started.once('error', (error) => onFatal(`The ${name} could not be started: ${error.message}.`))
    started.once('exit', (code, signal) => {
      if (!stopping) onExit({ code, signal, uptime: Date.now() - startedAt })
    })
  }

  function onExit(exit: { code: number | null; signal: NodeJS.Signals | null; uptime: number }): void {
    const reason = exit.signal ? `signal ${exit.signal}` : `exit ${exit.code}`
    if (!wasReady) {
      // A Node child prints why it cannot start and exits with 1.
      const hasPrinted = hasChannel && exit.code === 1
      onFatal(hasPrinted ? '' : `The ${name} did not start (${reason}): see the line above.`)
      return
    }
    if (exit.uptime > GOOD_START_MS) restartPause = FIRST_RESTART_PAUSE_MS
    console.error(`The ${name} exited (${reason}) and is restarted in ${restartPause / 1000} s.`)
    setTimeout(() => !stopping && start(), restartPause)
    restartPause = Math.min(restartPause * 2, LONGEST_RESTART_PAUSE_MS)
  }

  async function waitUntilReady(): Promise<void> {
    const end = Date.now() + definition.readyTimeoutMs
    while (Date.now() < end && !stopping) {
      if (child && isRunning(child) && (await definition.isReady(reportedReady))) {
        wasReady = true
        return
      }
      await pause(READY_POLL_MS)
    }
    if (!stopping) onFatal(`The ${name} was not ready within ${definition.readyTimeoutMs / 1000} s.`)
    await new Promise(() => {})
  }

  async function stop(): Promise<void> {
    stopping = true
    const current = child
    if (!current || !isRunning(current) || current.pid === undefined) return
    const exit = new Promise<void>((resolve) => current.once('exit', () => resolve()))
    current.kill('SIGTERM')
    const timer = setTimeout(() => current.kill('SIGKILL'), definition.stopTimeoutMs)
    await exit
    clearTimeout(timer)
    definition.onProcess?.(undefined)
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
