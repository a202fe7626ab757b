// Decisions that wait a moment, and are made at once when the page goes away.

export type Delays = {
  after(ms: number, action: () => void): void
  /** Runs everything that waits. */
  finish(this: void): void
}

export function createDelays(): Delays {
  const waiting = new Set<() => void>()
  return {
    after(ms, action) {
      const once = () => {
        if (waiting.delete(once)) action()
      }
      waiting.add(once)
      setTimeout(once, ms)
    },
    finish: () => waiting.forEach((action) => action()),
  }
}
