// Original positions of frames. One worker thread reads the maps: this file only asks it, and replaces it.
import { InvalidMapError } from './invalid-map-error.ts'
import { MapThread } from './map-thread.ts'
import type { MapSummary } from './read-map.ts'
import type { FromWorker, OriginalFrame, Position, ResolveOptions, WorkerFrame } from './worker-messages.ts'

export type { OriginalFrame, Position }

export type Symbolicator = {
  /** In order; null: no map, no mapping there, or the time is up. Never throws. */
  resolve(
    positions: Position[],
    options: Pick<ResolveOptions, 'context'> & Partial<ResolveOptions> & { milliseconds: number },
  ): Promise<(OriginalFrame | null)[]>
  /** As `readMap`, in the worker. Throws `InvalidMapError`. */
  check(bytes: Buffer): Promise<MapSummary>
  close(): Promise<void>
}

/**
 * `load`: the JSON of a map, null where there is none; its memory moves to the worker, so that nobody else
 * can use the buffer. `maxBytes`: of the maps that the worker holds.
 */
export type SymbolicatorOptions = { load: (map: string) => Promise<Buffer | null>; maxBytes?: number }

const MAX_BYTES = 128 * 1024 * 1024

/** Requests that the worker has not answered to the end. More of them would only wait. */
const MAX_REQUESTS = 1_000

/** A map that the database does not return in this time counts as missing. */
const LOAD_MILLISECONDS = 10_000

/** Maps that made the worker fail, or are malformed. The oldest is forgotten. */
const MAX_UNUSABLE = 10_000

const UNUSABLE = 'The source map takes too much time or memory to read.'

/** `positions`: all that were not set aside, with their index among those of the caller. */
type Request = {
  positions: [number, Position][]
  options: ResolveOptions
  frames: (WorkerFrame | null)[]
  finish: () => void
}

type Check = { bytes: Buffer; pass: (summary: MapSummary) => void; fail: (error: Error) => void }

export function createSymbolicator({ load, maxBytes = MAX_BYTES }: SymbolicatorOptions): Symbolicator {
  const requests = new Map<number, Request>()
  const checks = new Map<number, Check>()
  const unusable = new Set<string>()
  let lastId = 0
  const thread = new MapThread(maxBytes, receive, replace)

  function receive(message: FromWorker): void {
    if (message.type === 'load') void answerLoad(message.map)
    else if (message.type === 'unusable') setAside(message.map)
    else if (message.type === 'frames') receiveFrames(message)
    else if (message.type === 'checked') takeCheck(message.id)?.pass(message.summary)
    else if (message.type === 'invalid') takeCheck(message.id)?.fail(new InvalidMapError(message.message))
  }

  function receiveFrames({ id, frames, isLast }: FromWorker & { type: 'frames' }): void {
    const request = requests.get(id)
    if (!request) return
    for (const [index, frame] of frames) request.frames[request.positions[index]?.[0] ?? -1] = frame
    if (!isLast) return
    requests.delete(id)
    request.finish()
  }

  async function answerLoad(map: string): Promise<void> {
    const bytes = await loadInTime(load, map)
    thread.post({ type: 'map', map, bytes })
  }

  function setAside(map: string): void {
    unusable.add(map)
    const [oldest] = unusable
    if (unusable.size > MAX_UNUSABLE && oldest !== undefined) unusable.delete(oldest)
  }

  function takeCheck(id: number): Check | undefined {
    const check = checks.get(id)
    checks.delete(id)
    return check
  }

  /** What the worker was doing when it failed is not done again; all else is. */
  function replace(map: string, id: number): void {
    if (map !== '') setAside(map)
    takeCheck(id)?.fail(new InvalidMapError(UNUSABLE))
    for (const [other, { bytes }] of checks) thread.post({ type: 'check', id: other, bytes })
    const unanswered = [...requests.values()]
    requests.clear()
    for (const request of unanswered) {
      if (map === '' && id === 0) request.finish()
      else send(request)
    }
  }

  function send(request: Request): void {
    request.positions = request.positions.filter(
      ([index, position]) => !request.frames[index] && !unusable.has(position.map),
    )
    if (request.positions.length === 0 || requests.size >= MAX_REQUESTS) return request.finish()
    const positions = request.positions.map(([, position]) => position)
    requests.set(++lastId, request)
    thread.post({ type: 'resolve', id: lastId, positions, ...request.options })
  }

  return {
    resolve(positions, { context, libraryNames = true, milliseconds }) {
      const frames: (WorkerFrame | null)[] = Array.from({ length: positions.length }, () => null)
      return new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          resolve(frames.map((frame, index) => originalFrame(positions[index], frame, frames[index + 1])))
        }
        const timer = setTimeout(finish, milliseconds)
        const options = { context, libraryNames }
        send({ positions: [...positions.entries()], options, frames, finish })
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
      for (const check of checks.values()) check.fail(new Error('the store closes'))
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

/** Where the source cannot be parsed, the call in the next frame names the function. */
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
