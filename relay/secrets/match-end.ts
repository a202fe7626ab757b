// Matches a sticky regular expression at one position of a text.

/** Where the match ends; undefined without a match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
