// The thread that reads source maps, so that the event loop of the store never does. What is in memory is
// answered at once, the rest when it was read.
import { parentPort, workerData } from 'node:worker_threads'
import { readMap } from '../compact-map.ts'
import { InvalidMapError } from '../map-json.ts'
import { findSegment } from '../segments.ts'
import { placeOf } from '../line-starts.ts'
import { isDependency, MapStore } from './cache.ts'
import { FairQueue } from './fair-queue.ts'
import type { FromWorker, Position, ResolveMessage, Task, ToWorker, WorkerFrame } from './messages.ts'

/** Processor time of one task. The longest source takes a fifth of it. */
const SOURCE_MILLISECONDS = 2_000
/** A map of 3 MB takes some 100 ms. */
const MILLISECONDS_PER_BYTE = 1 / 20_000
const milliseconds = (bytes: number): number => SOURCE_MILLISECONDS + Math.ceil(bytes * MILLISECONDS_PER_BYTE)

/** Checks of uploads take turns with the services. */
const UPLOADS = '\nuploads'

/**
 * Other maps may displace a map while its sources wait to be read: it is loaded again. A request that needs
 * more maps than the memory holds ends in spite of that.
 */
const MAX_LOADS = 5

/** `open`: indexes without a last answer. `loads`: how often each map was loaded for it. */
type Request = ResolveMessage & { open: Set<number>; loads: Map<string, number> }

type Post = (message: FromWorker) => void

class MapHandler {
  readonly #post: Post
  readonly #maps: MapStore
  readonly #jobs: Jobs
  /** Sources that made a worker fail, by map and index, and until when they are not read. */
  readonly #leftOut = new Map<string, number>()
  /** By what they wait for: a map, or a source of it. */
  readonly #waiting = new Map<string, Set<Request>>()

  constructor(maxBytes: number, post: Post) {
    this.#post = post
    this.#maps = new MapStore(maxBytes)
    this.#jobs = new Jobs(post)
  }

  receive(message: ToWorker): void {
    if (message.type === 'resolve') this.#resolve(message)
    else if (message.type === 'check') this.#check(message.id, message.bytes)
    else if (message.type === 'leave out')
      this.#leftOut.set(`${message.source.map}:${message.source.source}`, message.until)
    else this.#add(message)
  }

