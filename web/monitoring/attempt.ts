/**
 * `guard` for the later chunks. An import from the entry would make a script-tag page run the entry twice.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
