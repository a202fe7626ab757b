/** `guard` for chunks: with a script tag, importing a module of the entry would run the entry twice. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
