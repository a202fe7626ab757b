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
