/**
 * Runs `action`; undefined when it throws. Everything that a page calls, or that listens to a page, runs
 * through this: a monitor must not cause errors.
 */
// oxlint-disable-next-line typescript/consistent-return -- without `return undefined` the entry is smaller
export function guard<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {}
}