  #resolve(message: ResolveMessage): void {
    this.#answer({ ...message, open: new Set(message.positions.keys()), loads: new Map() })
  }

  #check(id: number, bytes: Uint8Array): void {
    const run = (): void => {
      try {
        const summary = readMap(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        this.#post({ type: 'checked', id, summary })
      } catch (error) {
        if (!(error instanceof InvalidMapError)) throw error
        this.#post({ type: 'invalid', id, message: error.message })
      }
    }
    this.#jobs.add({ key: UPLOADS, task: { map: '', id }, milliseconds: milliseconds(bytes.length), run })
  }

  #add({ map, service, bytes }: ToWorker & { type: 'map' }): void {
    if (bytes === null) return this.#continue(map, MAX_LOADS)
    const run = (): string | undefined => {
      try {
        this.#maps.add(map, bytes)
        return undefined
      } catch (error) {
        if (!(error instanceof InvalidMapError)) throw error
        return error.message
      }
    }
    const onEnd = (error?: string): void => this.#continue(map, error === undefined ? 1 : MAX_LOADS)
    const task = { map, id: 0 }
    this.#jobs.add({ key: service, task, milliseconds: milliseconds(bytes.length), run, onEnd })
  }

  #answer(request: Request): void {
    const frames: [number, WorkerFrame | null][] = []
    const lost: number[] = []
    for (const index of request.open) {
      const { frame, isLast, isLost } = this.#frame(request, request.positions[index] as Position)
      if (isLast) request.open.delete(index)
      if (isLost) lost.push(index)
      else if (isLast || frame) frames.push([index, frame])
    }
    const isLast = request.open.size === 0
    if (isLast || frames.length > 0) this.#post({ type: 'frames', id: request.id, frames, lost, isLast })
  }

  #frame(
    request: Request,
    position: Position,
  ): { frame: WorkerFrame | null; isLast: boolean; isLost?: boolean } {
    const { map } = position
    const ready = this.#maps.get(map)
    if (!ready) {
      if ((request.loads.get(map) ?? 0) >= MAX_LOADS) return { frame: null, isLast: true, isLost: true }
      if (this.#wait(map, request)) this.#post({ type: 'load', map, service: request.service })
      return { frame: null, isLast: false }
    }
    const generated = position.isOffset ? placeOf(ready.lineStarts, position) : position
    const match = generated && findSegment(ready.segments, generated.line - 1, generated.column - 1)
    if (!match) return { frame: null, isLast: true }
    const { source } = match.segment
    const isLibrary = isDependency(ready.files.at(source))
    const isRead = ready.functions.has(source) || (isLibrary && !request.libraryNames)
    const isLeftOut = !isRead && (this.#leftOut.get(`${map}:${source}`) ?? 0) > request.startedAt
    const isLast = isRead || isLeftOut
    if (!isLast && this.#wait(`${map}:${source}`, request)) {
      const file = ready.files.at(source)
      this.#readFunctions({ map, source, file, id: 0 }, request.service, isLibrary)
    }
    // Of a dependency, its name matters most; of own code, the function.
    const options = { withContext: request.context, isLeftOut }
    const frame = isLast || isLibrary ? this.#maps.frame(generated, match, options) : null
    return { frame, isLast }
  }

  #readFunctions(task: Task & { source: number }, service: string, isLibrary: boolean): void {
    const run = (): void => this.#maps.readFunctions(task.map, task.source)
    const onEnd = (): void => this.#continue(`${task.map}:${task.source}`)
    const job = { key: service, task, milliseconds: SOURCE_MILLISECONDS, run, onEnd }
    if (isLibrary) this.#jobs.addLast(job)
    // Before further maps, which could displace its own.
    else this.#jobs.addFirst(job)
  }

  /** True: no other request waits for it. */
  #wait(key: string, request: Request): boolean {
    const others = this.#waiting.get(key)
    if (others) others.add(request)
    else this.#waiting.set(key, new Set([request]))
    return !others
  }

  /** `loads`: of a map that was loaded. */
  #continue(key: string, loads = 0): void {
    const requests = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const request of requests) {
      request.loads.set(key, (request.loads.get(key) ?? 0) + loads)
      this.#answer(request)
    }
  }
}

/**
 * A long task. `key`: tasks of different keys take turns. `milliseconds`: of processor time. `run`: returns
 * why the map is malformed. `onEnd`: after the client was told.
 */
type Job = {
  key: string
  task: Task
  milliseconds: number
  run: () => string | undefined | void
  onEnd?: (error?: string) => void
}

/** The long tasks, one after the other. Messages are answered between them. */
class Jobs {
  readonly #post: Post
  readonly #jobs = new FairQueue<Job>()
  readonly #last = new FairQueue<Job>()
  #isScheduled = false

  constructor(post: Post) {
    this.#post = post
  }

  add(job: Job): void {
    this.#jobs.add(job.key, job)
    this.#schedule()
  }

  /** It is the next one of its key. */
  addFirst(job: Job): void {
    this.#jobs.addFirst(job.key, job)
    this.#schedule()
  }

  /** Runs it when there is nothing else. */
  addLast(job: Job): void {
    this.#last.add(job.key, job)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#runNext())
  }

  #runNext(): void {
    this.#isScheduled = false
    const job = this.#jobs.next() ?? this.#last.next()
    if (!job) return
    const { user, system } = process.threadCpuUsage()
    this.#post({ type: 'busy', task: job.task, milliseconds: job.milliseconds, cpu: user + system })
    const error = job.run()
    this.#post({ type: 'idle', ...(typeof error === 'string' && { error }) })
    job.onEnd?.(error ?? undefined)
    this.#schedule()
  }
}

const { maxBytes } = workerData as { maxBytes: number }
const handler = new MapHandler(maxBytes, (message) => parentPort?.postMessage(message, []))
parentPort?.on('message', (message: ToWorker) => handler.receive(message))
