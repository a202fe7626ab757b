import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test.each(['a', 'ü', '€', '💳', 'a💳ü'])(
  'a text of %s is cut between characters, at most so many bytes',
  (part) => {
    const text = part.repeat(50)
    for (let bytes = 0; bytes <= 220; bytes++) {
      const short = cut(text, bytes)
      expect(Buffer.byteLength(short)).toBeLessThanOrEqual(bytes)
      expect(text.startsWith(short)).toBe(true)
      expect(short.isWellFormed()).toBe(true)
      if (short !== text) expect(Buffer.byteLength(short)).toBeGreaterThan(bytes - 4)
    }
  },
)
