// Whether the application has put anything on the page yet. While it has not, an uncaught error may mean that it never will.

/** Frameworks mount in a task of their own, after the script that asked for it has ended. */
const graceMs = 500

export type Mount = {
  /** Decides, at once where something is mounted, else a moment later; `then` is given the element that stayed empty, if it did. */
  check(then: (empty: Element | undefined) => void): void
  /** Decides now: the page is going away, and what is known is all that will be known. */
  settle(): void
}

export function createMount(selector = '#root,#app'): Mount {
  const waiting = new Set<() => void>()
  const emptyRoot = () => {
    const root = document.querySelector(selector)
    return root?.childElementCount === 0 ? root : undefined
  }
  return {
    check(then) {
      if (!emptyRoot()) return then(undefined)
      const decide = () => {
        if (waiting.delete(decide)) then(emptyRoot())
      }
      waiting.add(decide)
      setTimeout(decide, graceMs)
    },
    settle: () => waiting.forEach((decide) => decide()),
  }
}
