// Where the value behind the name of a secret ends.
import { matchEnd } from './match-end.ts'
import { backslashesBefore, isQuote, quotedEnd } from './quoted-text.ts'

/** `quote`: what the replacement is put into, so that JSON stays JSON. */
export type Value = { start: number; end: number; quote: string }

const [CARRIAGE_RETURN, LINE_FEED, BACKSLASH] = [0x0d, 0x0a, 0x5c]
const WORD = /(?:(?!\\{1,31}["'`]|&(?:quot|apos|#)|%(?:25){0,3}26)[^\s"'`&,;})])+/y
/** A further word of a passphrase: not the name of the next value. */
const NEXT_WORD = /(?<![.!?])[ \t]{1,2}(?!["'`]?[\w.[\]-]{1,64}["'`]?\s?[=:])[^\s"'`&,;:=(){}<>\\]{1,64}/y
const LIST = /(?=[\w-]{0,12}\d)[\w-]{4,16}(?:(?:, ?| )(?=[\w-]{0,12}\d)[\w-]{4,16}){1,20}/y
/** Longer phrases are sentences. */
const MAX_WORDS = 24

export function wordEnd(text: string, start: number): number {
  return matchEnd(WORD, text, start) ?? start
}

/** Up to the next mark of punctuation. */
export function phraseEnd(text: string, start: number): number {
  let end = wordEnd(text, start)
  for (let count = 1; count < MAX_WORDS && end > start; count++) {
    const next = matchEnd(NEXT_WORD, text, end)
    if (next === undefined) break
    end = next
  }
  return end
}

/** Up to the last code of a list. */
export function listEnd(text: string, start: number): number {
  return matchEnd(LIST, text, start) ?? wordEnd(text, start)
}

/**
 * The rest of a line, also of an escaped one (`\n`). Ends at a quote that was opened before the value; quoted
 * parts of the value, as in `username="Mufasa"`, belong to it.
 */
export function lineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === CARRIAGE_RETURN || code === LINE_FEED) return at
    if (code === BACKSLASH && /[rn]/.test(text[at + 1] ?? '')) return at - backslashesIn(text, at, start)
    if (!isQuote(text[at])) at++
    else {
      const open = at - backslashesIn(text, at, start)
      if (isInWord(text, open, at)) at++
      else if (!opensPart(text, open, at)) return open
      else {
        const quote = text.slice(open, at + 1)
        const end = quotedEnd(text, at + 1, quote)
        at = text.startsWith(quote, end) ? end + quote.length : end
      }
    }
  }
  return at
}

/** Behind the bracket that closes the one at the start; or the end of the text it is in. */
export function nestedEnd(text: string, start: number): number {
  let depth = 0
  let level = Infinity
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (isQuote(character)) {
      const open = at - backslashesIn(text, at, start)
      if (at - open < level && level !== Infinity) return open
      level = at - open
      const quote = text.slice(open, at + 1)
      at = quotedEnd(text, at + 1, quote) + quote.length - 1
    } else if ('[{('.includes(character)) depth++
    else if (']})'.includes(character) && --depth === 0) return at + 1
  }
  return text.length
}

function backslashesIn(text: string, at: number, start: number): number {
  return Math.min(backslashesBefore(text, at), at - start)
}

function isInWord(text: string, open: number, at: number): boolean {
  return open === at && /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at + 1] ?? '')
}

function opensPart(text: string, open: number, at: number): boolean {
  return /[=[{(:,]/.test(text[open - 1] ?? '') && /[^\s,}\]:;)\\]/.test(text[at + 1] ?? '')
}
