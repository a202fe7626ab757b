// Whether the application has put anything on the page yet. While it has not, an uncaught error may mean that it never will.

/** Frameworks mount in a task of their own, after the script that asked for it has ended. */
const graceMs = 500

export type Mount = { isEmpty(): boolean; whenStillEmpty(then: (root: Element) => void, otherwise: () => void): void; settle(): void }

export function createMount(selector = '#root, #app'): Mount {
  const pending = new Set<() => void>()
  const root = () => document.querySelector(selector)
  const isEmpty = () => root()?.childElementCount === 0

  return {
    isEmpty,
    whenStillEmpty(then, otherwise) {
      const timer = setTimeout(() => decide(), graceMs)
      const decide = () => {
        clearTimeout(timer)
        pending.delete(decide)
        const element = root()
        if (element && isEmpty()) then(element)
        else otherwise()
      }
      pending.add(decide)
    },
    // The page is going away: what is known now is all that will be known.
    settle: () => pending.forEach((decide) => decide()),
  }
}
