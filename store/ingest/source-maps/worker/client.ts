// Original positions of frames. A worker thread reads the maps: this file asks it, and starts it again.
import { UnavailableError } from '../../../database/engine/errors.ts'
import type { MapSummary } from '../compact-map.ts'
import { InvalidMapError } from '../map-json.ts'
import { FairQueue } from './fair-queue.ts'
import type { FromWorker, OriginalFrame, Position, ResolveOptions, WorkerFrame } from './messages.ts'
import { MapThread, type WorkerEnd } from './thread.ts'

export type Symbolicator = {
  /** In order; null: no map, no mapping there, or the time is up. Never throws. */
  resolve(
    positions: Position[],
    options: Pick<ResolveOptions, 'context'> & Partial<ResolveOptions> & { milliseconds: number },
  ): Promise<(OriginalFrame | null)[]>
  /**
   * As `readMap`, in the worker. Throws `InvalidMapError`, also for a map that takes too much processor time
   * or memory, and `UnavailableError` for a failure that may not be the map's.
   */
  check(bytes: Buffer): Promise<MapSummary>
  close(): Promise<void>
}

/**
 * `load`: the JSON of a map, null if it does not exist; its memory moves to the worker, so that no other code
 * can use the buffer. `maxBytes`: of the maps that the worker holds. `retryMilliseconds`: after which a map
 * that made the worker fail is read again.
 */
export type SymbolicatorOptions = {
  load: (map: string) => Promise<Buffer | null>
  maxBytes?: number
  retryMilliseconds?: number
}

const MAX_BYTES = 128 * 1024 * 1024

/**
 * Stacks of a service that the worker has not mapped yet, some 5 KB each. The bodies of a service that wait
 * have 8 MiB at most, which are some thousand different stacks.
 */
const MAX_REQUESTS_OF_SERVICE = 5_000

/** Maps that are loaded at the same time: each may have 64 MiB. */
const MAX_LOADS = 4

/** A map that the database does not return in this time counts as missing. */
const LOAD_MILLISECONDS = 10_000

/** Each attempt costs up to five seconds of processor time, and a new worker that has no maps in memory. */
const RETRY_MILLISECONDS = 10 * 60_000

/** Maps that made the worker fail, or are malformed. The oldest is forgotten. */
const MAX_UNUSABLE = 10_000

/** `positions`: those to resolve, with their index among the caller's. */
type Request = {
  positions: [number, Position][]
  options: ResolveOptions
  frames: (WorkerFrame | null)[]
  finish: () => void
}

type Check = { bytes: Buffer; pass: (summary: MapSummary) => void; fail: (error: Error) => void }
type Load = { map: string; service: string }

