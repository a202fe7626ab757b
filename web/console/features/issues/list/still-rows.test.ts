import { expect, test } from 'vitest'
import { keepOrder } from './still-rows.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id }))
const keep = (held: string, fresh: string, decided = '', where: 'here' | 'elsewhere' = 'here') => {
  const { rows: still, waiting } = keepOrder(
    rows(held),
    rows(fresh),
    new Map(decided.split('').map((id) => [id, where])),
  )
  return `${still.map(({ id }) => id).join('')} ${waiting}`
}

test('new rows wait, and what they push off the page stays', () => {
  expect(keep('abc', 'xab')).toBe('abc 1')
  expect(keep('abc', 'xayb')).toBe('abc 2')
  expect(keep('abc', 'xyz')).toBe('abc 3')
})

test('another order changes nothing', () => {
  expect(keep('abc', 'cab')).toBe('abc 0')
})

test('a further page is appended', () => {
  expect(keep('abc', 'abcde')).toBe('abcde 0')
  expect(keep('abc', 'xabcde')).toBe('abcde 1')
})

test('a row goes only where somebody decided about it, and comes back to its place', () => {
  expect(keep('abc', 'ac', 'b')).toBe('ac 0')
  expect(keep('abc', 'ac')).toBe('abc 0')
  expect(keep('abc', 'abc', 'b')).toBe('abc 0')
})

test('a row that is undone here comes back, one that comes back elsewhere waits', () => {
  expect(keep('abd', 'abcd', 'c')).toBe('abcd 0')
  expect(keep('abd', 'xcabd', 'c')).toBe('cabd 1')
  expect(keep('abd', 'abcd', 'c', 'elsewhere')).toBe('abd 1')
})

test('a row is shown as it is at present', () => {
  const still = keepOrder([{ id: 'a', count: 1 }], [{ id: 'a', count: 2 }], new Map())
  expect(still.rows).toEqual([{ id: 'a', count: 2 }])
})
