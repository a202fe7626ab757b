import { expect, test } from 'vitest'
import { plainText } from './untrusted-text.tsx'

test.for([
  ['Rtl\u202EError', 'Rtl[RLO]Error'],
  ['  TypeError ', 'TypeError'],
  [' \n ', 'Error'],
  ['a\u200Bb\u0007', 'a[ZWSP]b[U+0007]'],
  ['👩\u200D💻', '👩\u200D💻'],
] as const)('%j is shown as %s', ([text, shown]) => {
  expect(plainText(text, 'Error')).toBe(shown)
})
