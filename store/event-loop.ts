// Divides the main thread between requests: work that takes milliseconds begins in a turn of its own, so that
// connections, senders and `/health` are served between two of them.
import { setImmediate } from 'node:timers/promises'

let lastTurn: Promise<void> = Promise.resolve()

/** Resolves in a later turn of the event loop, each caller in another one, in the order of the calls. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
