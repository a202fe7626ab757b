// The thread that reads source maps, so that the event loop of the store never does. What is in memory is
// answered at once, the rest when it was read.
import { parentPort, workerData } from 'node:worker_threads'
import { readMap } from '../compact-map.ts'
import { InvalidMapError } from '../map-json.ts'
import { findSegment } from '../segments.ts'
import { isDependency, MapStore } from './cache.ts'
import { FairQueue } from './fair-queue.ts'
import type { FromWorker, Position, ResolveMessage, ToWorker, WorkerFrame } from './messages.ts'

/** Processor time of one task. The longest source takes a fifth of it. */
const SOURCE_MILLISECONDS = 2_000
/** A map of 3 MB takes some 100 ms. */
const MILLISECONDS_PER_BYTE = 1 / 20_000
const milliseconds = (bytes: number): number => SOURCE_MILLISECONDS + Math.ceil(bytes * MILLISECONDS_PER_BYTE)

/** Checks of uploads take turns with the services. */
const UPLOADS = '\nuploads'

/** `open`: indexes without a last answer. `maps`: those that were loaded for it, if they exist or not. */
type Request = ResolveMessage & { open: Set<number>; maps: Set<string> }

type Post = (message: FromWorker) => void

class MapHandler {
  readonly #post: Post
  readonly #maps: MapStore
  readonly #jobs: Jobs
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
    else this.#add(message)
  }

  #resolve(message: ResolveMessage): void {
    this.#answer({ ...message, open: new Set(message.positions.keys()), maps: new Set() })
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
    this.#jobs.add({ key: UPLOADS, map: '', id, milliseconds: milliseconds(bytes.length), run })
  }

  #add({ map, service, bytes }: ToWorker & { type: 'map' }): void {
    if (bytes === null) return this.#continue(map)
    const run = (): void => {
      try {
        this.#maps.add(map, bytes)
      } catch (error) {
        if (!(error instanceof InvalidMapError)) throw error
        this.#post({ type: 'unusable', map })
      }
      this.#continue(map)
    }
    this.#jobs.add({ key: service, map, id: 0, milliseconds: milliseconds(bytes.length), run })
  }

  #answer(request: Request): void {
    const frames: [number, WorkerFrame | null][] = []
    for (const index of request.open) {
      const { frame, isLast } = this.#frame(request, request.positions[index] as Position)
      if (isLast) request.open.delete(index)
      if (isLast || frame) frames.push([index, frame])
    }
    const isLast = request.open.size === 0
    if (isLast || frames.length > 0) this.#post({ type: 'frames', id: request.id, frames, isLast })
  }

  #frame(request: Request, position: Position): { frame: WorkerFrame | null; isLast: boolean } {
    const { map } = position
    const ready = this.#maps.get(map)
    if (!ready) {
      if (request.maps.has(map)) return { frame: null, isLast: true }
      if (this.#wait(map, request)) this.#post({ type: 'load', map, service: request.service })
      return { frame: null, isLast: false }
    }
    request.maps.add(map)
    const match = findSegment(ready.segments, position.line - 1, position.column - 1)
    if (!match) return { frame: null, isLast: true }
    const { source } = match.segment
    const isLibrary = isDependency(ready.files.at(source))
    const isLast = ready.functions.has(source) || (isLibrary && !request.libraryNames)
    if (!isLast && this.#wait(`${map}:${source}`, request))
      this.#readFunctions(position, source, { service: request.service, isLibrary })
    // Of a dependency, its name matters most; of own code, the function.
    const frame = isLast || isLibrary ? this.#maps.frame(position, match, request.context) : null
    return { frame, isLast }
  }

  #readFunctions(
    { map }: Position,
    source: number,
    { service, isLibrary }: { service: string; isLibrary: boolean },
  ): void {
    const run = (): void => {
      this.#maps.readFunctions(map, source)
      this.#continue(`${map}:${source}`)
    }
    const job = { key: service, map, id: 0, milliseconds: SOURCE_MILLISECONDS, run }
    if (isLibrary) this.#jobs.addLast(job)
    else this.#jobs.add(job)
  }

  /** True: no other request waits for it. */
  #wait(key: string, request: Request): boolean {
    const others = this.#waiting.get(key)
    if (others) others.add(request)
    else this.#waiting.set(key, new Set([request]))
    return !others
  }

  #continue(key: string): void {
    const requests = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const request of requests) {
      request.maps.add(key)
      this.#answer(request)
    }
  }
}

/** A long task. `key`: tasks of different keys take turns. `milliseconds`: of processor time. */
type Job = { key: string; map: string; id: number; milliseconds: number; run: () => void }

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
    const { map, id, milliseconds: limit } = job
    this.#post({ type: 'busy', map, id, milliseconds: limit, cpu: user + system })
    job.run()
    this.#post({ type: 'idle' })
    this.#schedule()
  }
}

const { maxBytes } = workerData as { maxBytes: number }
const handler = new MapHandler(maxBytes, (message) => parentPort?.postMessage(message, []))
parentPort?.on('message', (message: ToWorker) => handler.receive(message))
