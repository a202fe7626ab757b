import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { mentionedNames, noteParts } from './mentions.ts'

const NAMES = ['Ada', 'Ada Lovelace', 'Jürgen', 'a.b (x)', 'Eve-Marie']

test.each([
  ['@Ada please look', ['Ada']],
  ['@ada lovelace, @ADA: look', ['Ada Lovelace', 'Ada']],
  ['(@Ada Lovelace) and @Ada Lovelace’s page', ['Ada Lovelace']],
  ['for @jürgen and @a.b (x)!', ['Jürgen', 'a.b (x)']],
  ['@Eve-Marie', ['Eve-Marie']],
  ['@Adam, @Ada_1, @Ada-Maria, @Ada2', []],
  ['bob@ada.example, x@Ada, https://h.example/@Ada, @@Ada, a.@Ada', []],
  ['Ada without a sign, @ Ada, @nobody', []],
  ['line\n@Ada\nline', ['Ada']],
])('%j mentions %j', (note, names) => {
  expect(mentionedNames(note, NAMES)).toEqual(names)
})

test('the parts of a note are the note, and a mention has the name of a person', () => {
  const text = fc.array(fc.constantFrom('@', 'Ada', ' ', 'Lovelace', '-', '(', 'ſ', '\n', 'x')).map(join)
  const names = fc.array(fc.oneof(fc.constantFrom(...NAMES), fc.string({ minLength: 1 })))
  fc.assert(
    fc.property(text, names, (note, list) => {
      const parts = noteParts(note, list)
      expect(parts.map((part) => part.text).join('')).toBe(note)
      for (const { text: part, name } of parts)
        if (name !== null) expect([list.includes(name), part[0]]).toEqual([true, '@'])
    }),
  )
})

function join(words: string[]): string {
  return words.join('')
}
