// Whether the application has mounted. While it has not, an uncaught error may mean that it never will.

/** Frameworks mount in a task of their own, after the script that asked for it has ended. */
const graceMs = 500

type MountCheck = {
  /** Calls back at once if the application has mounted; else after 500 ms, with the root if still empty. */
  check(this: void, callback: (emptyRoot: Element | undefined) => void): void
  /** Ends all waiting checks: the page is going away. */
  finish(this: void): void
}

export function createMountCheck(selector = '#root,#app'): MountCheck {
  const waiting = new Set<() => void>()
  const emptyRoot = () => {
    const root = document.querySelector(selector)
    return root?.childElementCount === 0 ? root : undefined
  }
  return {
    check(callback) {
      if (!emptyRoot()) return callback(undefined)
      const decide = () => {
        if (waiting.delete(decide)) callback(emptyRoot())
      }
      waiting.add(decide)
      setTimeout(decide, graceMs)
    },
    finish: () => waiting.forEach((decide) => decide()),
  }
}
