// A search is read as it was written, whatever its values contain.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTerm, keyOf, keysOf, parseTerms } from './query.ts'

/** Characters that mean something in a search, spaces of all kinds, and others. */
const characters = fc.constantFrom(...Array.from('ab1.-:/"\\= \t\n\u00A0é😀'), '//', ':"', '" ', '\\"')
const values = fc.oneof(
  fc.array(characters, { maxLength: 8 }).map((list) => list.join('')),
  fc.string(),
)
const names = fc.constantFrom('route', 'service', 'unknown', 'http.route', 'a_b.c-d')
const terms = fc
  .record({ name: fc.oneof(fc.constant(null), names), value: values, negated: fc.boolean() })
  .filter(({ name, value }) => name !== null || value !== '')

test('terms of any values are read as they were formatted, alone and among others', () => {
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 5 }), (list) => {
      const written = list.map(formatTerm)
      expect(parseTerms(written.join(' '))).toEqual(
        list.map((term, index) => ({ ...term, text: written[index] })),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('any text has terms that stay the same when they are formatted', () => {
  fc.assert(
    fc.property(values, (text) => {
      expect(withoutText(parseTerms(text).map(formatTerm).join(' '))).toEqual(withoutText(text))
    }),
    { numRuns: 1_000 },
  )
})

test('a long text without an end of its quote is read at once', () => {
  expect(parseTerms(`"${'\\'.repeat(100_000)}`)).toHaveLength(1)
})

test.each([
  ['checkout', null, 'checkout'],
  ['"Failed to fetch"', null, 'Failed to fetch'],
  ['-browser:"Chrome 156"', 'browser', 'Chrome 156'],
  ['route:/find?q="x"', 'route', '/find?q="x"'],
  ['route:"/find?q=\\"a b\\""', 'route', '/find?q="a b"'],
  ['route:""', 'route', ''],
  ['url:https://shop.example/cart', 'url', 'https://shop.example/cart'],
  ['http.route:/cart', 'http.route', '/cart'],
  ['https://shop.example:8080/cart', null, 'https://shop.example:8080/cart'],
  ['12:30', null, '12:30'],
  ['127.0.0.1:8080', null, '127.0.0.1:8080'],
  ['TypeError:x', null, 'TypeError:x'],
  ['"service:shop"', null, 'service:shop'],
  ['route:', null, 'route:'],
  ['"open', null, '"open'],
  ['C:\\dir', null, 'C:\\dir'],
  ['-', null, '-'],
])('%s', (text, name, value) => {
  expect(parseTerms(text)).toEqual([{ text, name, value, negated: text.startsWith('-b') }])
})

test('a phrase without text is no term', () => {
  expect(parseTerms('"" - ""')).toEqual([{ text: '-', name: null, value: '-', negated: false }])
})

test('keys have other names, and each list has its own keys', () => {
  expect(['env', 'is', 'name', 'route', 'customer', 'constructor'].map(keyOf)).toEqual([
    'environment',
    'status',
    'operation',
    'route',
    null,
    null,
  ])
  expect(keysOf('operations')).toEqual(['service', 'release', 'environment'])
  expect(keysOf('traces').slice(-3)).toEqual(['trace', 'operation', 'status'])
})

function withoutText(q: string) {
  return parseTerms(q).map(({ name, value, negated }) => ({ name, value, negated }))
}
