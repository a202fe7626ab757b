// What `npm start` and `npm run dev` share: signals and exit codes. It stays in memory while the stack runs,
// so it imports little.
import { StartupError } from '../server/startup-error.ts'
import { superviseAll, type SupervisedProcess } from './supervisor.ts'

type SupervisionOptions = { onReady: () => void; onStop?: () => void }

// A second signal changes nothing (npm and the terminal both send one): stopping has a time limit.
let stop: () => void = () => process.exit(0)

/** Runs `work`, until a signal. A failure is one sentence and exit code 1. */
export async function launch(work: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
  try {
    await work()
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exit(1)
  }
}

/** Runs until a signal or a fatal error, then ends this process: 0 after a signal, 1 after an error. */
export async function supervise(
  processes: SupervisedProcess[],
  { onReady, onStop }: SupervisionOptions,
): Promise<void> {
  // The collector has no setting for it: what it stores is for this user only.
  process.umask(0o077)
  const stack = superviseAll(processes, (sentence) => {
    if (sentence) console.error(sentence)
    end(1)
  })
  stop = () => end(0)
  await stack.ready
  onReady()

  function end(code: number): void {
    stop = () => {}
    onStop?.()
    void stack.stop().then(() => process.exit(code))
  }
}
