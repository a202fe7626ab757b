// Mentions in a note: `@` and the name of a person. Console and store find them with the same function.

/** A part of a note. `name`: of a mention, as the person has it; null: text. */
export type NotePart = { text: string; name: string | null }

/** Not in the middle of a word, an address or a mail address. */
const START = String.raw`(?<![\p{L}\p{N}_.@/-])@`
const END = String.raw`(?!-?[\p{L}\p{N}_])`

/** The parts of a note, in their order. Of names that begin alike, the longest one counts; in any case. */
export function noteParts(note: string, names: readonly string[]): NotePart[] {
  if (names.length === 0 || !note.includes('@')) return [{ text: note, name: null }]
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(`${START}(${longestFirst.map(escaped).join('|')})${END}`, 'giu')
  const parts: NotePart[] = []
  let end = 0
  for (const { 0: text, 1: written = '', index } of note.matchAll(pattern)) {
    const name = names.find((each) => each.toLowerCase() === written.toLowerCase())
    if (name === undefined) continue
    parts.push({ text: note.slice(end, index), name: null }, { text, name })
    end = index + text.length
  }
  return [...parts, { text: note.slice(end), name: null }].filter(({ text }) => text !== '')
}

/** The names that a note mentions, each once. */
export function mentionedNames(note: string, names: readonly string[]): string[] {
  return [...new Set(noteParts(note, names).flatMap(({ name }) => name ?? []))]
}

function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
