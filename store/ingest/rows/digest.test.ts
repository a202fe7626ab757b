import { expect, test } from 'vitest'
import { readDigest } from '../../../contract/digest.ts'
import { deriveDigest } from './digest.ts'

test.each([
  ['7k3q9xf0', '7K3Q9XF0'],
  ['7K3Q-9XFO', '7K3Q9XF0'],
  [' iL3q 9xf0 ', '113Q9XF0'],
])('%j is read as %s', (text, digest) => expect(readDigest(text)).toBe(digest))

test.each(['', '7K3Q9XF', '7K3Q9XF00', 'UUUUUUUU', '<script>'])('%j is not a digest', (text) =>
  expect(readDigest(text)).toBeNull(),
)

test('a derived digest is valid, and the same for the same place in the same body', () => {
  const digest = deriveDigest('ab'.repeat(16), 3)
  expect(deriveDigest('ab'.repeat(16), 3)).toBe(digest)
  expect(deriveDigest('ab'.repeat(16), 4)).not.toBe(digest)
  expect(readDigest(digest)).toBe(digest)
})
