// Texts of maps are untrusted: control characters are removed, and long texts cut.

/** Control characters, and those that change the direction of the text around them. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** No name that a person reads is longer. */
const MAX_NAME = 200

export function withoutControl(text: string): string {
  return text.replace(CONTROL, '')
}

/** Each one is a blank, so that columns stay the same. */
export function blankControl(line: string): string {
  return line.replace(CONTROL, (character) => (character === '\t' ? character : ' '))
}

export function cleanName(name: string): string {
  return withoutControl(name.slice(0, MAX_NAME))
}
