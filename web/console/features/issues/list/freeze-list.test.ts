import { expect, test } from 'vitest'
import { freezeRows } from './freeze-list.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id }))
const freeze = (shown: string, fresh: string, changed = '', where: 'here' | 'elsewhere' = 'here') => {
  const { rows: frozen, waiting } = freezeRows(
    rows(shown),
    rows(fresh),
    new Map(changed.split('').map((id) => [id, where])),
  )
  return `${frozen.map(({ id }) => id).join('')} ${waiting}`
}

test('new rows wait, and rows that they push off the page stay', () => {
  expect(freeze('abc', 'xab')).toBe('abc 1')
  expect(freeze('abc', 'xayb')).toBe('abc 2')
  expect(freeze('abc', 'xyz')).toBe('abc 3')
})

test('a new order does not move rows', () => {
  expect(freeze('abc', 'cab')).toBe('abc 0')
})

test('the next page is appended', () => {
  expect(freeze('abc', 'abcde')).toBe('abcde 0')
  expect(freeze('abc', 'xabcde')).toBe('abcde 1')
})

test('only a changed row is removed, and it returns to its position', () => {
  expect(freeze('abc', 'ac', 'b')).toBe('ac 0')
  expect(freeze('abc', 'ac')).toBe('abc 0')
  expect(freeze('abc', 'abc', 'b')).toBe('abc 0')
})

test('after undo a row returns if it was changed here, and waits if it was changed elsewhere', () => {
  expect(freeze('abd', 'abcd', 'c')).toBe('abcd 0')
  expect(freeze('abd', 'xcabd', 'c')).toBe('cabd 1')
  expect(freeze('abd', 'abcd', 'c', 'elsewhere')).toBe('abd 1')
})

test('a row shows its current values', () => {
  const frozen = freezeRows([{ id: 'a', count: 1 }], [{ id: 'a', count: 2 }], new Map())
  expect(frozen.rows).toEqual([{ id: 'a', count: 2 }])
})
