// Quotes in texts, also escaped (`\"`, several times), as entities of HTML or encoded for a URL.

/** A quote, as a source of a regular expression. */
export const QUOTE = [
  String.raw`(?:\\{0,31}["'${'`'}]`,
  '|&(?:quot|apos|#34|#39|#x22|#x27);',
  String.raw`|%(?:25){0,3}2[27]|\\{1,8}u002[27])`,
].join('')

const QUOTE_AT = new RegExp(QUOTE, 'iy')
const [CARRIAGE_RETURN, LINE_FEED, BACKSLASH] = [0x0d, 0x0a, 0x5c]
const QUOTES = `"'\``

/** The quote at the position, or ''. */
export function quoteAt(text: string, at: number): string {
  QUOTE_AT.lastIndex = at
  return QUOTE_AT.exec(text)?.[0] ?? ''
}

/** Where the content ends that starts behind a quote: at the same quote, or at the end of the line. */
export function quotedEnd(text: string, start: number, quote: string): number {
  const isCharacter = QUOTES.includes(quote.at(-1)!)
  const first = (isCharacter ? quote.at(-1)! : quote).charCodeAt(0)
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === CARRIAGE_RETURN || code === LINE_FEED) return at
    if (code !== first) continue
    if (!isCharacter && text.startsWith(quote, at)) return at
    if (!isCharacter) continue
    const [level, escapes] = [quote.length - 1, Math.min(backslashesBefore(text, at), at - start)]
    // A quote that is escaped as the first one ends the content; so does one that is escaped less.
    if (escapes < level || escapes % (2 * (level + 1)) === level) return at - Math.min(level, escapes)
  }
  return text.length
}

export function backslashesBefore(text: string, index: number): number {
  let count = 0
  while (text.charCodeAt(index - count - 1) === BACKSLASH) count++
  return count
}

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && QUOTES.includes(character)
}
