// Original positions of frames. A worker thread reads the maps: this file asks it, and starts it again.
import { UnavailableError } from '../../../database/engine/errors.ts'
import type { MapSummary } from '../compact-map.ts'
import { InvalidMapError } from '../map-json.ts'
import { ReadFailures, type ReadFailure } from './failures.ts'
import { FairQueue } from './fair-queue.ts'
import type { FromWorker, OriginalFrame, Position, ResolveOptions, Task, WorkerFrame } from './messages.ts'
import { MapThread, type WorkerEnd } from './thread.ts'

/**
 * `frames`: in order; null: no mapping there, or not known yet. `isComplete` false: the time was up, or
 * something could not be read just now; the next answer may be better.
 */
export type Resolution = { frames: (OriginalFrame | null)[]; isComplete: boolean }

export type Symbolicator = {
  /** `milliseconds`: of the wait, Infinity for none. Never throws. */
  resolve(
    positions: Position[],
    options: Pick<ResolveOptions, 'context'> & Partial<ResolveOptions> & { milliseconds: number },
  ): Promise<Resolution>
  /**
   * As `readMap`, in the worker. Throws `InvalidMapError`, also for a map that takes too much processor time
   * or memory, and `UnavailableError` for a failure that may not be the map's.
   */
  check(bytes: Buffer): Promise<MapSummary>
  /** What cannot be read at present. */
  failures(): ReadFailure[]
  close(): Promise<void>
}

/**
 * `load`: the JSON of a map, null if it does not exist; its memory moves to the worker, so that no other code
 * can use the buffer. `maxBytes`: of the maps that the worker holds. `pauseMilliseconds`: after which
 * something that could not be read is tried again for the first time.
 */
export type SymbolicatorOptions = {
  load: (map: string) => Promise<Buffer | null>
  maxBytes?: number
  pauseMilliseconds?: number
  onFailure?: (failure: ReadFailure) => void
}

const MAX_BYTES = 128 * 1024 * 1024

/**
 * Stacks of a service that the worker has not mapped yet, some 5 KB each. The bodies of a service that wait
 * have 8 MiB at most, which are some thousand different stacks.
 */
const MAX_REQUESTS_OF_SERVICE = 5_000

/** Maps that are loaded at the same time: each may have 64 MiB. */
const MAX_LOADS = 4

/** `positions`: those to resolve, with their index among the caller's. `open`: indexes without an answer. */
type Request = {
  startedAt: number
  positions: [number, Position][]
  options: ResolveOptions
  frames: (WorkerFrame | null)[]
  open: Set<number>
  finish: () => void
}

type Check = { bytes: Buffer; pass: (summary: MapSummary) => void; fail: (error: Error) => void }
type Load = { map: string; service: string }

