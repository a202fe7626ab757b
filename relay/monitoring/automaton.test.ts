import { expect, test } from 'vitest'
import { Automaton, literally } from './automaton.ts'
import { randomFrom } from './plain.scene.ts'

const TEXTS = 20_000
const SEED = 20_261_121

const joint = { characters: '-_', optional: true }
const beginsWord = { characters: ' ,', optional: false }
const digit = { characters: '0123456789', optional: false }
const automaton = new Automaton([
  [...literally('Api'), joint, ...literally('key')],
  literally('kk'),
  literally('apia'),
  [beginsWord, digit, { ...digit, optional: true }, ...literally('a')],
])
const same = /api[-_]?key|kk|apia|(?:^|[ ,])\d\d?a/i

test.each(['apikey', 'an API-KEY', 'api_key', 'akk', 'akkk', 'aapia', '1a', ',22A'])(
  '%s is found',
  (text) => {
    expect([automaton.inText(text), inBytes(text)]).toEqual([true, true])
  },
)

test.each(['', 'api--key', 'api key', 'k', 'apikapi', 'b1a', ' 123a'])('%s is let pass', (text) => {
  expect([automaton.inText(text), inBytes(text)]).toEqual([false, false])
})

test('what is no ASCII is always to be looked at', () => {
  expect(['é', 'x é', '\u212aey'].every((text) => automaton.inText(text) && inBytes(text))).toBe(true)
})

test('only the bytes between start and end count', () => {
  expect(automaton.inBytes(Buffer.from('apikey'), 0, 5)).toBe(false)
  expect(automaton.inBytes(Buffer.from('xkkx'), 1, 3)).toBe(true)
})

test(`it finds what a regular expression finds (${TEXTS} texts, seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  let found = 0
  for (let index = 0; index < TEXTS; index++) {
    const text = Array.from({ length: random(12) }, () => 'apikeyAPIKEY-_ ,12'[random(18)]).join('')
    const isThere = same.test(text)
    expect([automaton.inText(text), inBytes(text)], text).toEqual([isThere, isThere])
    found += Number(isThere)
  }
  expect(found).toBeGreaterThan(TEXTS / 100)
})

function inBytes(text: string): boolean {
  const bytes = Buffer.from(text)
  return automaton.inBytes(bytes, 0, bytes.length)
}
