// Snapshots are made harmless in a thread, one after the other. It starts with the first snapshot, ends when
// none has come for a while, and is replaced where a snapshot takes too much processor time.
import { Worker } from 'node:worker_threads'
import type { SnapshotResult, SnapshotTask } from './thread.ts'

/** A snapshot may take as much processor time after this time. The largest page of the SDK takes 0.2 s. */
const TASK_MS = 5_000
const IDLE_MS = 30_000
/** Snapshots of 128 KB and recordings of 1 MB, compressed. */
const MAX_WAITING = 16
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export type Sanitizer = {
  /** Null: too many wait. A task that fails is one that cannot be read. */
  run(task: Omit<SnapshotTask, 'id'>): Promise<SnapshotResult> | null
  /** Tasks that are not done yet end with a 503. */
  close(): void
}

type Waiting = { task: SnapshotTask; resolve: (result: SnapshotResult) => void }

export function createSanitizer(): Sanitizer {
  const waiting: Waiting[] = []
  let running: Waiting | null = null
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let lastId = 0
  return { run, close }

  function run(task: Omit<SnapshotTask, 'id'>): Promise<SnapshotResult> | null {
    if (waiting.length >= MAX_WAITING) return null
    const { promise, resolve } = Promise.withResolvers<SnapshotResult>()
    waiting.push({ task: { ...task, id: ++lastId }, resolve })
    if (running === null) startNext()
    return promise
  }

  function startNext(): void {
    clearTimeout(timer)
    running = waiting.shift() ?? null
    if (running === null) {
      timer = setTimeout(stop, IDLE_MS).unref()
      return
    }
    worker ??= start()
    watch(running, worker)
    worker.postMessage(running.task, [running.task.bytes.buffer])
  }

  /** On a busy machine a thread waits most of the time. `first`: the processor time that was read first. */
  function watch(task: Waiting, watched: Worker, first?: number): void {
    const look = async (): Promise<void> => {
      // Rejected: the thread has ended, which its own event reports.
      const usage = await watched.cpuUsage().catch(() => null)
      if (usage === null || task !== running) return
      const milliseconds = (usage.user + usage.system) / 1_000
      if (first !== undefined && milliseconds - first >= TASK_MS) fail()
      else watch(task, watched, first ?? milliseconds)
    }
    timer = setTimeout(() => void look(), TASK_MS).unref()
  }

  function start(): Worker {
    const started = new Worker(new URL('thread.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS })
    started.unref()
    started.on('message', (result: SnapshotResult) => {
      if (started === worker && result.id === running?.task.id) finish(result)
    })
    const end = (): void => {
      if (started === worker) fail()
    }
    started.on('error', end)
    started.on('exit', end)
    return started
  }

  /** The thread has ended, or must. */
  function fail(): void {
    stop()
    if (running === null) return
    const { id } = running.task
    finish({ id, status: 400, snapshot: null, message: 'The snapshot cannot be read.' })
  }

  function finish(result: SnapshotResult): void {
    running?.resolve(result)
    startNext()
  }

  function close(): void {
    stop()
    const message = 'The relay stops.'
    for (const { task, resolve } of running === null ? [] : [running, ...waiting.splice(0)])
      resolve({ id: task.id, status: 503, snapshot: null, message })
    running = null
  }

  function stop(): void {
    clearTimeout(timer)
    const stopped = worker
    worker = null
    void stopped?.terminate()
  }
}
