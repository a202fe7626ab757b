// Results of texts that many requests repeat: user agents, stacks.

/** Characters of all texts: some ten thousand stacks. */
const MAX_CHARACTERS = 16_000_000

export type TextCache<Result> = {
  /** `read`: where the text is not in the cache. */
  get(text: string, read: () => Result): Result
}

/** Cleared when it is full: what is frequent is in it again at once. */
export function createTextCache<Result>(maxTexts: number): TextCache<Result> {
  const results = new Map<string, Result>()
  let characters = 0
  return {
    get(text, read) {
      const cached = results.get(text)
      if (cached !== undefined) return cached
      const result = read()
      characters += text.length
      if (results.size >= maxTexts || characters > MAX_CHARACTERS) {
        results.clear()
        characters = text.length
      }
      results.set(text, result)
      return result
    },
  }
}
