// Checks whether the application has mounted: until then an uncaught error may mean that it never will. The
// decision is delayed, and made immediately when the page closes.

/** Delayed decisions. */
type Delays = {
  after(ms: number, action: () => void): void
  /** Runs all delayed actions now. */
  finish(this: void): void
}

/** Frameworks mount in a separate task, after the script that called them has ended. */
const graceMs = 500

/** Calls back with the root element if it is empty, otherwise with undefined. */
type MountCheck = (callback: (emptyRoot: Element | undefined) => void, wait: boolean) => void

/**
 * Calls back immediately if the application has mounted, otherwise after 500 ms. `wait`: always after 500 ms,
 * because the error may empty the element.
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