export function createSymbolicator(options: SymbolicatorOptions): Symbolicator {
  const { load, maxBytes = MAX_BYTES, retryMilliseconds = RETRY_MILLISECONDS } = options
  const requests = new Map<number, Request>()
  const requestCounts = new Map<string, number>()
  const checks = new Map<number, Check>()
  /** When to try again. */
  const unusable = new Map<string, number>()
  const loads = new FairQueue<Load>()
  let runningLoads = 0
  let lastId = 0
  const thread = new MapThread({ maxBytes, receive, onEnd: restart })

  function receive(message: FromWorker): void {
    if (message.type === 'load') {
      loads.add(message.service, message)
      loadNext()
    } else if (message.type === 'unusable') skip(message.map)
    else if (message.type === 'frames') receiveFrames(message)
    else if (message.type === 'checked') takeCheck(message.id)?.pass(message.summary)
    else if (message.type === 'invalid') takeCheck(message.id)?.fail(new InvalidMapError(message.message))
  }

  function receiveFrames({ id, frames, isLast }: FromWorker & { type: 'frames' }): void {
    const request = requests.get(id)
    if (!request) return
    for (const [index, frame] of frames) request.frames[request.positions[index]?.[0] ?? -1] = frame
    if (!isLast) return
    remove(id, request)
    request.finish()
  }

  function loadNext(): void {
    const next = runningLoads < MAX_LOADS ? loads.next() : undefined
    if (!next) return
    runningLoads++
    void loadInTime(load, next.map).then((bytes) => {
      runningLoads--
      thread.post({ type: 'map', ...next, bytes })
      loadNext()
    })
  }

  function skip(map: string): void {
    unusable.delete(map)
    unusable.set(map, Date.now() + retryMilliseconds)
    const [oldest] = unusable.keys()
    if (unusable.size > MAX_UNUSABLE && oldest !== undefined) unusable.delete(oldest)
  }

  function isUsable(map: string): boolean {
    const until = unusable.get(map)
    if (until === undefined) return true
    if (until > Date.now()) return false
    return unusable.delete(map)
  }

  function takeCheck(id: number): Check | undefined {
    const check = checks.get(id)
    checks.delete(id)
    return check
  }

  /** The task at which the worker failed is not repeated at once; everything else is. */
  function restart({ map, id, isLimit }: WorkerEnd): void {
    if (map !== '') skip(map)
    takeCheck(id)?.fail(
      isLimit
        ? new InvalidMapError('The source map takes too much processor time or memory to read.')
        : new UnavailableError('The source map could not be read now: retry.'),
    )
    for (const [other, { bytes }] of checks) thread.post({ type: 'check', id: other, bytes })
    const unanswered = [...requests.values()]
    requests.clear()
    requestCounts.clear()
    for (const request of unanswered) {
      if (map === '' && id === 0) request.finish()
      else send(request)
    }
  }

  function send(request: Request): void {
    request.positions = request.positions.filter(
      ([index, position]) => !request.frames[index] && isUsable(position.map),
    )
    const { service } = request.options
    const count = requestCounts.get(service) ?? 0
    if (request.positions.length === 0 || count >= MAX_REQUESTS_OF_SERVICE) return request.finish()
    const positions = request.positions.map(([, position]) => position)
    requests.set(++lastId, request)
    requestCounts.set(service, count + 1)
    thread.post({ type: 'resolve', id: lastId, positions, ...request.options })
  }

  function remove(id: number, { options: { service } }: Request): void {
    requests.delete(id)
    const count = (requestCounts.get(service) ?? 1) - 1
    if (count > 0) requestCounts.set(service, count)
    else requestCounts.delete(service)
  }

  return {
    resolve(positions, { service = '', context, libraryNames = true, milliseconds }) {
      const frames: (WorkerFrame | null)[] = Array.from({ length: positions.length }, () => null)
      return new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          resolve(frames.map((frame, index) => originalFrame(positions[index], frame, frames[index + 1])))
        }
        const timer = setTimeout(finish, milliseconds)
        const request = { positions: [...positions.entries()], frames, finish }
        send({ ...request, options: { service, context, libraryNames } })
      })
    },
    check(bytes) {
      return new Promise((pass, fail) => {
        checks.set(++lastId, { bytes, pass, fail })
        thread.post({ type: 'check', id: lastId, bytes })
      })
    },
    async close() {
      await thread.close()
      for (const request of requests.values()) request.finish()
      for (const check of checks.values()) check.fail(new UnavailableError('The store is closing.'))
    },
  }
}

async function loadInTime(load: SymbolicatorOptions['load'], map: string): Promise<Buffer | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LOAD_MILLISECONDS)
  })
  try {
    return await Promise.race([load(map), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** If the source cannot be parsed, the call in the next frame names the function. */
function originalFrame(
  position: Position | undefined,
  frame: WorkerFrame | null,
  caller: WorkerFrame | null | undefined,
): OriginalFrame | null {
  if (!frame) return null
  const { callee: _, isParsed, ...original } = frame
  const name = !isParsed && position?.isCalledByNext ? (caller?.callee ?? '') : original.function
  return { ...original, function: name }
}