export function createSymbolicator({
  load,
  maxBytes = MAX_BYTES,
  pauseMilliseconds,
  onFailure,
}: SymbolicatorOptions): Symbolicator {
  const requests = new Map<number, Request>()
  const requestCounts = new Map<string, number>()
  const checks = new Map<number, Check>()
  const failures = new ReadFailures(pauseMilliseconds)
  const loads = new FairQueue<Load>()
  let runningLoads = 0
  let lastId = 0
  const thread = new MapThread({
    maxBytes,
    firstMessages: () => failures.leftOut().map((leftOut) => ({ type: 'leave out', ...leftOut })),
    receive,
    onDone,
    onEnd: restart,
  })

  function receive(message: FromWorker): void {
    if (message.type === 'load') {
      loads.add(message.service, message)
      loadNext()
    } else if (message.type === 'frames') receiveFrames(message)
    else if (message.type === 'checked') takeCheck(message.id)?.pass(message.summary)
    else if (message.type === 'invalid') takeCheck(message.id)?.fail(new InvalidMapError(message.message))
  }

  function receiveFrames({ id, frames, lost, isLast }: FromWorker & { type: 'frames' }): void {
    const request = requests.get(id)
    if (!request) return
    for (const [index, frame] of frames) {
      const [own, position] = request.positions[index]!
      request.frames[own] = frame
      if (!frame?.isLeftOut || failures.isSourceFinal(position.map)) request.open.delete(own)
    }
    for (const index of lost) request.open.add(request.positions[index]?.[0] ?? -1)
    if (!isLast) return
    remove(id, request)
    request.finish()
  }

  function loadNext(): void {
    const next = runningLoads < MAX_LOADS ? loads.next() : undefined
    if (!next) return
    runningLoads++
    void loadOrFail(next.map).then((bytes) => {
      runningLoads--
      thread.post({ type: 'map', ...next, bytes })
      loadNext()
    })
  }

  async function loadOrFail(map: string): Promise<Buffer | null> {
    try {
      const bytes = await load(map)
      if (bytes === null) fail({ map, file: '', reason: 'Its content is not stored.' })
      return bytes
    } catch {
      fail({ map, file: '', reason: 'The database did not return it.' })
      return null
    }
  }

  function fail(item: Parameters<ReadFailures['add']>[0]): void {
    const failure = failures.add(item)
    onFailure?.(failure)
  }

  function onDone({ map, source }: Task, error: string | undefined): void {
    if (map === '') return
    if (error === undefined) failures.delete(map, source)
    else fail({ map, file: '', reason: error })
  }

  function takeCheck(id: number): Check | undefined {
    const check = checks.get(id)
    checks.delete(id)
    return check
  }

  /** The task at which the worker failed is not repeated at once; everything else is. */
  function restart({ task, isLimit }: WorkerEnd): void {
    const { map = '', source, file = '', id = 0 } = task ?? {}
    const reason = isLimit
      ? 'Reading it takes too much processor time or memory.'
      : 'Reading it made the process that reads source maps fail.'
    if (map !== '') fail({ map, file, reason, ...(source !== undefined && { source }) })
    takeCheck(id)?.fail(
      isLimit
        ? new InvalidMapError('The source map takes too much processor time or memory to read.')
        : new UnavailableError('The source map could not be read now: retry.'),
    )
    const unanswered = [...requests.values()]
    for (const [other, { bytes }] of checks) thread.post({ type: 'check', id: other, bytes })
    requests.clear()
    requestCounts.clear()
    for (const request of unanswered) {
      if (task === null) request.finish()
      else send(request)
    }
  }

  function send(request: Request): void {
    request.positions = request.positions.filter(
      ([index, { map }]) => request.open.has(index) && failures.isReadable(map, request.startedAt),
    )
    const { startedAt, options } = request
    const { service } = options
    const count = requestCounts.get(service) ?? 0
    if (request.positions.length === 0 || count >= MAX_REQUESTS_OF_SERVICE) return request.finish()
    const positions = request.positions.map(([, position]) => position)
    requests.set(++lastId, request)
    requestCounts.set(service, count + 1)
    thread.post({ type: 'resolve', id: lastId, startedAt, positions, ...options })
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
      const open = new Set(positions.keys())
      return new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          resolve({
            frames: frames.map((frame, index) => originalFrame(positions[index], frame, frames[index + 1])),
            isComplete: open.size === 0,
          })
        }
        const timer = milliseconds === Infinity ? undefined : setTimeout(finish, milliseconds)
        const startedAt = Date.now()
        const request = { startedAt, positions: [...positions.entries()], frames, open, finish }
        send({ ...request, options: { service, context, libraryNames } })
      })
    },
    check(bytes) {
      return new Promise((pass, fail) => {
        checks.set(++lastId, { bytes, pass, fail })
        thread.post({ type: 'check', id: lastId, bytes })
      })
    },
    failures: () => failures.list(),
    async close() {
      await thread.close()
      for (const request of requests.values()) request.finish()
      for (const check of checks.values()) check.fail(new UnavailableError('The store is closing.'))
    },
  }
}

/** If the source cannot be parsed, the call in the next frame names the function. */
function originalFrame(
  position: Position | undefined,
  frame: WorkerFrame | null,
  caller: WorkerFrame | null | undefined,
): OriginalFrame | null {
  if (!frame) return null
  const { callee: _, isParsed, isLeftOut: __, ...original } = frame
  const name = !isParsed && position?.isCalledByNext ? (caller?.callee ?? '') : original.function
  return { ...original, function: name }
}
