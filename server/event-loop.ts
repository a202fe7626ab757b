// Order and turns of asynchronous work. Work that takes milliseconds begins in a turn of its own, so that
// connections, senders and `/health` are served between two of them.
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of one slice of long work. */
const SLICE_MILLISECONDS = 10

/** Runs work one after the other, in the order of the calls. */
export type Sequence = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

/** The last answer, or a new one where that is older. Callers that wait for it get the same one. */
export function cacheFor<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let cached: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = performance.now()
    if (cached === undefined || now - cached.at > milliseconds) cached = { at: now, answer: ask() }
    return cached.answer
  }
}

/** Things of which each caller gets one. Further callers wait, the first of them is served first. */
export type Pool<Item> = {
  /** Throws the reason of `signal` where that is aborted before it is the caller's turn. */
  run<Answer>(work: (item: Item) => Promise<Answer>, signal?: AbortSignal): Promise<Answer>
  /** Items that nobody has. */
  idle(): number
  /** Callers that wait. */
  waiting(): number
}

export function createPool<Item>(items: Iterable<Item>): Pool<Item> {
  const idle = [...items]
  const waiting = new Set<(item: Item) => void>()

  function take(signal: AbortSignal | undefined): Promise<Item> | Item {
    const item = idle.pop()
    if (item !== undefined) return item
    const { promise, resolve, reject } = Promise.withResolvers<Item>()
    waiting.add(resolve)
    signal?.addEventListener('abort', () => {
      if (waiting.delete(resolve)) reject(signal.reason as Error)
    })
    return promise
  }

  function giveBack(item: Item): void {
    const [next] = waiting
    if (next === undefined) idle.push(item)
    else {
      waiting.delete(next)
      next(item)
    }
  }

  return {
    async run(work, signal) {
      const item = await take(signal)
      try {
        return await work(item)
      } finally {
        giveBack(item)
      }
    },
    idle: () => idle.length,
    waiting: () => waiting.size,
  }
}

const turns = createSequence()

/** Resolves in a later turn of the event loop, each caller in another one, in the order of the calls. */
export function nextTurn(): Promise<void> {
  return turns(() => setImmediate())
}

/** Long work of a sender in slices, which do not wait behind queries. */
export type Slices = { isOver(): boolean; next(): Promise<void> }

export function createSlices(): Slices {
  let start = performance.now()
  return {
    isOver: () => performance.now() - start > SLICE_MILLISECONDS,
    async next() {
      await setImmediate()
      start = performance.now()
    },
  }
}
