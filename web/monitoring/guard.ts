/** Runs `work`; whatever it throws ends here. Everything that a page can call or that listens to a page goes through this: a monitor must not be a cause of errors. */
export function guard<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
