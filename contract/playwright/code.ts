// Texts of an event as literals and comments. They come from a page: none of them may become code.

/** What a comment shows of a text. */
const MAX_COMMENT = 160

/** Of control characters, of line ends and of what changes the direction of a text. */
// oxlint-disable-next-line no-control-regex -- see above
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A literal: with single quotes, unless the text has some. */
export function quote(text: string): string {
  const json = JSON.stringify(text).replace(CONTROL, unicodeEscape)
  return /['"]/.test(text) ? json : `'${json.slice(1, -1)}'`
}

function unicodeEscape(character: string): string {
  return String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0')
}

/** In one line. */
export function comment(text: string): string {
  const line = text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim()
  return line.length > MAX_COMMENT ? `${line.slice(0, MAX_COMMENT - 1)}…` : line
}
