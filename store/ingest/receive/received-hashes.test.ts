import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/store.ts'
import { openReceivedHashes } from './received-hashes.ts'

/** More than one generation, in groups of the size that a busy store has. */
const KEYS = 620_000
const GROUP = 20_000

/** What must be recognised at any time. */
const NEWEST = 500_000

/** Every seventh key is looked up. */
const STEP = 7

/** Thirty-two hex digits; different for different numbers. */
function keyOf(index: number): string {
  const parts = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f].map(
    (factor) => Math.imul(index + 1, factor) >>> 0,
  )
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('')
}

test('the newest half million hashes are recognised, also after a restart, and no others', () => {
  const folder = makeFolder()
  const first = openReceivedHashes(folder)
  for (let start = 0; start < KEYS; start += GROUP) {
    const keys = Array.from({ length: GROUP }, (_, index) => keyOf(start + index))
    first.add(keys)
    first.write(keys)
  }
  const restarted = openReceivedHashes(folder)
  for (const received of [first, restarted]) {
    for (let index = KEYS - NEWEST; index < KEYS; index += STEP)
      if (!received.has(keyOf(index))) expect.unreachable(`${index} is not recognised`)
    for (let index = KEYS; index < 2 * KEYS; index += STEP)
      if (received.has(keyOf(index))) expect.unreachable(`${index} was never added`)
  }
  // Hashes that differ in one digit are different.
  const key = keyOf(KEYS - 1)
  for (let position = 0; position < key.length; position++) {
    const digit = key[position] === '0' ? '1' : '0'
    expect(restarted.has(`${key.slice(0, position)}${digit}${key.slice(position + 1)}`)).toBe(false)
  }
})
