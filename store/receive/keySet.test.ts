import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeySet } from './keySet.ts'

const KEYS = 200_000

test(`it knows the ${KEYS} keys that it was given, each once, and none of as many others`, () => {
  const keys = createKeySet(KEYS)
  const given = new Set(Array.from({ length: KEYS }, (_, index) => keyOf(`given ${index}`)))
  for (const key of [...given, ...given]) keys.add(key)
  expect(keys.size).toBe(KEYS)
  for (const key of given) if (!keys.has(key)) expect.unreachable(`${key} is missing`)
  for (let index = 0; index < KEYS; index++)
    if (keys.has(keyOf(`other ${index}`))) expect.unreachable(`other ${index} was never given`)
})

test('keys that differ in one digit alone are different', () => {
  const keys = createKeySet(10)
  const key = keyOf('one')
  keys.add(key)
  for (let at = 0; at < key.length; at++) {
    const other = `${key.slice(0, at)}${key[at] === '0' ? '1' : '0'}${key.slice(at + 1)}`
    expect(keys.has(other), other).toBe(false)
  }
})

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
