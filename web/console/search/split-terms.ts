// The terms of a search, as they are written. Apart from the rest of a search: the queries of lists need it.

/** A term is text without spaces; quotes keep a phrase together. */
const TERM = /(?:[^\s"]|"[^"]*")+/g

export function splitTerms(text: string): string[] {
  return text.match(TERM) ?? []
}
