// Whether the application has mounted: until then an uncaught error may mean that it never will. The decision
// waits a moment, and is made at once when the page goes away.

/** Decisions that wait. */
type Delays = {
  after(ms: number, action: () => void): void
  /** Runs everything that waits. */
  finish(this: void): void
}

/** Frameworks mount in a task of their own, after the script that asked for it has ended. */
const graceMs = 500

/** Calls back with the element to mount in, if it is empty, else with undefined. */
type MountCheck = (callback: (emptyRoot: Element | undefined) => void, wait: boolean) => void

/**
 * Calls back at once if the application has mounted, else after 500 ms. `wait`: in any case after 500 ms, as
 * the error may empty the element.
 */
export function createMountCheck(delays: Delays, selector = '#root,#app'): MountCheck {
  const emptyRoot = () => {
    const root = document.querySelector(selector)
    return root?.childElementCount === 0 ? root : undefined
  }
  return (callback, wait) => {
    if (!wait && !emptyRoot()) callback(undefined)
    else delays.after(graceMs, () => callback(emptyRoot()))
  }
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
