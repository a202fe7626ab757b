/**
 * The same as `guard`, for the chunks that load later. They cannot import a module of the entry: beside a
 * script tag the bundler would make them import the entry, which would then run a second time.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
