// Texts of pages, as a mail or a chat can take them: one line, valid Unicode, and no longer than allowed.

/** They control terminals and headers, or change the direction of the text around them. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Bytes of UTF-8. */
export const byteSize = (text: string): number => Buffer.byteLength(text)

/** UTF-16 units: never fewer than code points, whichever of the two a channel counts. */
const unitSize = (text: string): number => text.length

/** One line without control characters. Of a very long text, more than any channel shows. */
export function oneLine(text: string): string {
  return text.slice(0, 10_000).toWellFormed().replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim()
}

type Fit = { escape?: (character: string) => string; size?: (text: string) => number }

/** Escapes, and ends with "…" where the result would be larger than `max`. Cuts between code points. */
export function fit(text: string, max: number, { escape = String, size = unitSize }: Fit = {}): string {
  let total = 0
  let cut = ''
  let result = ''
  for (const character of text) {
    const escaped = escape(character)
    total += size(escaped)
    if (total > max) return `${cut}…`
    result += escaped
    if (total <= max - size('…')) cut = result
  }
  return result
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Of one character or more, for HTML and its attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML[character]!)
}

/** A word, a number, a version of two or three parts, or a time. */
const CORE = String.raw`[\p{L}\p{M}\p{N}]+(?:['’,-][\p{L}\p{M}\p{N}]+)*|\d+(?:\.\d+){1,2}|\d+(?::\d\d){1,2}`

/**
 * With quotes, brackets and punctuation around it; or a sign between words. None is markup, a mention, a list
 * (`1.`), or a name that chats make a link of (`a.example`, `10.0.0.1`).
 */
const PLAIN_WORD = new RegExp(String.raw`^(?!\d+[.)]$)[("'“‘]*(?:${CORE})[)"'”’,;:.!?%…]*$|^[·×–—→…%]$`, 'u')

/** `isPlain`: words that every chat shows as they are. Blanks between runs are left out. */
export type Run = { text: string; isPlain: boolean }

/** Neighbours of the same sort are one run. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const word of text.split(' ')) {
    const isPlain = PLAIN_WORD.test(word)
    const last = runs.at(-1)
    if (last?.isPlain === isPlain) last.text += ` ${word}`
    else runs.push({ text: word, isPlain })
  }
  return runs
}

const ADDRESS = /^[^\s\p{Cc}<>()",;:\\@]+@[^\s\p{Cc}<>()",;:\\@]+$/u
const MAX_ADDRESS = 254

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text) && text.length <= MAX_ADDRESS
}
