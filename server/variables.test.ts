import { expect, test } from 'vitest'
import { createVariables } from './variables.ts'

const range = { fallback: 7, min: 1024, max: 4 * 1024 ** 4 }
const sizeOf = (text: string) => createVariables({ SIZE: text }).size('SIZE', range)

test.each([
  ['2048', 2048],
  ['2048 B', 2048],
  ['512 KiB', 524_288],
  ['1MiB', 1_048_576],
  ['2G', 2_147_483_648],
  ['2gb', 2_147_483_648],
  ['1t', 1_099_511_627_776],
  ['', 7],
])('a size of "%s"', (text, bytes) => {
  expect(sizeOf(text)).toBe(bytes)
})

test.each(['1 EB', '-1', '1.5G', 'G', '1023', '5T', 'many'])('a size of "%s" is refused', (text) => {
  expect(() => sizeOf(text)).toThrow(
    `SIZE is "${text}", but must be ` +
      'a number of bytes such as 1048576, 512 KiB or 2G, from 1 KiB to 4 TiB.',
  )
})

test.each(['80a', '-1', '70000', '1e3', '0x10'])('the number "%s" is refused', (text) => {
  const read = () => createVariables({ PORT: text }).integer('PORT', { fallback: 80, min: 0, max: 65_535 })
  expect(read).toThrow(`PORT is "${text}", but must be a whole number from 0 to 65535.`)
})

test('a flag, a choice and a URL are refused with what is allowed', () => {
  const variables = createVariables({ OPEN: 'yes', LEVEL: 'loud', TARGET: 'store:4319' })
  expect(() => variables.flag('OPEN')).toThrow('OPEN is "yes", but must be true, false.')
  expect(() => variables.choice('LEVEL', ['low', 'high'], 'low')).toThrow(
    'LEVEL is "loud", but must be low, high.',
  )
  expect(() => variables.url('TARGET', 'http://a')).toThrow(
    'TARGET is "store:4319", but must be an http or https URL.',
  )
})

test('an origin has no path, and no error has the credentials of a URL', () => {
  const variables = createVariables({ A: 'https://a.example/', B: 'https://b.example/b', C: 'ftp://c:d@e' })
  expect(variables.origin('A', 'http://a')).toBe('https://a.example')
  expect(() => variables.origin('B', 'http://a')).toThrow('B is "https://b.example/b", but must be ')
  expect(() => variables.url('C', 'http://a')).toThrow('C is "ftp://…@e", but must be ')
})

test('blanks do not count, and an empty variable counts as not set', () => {
  const variables = createVariables({
    A: ' 5 ',
    LIST: 'one, two ,,',
    URL: 'http://store:4319//',
    EMPTY: '  ',
  })
  expect(variables.integer('A', { fallback: 1, min: 0, max: 9 })).toBe(5)
  expect(variables.list('LIST')).toEqual(['one', 'two'])
  expect(variables.url('URL', 'http://a')).toBe('http://store:4319')
  expect(variables.text('EMPTY')).toBeUndefined()
  expect(variables.list('EMPTY')).toEqual([])
})
