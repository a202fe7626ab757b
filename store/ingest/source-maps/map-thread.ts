// Owns the worker thread: starts it when it is needed, and another where a task takes too long or fails.
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A map of 64 MiB takes up to 350 MB while it is read. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 }

type Busy = { map: string; id: number; timer: NodeJS.Timeout }

export class MapThread {
  readonly #maxBytes: number
  readonly #receive: (message: FromWorker) => void
  readonly #replaced: (map: string, id: number) => void
  #worker: Worker | null = null
  #busy: Busy | null = null
  #isClosed = false

  /** `replaced`: the worker failed, with the map and the check that it was reading ('' and 0: none). */
  constructor(
    maxBytes: number,
    receive: (message: FromWorker) => void,
    replaced: (map: string, id: number) => void,
  ) {
    this.#maxBytes = maxBytes
    this.#receive = receive
    this.#replaced = replaced
  }

  post(message: ToWorker): void {
    if (this.#isClosed) return
    this.#worker ??= this.#start()
    if (message.type === 'resolve' || message.bytes === null) return this.#worker.postMessage(message, [])
    // Its memory moves to the worker. A check is of bytes that the caller still needs.
    const bytes = message.type === 'map' ? ownBytes(message.bytes) : new Uint8Array(message.bytes)
    this.#worker.postMessage({ ...message, bytes }, [bytes.buffer as ArrayBuffer])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#busy?.timer)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { maxBytes: this.#maxBytes },
      resourceLimits: RESOURCE_LIMITS,
    })
    worker.unref()
    worker.on('message', (message: FromWorker) => {
      if (worker !== this.#worker) return
      if (message.type === 'busy') this.#watch(message)
      else if (message.type === 'idle') this.#unwatch()
      else this.#receive(message)
    })
    worker.on('error', () => this.#replace(worker))
    worker.on('exit', () => this.#replace(worker))
    return worker
  }

  #watch({ map, id, milliseconds }: { map: string; id: number; milliseconds: number }): void {
    const worker = this.#worker
    const timer = setTimeout(() => {
      void worker?.terminate()
      this.#replace(worker)
    }, milliseconds)
    this.#busy = { map, id, timer: timer.unref() }
  }

  #unwatch(): void {
    clearTimeout(this.#busy?.timer)
    this.#busy = null
  }

  #replace(worker: Worker | null): void {
    if (worker !== this.#worker || this.#isClosed) return
    const { map = '', id = 0 } = this.#busy ?? {}
    this.#unwatch()
    this.#worker = null
    this.#replaced(map, id)
  }
}

/** A copy where others use the same memory, as small buffers do. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
