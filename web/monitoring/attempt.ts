/** What `guard` is to the entry, for the part that comes later and cannot share it. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
