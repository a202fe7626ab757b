// Owns the worker thread: starts it when it is needed, and another one if a task takes too long or fails.
import { Worker } from 'node:worker_threads'
import type { BusyMessage, FromWorker, Task, ToWorker } from './messages.ts'

/** A map of 64 MiB takes up to 350 MB while it is read. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 }

/** Between two looks at the processor time of a task that has nearly used its own. */
const MIN_WAIT_MILLISECONDS = 50

/** `task` null: it had none. `isLimit`: the task took too much time or memory. */
export type WorkerEnd = { task: Task | null; isLimit: boolean }

type ThreadOptions = {
  maxBytes: number
  /** For a worker that starts. */
  firstMessages: () => ToWorker[]
  receive: (message: FromWorker) => void
  /** The task has ended. `error`: what it read is malformed. */
  onDone: (task: Task, error: string | undefined) => void
  /** The worker has ended; the next message starts another one. */
  onEnd: (end: WorkerEnd) => void
}

type RunningTask = { task: Task; timer?: NodeJS.Timeout }

export class MapThread {
  readonly #options: ThreadOptions
  #worker: Worker | null = null
  #running: RunningTask | null = null
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  post(message: ToWorker): void {
    if (this.#isClosed) return
    this.#worker ??= this.#start()
    if (!('bytes' in message) || message.bytes === null) return this.#worker.postMessage(message, [])
    // Its memory moves to the worker. The caller of a check still needs the bytes.
    const bytes = message.type === 'map' ? ownBytes(message.bytes) : new Uint8Array(message.bytes)
    this.#worker.postMessage({ ...message, bytes }, [bytes.buffer as ArrayBuffer])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#running?.timer)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('handler.ts', import.meta.url), {
      workerData: { maxBytes: this.#options.maxBytes },
      resourceLimits: RESOURCE_LIMITS,
    })
    worker.unref()
    for (const message of this.#options.firstMessages()) worker.postMessage(message, [])
    worker.on('message', (message: FromWorker) => {
      if (worker !== this.#worker) return
      if (message.type === 'busy') this.#watch(worker, message)
      else if (message.type === 'idle') this.#finish(message.error)
      else this.#options.receive(message)
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#replace(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY'),
    )
    worker.on('exit', () => this.#replace(worker, false))
    return worker
  }

  /**
   * The processor time is asked for when the task can have used its own at the earliest: on a busy machine a
   * thread waits most of the time. A thread does not answer during a long call, such as one of `JSON.parse`.
   */
  #watch(worker: Worker, { task, milliseconds, cpu }: BusyMessage): void {
    const running: RunningTask = { task }
    const lookAfter = (pause: number): void => {
      running.timer = setTimeout(() => void look(), pause).unref()
    }
    const look = async (): Promise<void> => {
      // Rejected: the worker has ended, which its own event reports.
      const usage = await worker.cpuUsage().catch(() => null)
      if (usage === null || running !== this.#running) return
      const remaining = milliseconds - (usage.user + usage.system - cpu) / 1_000
      if (remaining > 0) return lookAfter(Math.max(remaining, MIN_WAIT_MILLISECONDS))
      void worker.terminate()
      this.#replace(worker, true)
    }
    this.#running = running
    lookAfter(milliseconds)
  }

  #finish(error: string | undefined): void {
    const task = this.#running?.task
    this.#unwatch()
    if (task) this.#options.onDone(task, error)
  }

  #unwatch(): void {
    clearTimeout(this.#running?.timer)
    this.#running = null
  }

  #replace(worker: Worker, isLimit: boolean): void {
    if (worker !== this.#worker || this.#isClosed) return
    const task = this.#running?.task ?? null
    this.#unwatch()
    this.#worker = null
    this.#options.onEnd({ task, isLimit })
  }
}

/** A copy where others use the same memory, as small buffers do. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
