// Answers the messages of the store inside the worker: what is at hand at once, the rest when it is read.
import { InvalidMapError } from './invalid-map-error.ts'
import { Jobs } from './jobs.ts'
import { isDependency, MapStore } from './map-store.ts'
import { readMap } from './read-map.ts'
import { findSegment } from './segments.ts'
import type { FromWorker, Position, ResolveMessage, ToWorker, WorkerFrame } from './worker-messages.ts'

/** The longest source takes a fifth of it; a machine may be busy. */
const SOURCE_MILLISECONDS = 2_000
const milliseconds = (bytes: number): number => SOURCE_MILLISECONDS + Math.ceil(bytes / 20_000)

/** `open`: indexes without a last answer. `maps`: those that were loaded for it, also where there is none. */
type Request = ResolveMessage & { open: Set<number>; maps: Set<string> }

type Post = (message: FromWorker) => void

export class MapService {
  readonly #post: Post
  readonly #maps: MapStore
  readonly #jobs: Jobs
  /** By what they wait for: a map, or a source of it. */
  readonly #waiting = new Map<string, Set<Request>>()

  constructor(maxBytes: number, post: Post) {
    this.#post = post
    this.#maps = new MapStore(maxBytes)
    this.#jobs = new Jobs(
      (job) => post({ type: 'busy', map: job.map, id: job.id, milliseconds: job.milliseconds }),
      () => post({ type: 'idle' }),
    )
  }

  receive(message: ToWorker): void {
    if (message.type === 'resolve') this.#resolve(message)
    else if (message.type === 'check') this.#check(message.id, message.bytes)
    else this.#add(message.map, message.bytes)
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
    this.#jobs.add({ urgency: 2, map: '', id, milliseconds: milliseconds(bytes.length), run })
  }

  #add(map: string, bytes: Uint8Array | null): void {
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
    this.#jobs.add({ urgency: 0, map, id: 0, milliseconds: milliseconds(bytes.length), run })
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
      if (this.#wait(map, request)) this.#post({ type: 'load', map })
      return { frame: null, isLast: false }
    }
    request.maps.add(map)
    const match = findSegment(ready.segments, position.line - 1, position.column - 1)
    if (!match) return { frame: null, isLast: true }
    const { source } = match.segment
    const isLibrary = isDependency(ready.files.at(source))
    const isLast = ready.functions.has(source) || (isLibrary && !request.libraryNames)
    if (!isLast && this.#wait(`${map}:${source}`, request)) this.#readFunctions(map, source, isLibrary)
    // Whose code it is matters most of a dependency; of own code, its function.
    const frame = isLast || isLibrary ? this.#maps.frame(position, match, request.context) : null
    return { frame, isLast }
  }

  #readFunctions(map: string, source: number, isLibrary: boolean): void {
    const run = (): void => {
      this.#maps.readFunctions(map, source)
      this.#continue(`${map}:${source}`)
    }
    this.#jobs.add({ urgency: isLibrary ? 1 : 0, map, id: 0, milliseconds: SOURCE_MILLISECONDS, run })
  }

  /** True: nobody else waits for it. */
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
