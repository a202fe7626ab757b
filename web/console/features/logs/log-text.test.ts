import { expect, test } from 'vitest'
import { logLine, keysOf, formatBody } from './log-text.ts'

test.each([
  ['\u001B[31merror\u001B[0m: no \u001B[1;4mamount\u001B[22m', 'error: no amount'],
  [
    '\u001B]8;;https://shop.example\u0007link\u001B]8;;\u0007 and \u001B]0;title\u001B\\text',
    'link and text',
  ],
  ['\u001B[2K\u001B[1Gdone \u009B32mok', 'done ok'],
  ['[31m is a text, and \u001B alone too', '[31m is a text, and \u001B alone too'],
])('%j has no sequence of a terminal', (text, expected) => {
  expect(formatBody(text)).toBe(expected)
})

test.each([
  ['{"level":"info","cart":[1, 2]}', '{\n  "level": "info",\n  "cart": [\n    1,\n    2\n  ]\n}'],
  ['{"id": 12345678901234567890}', '{"id": 12345678901234567890}'],
  ['{"a":1,"a":1.0}', '{"a":1,"a":1.0}'],
  ['[31] no JSON', '[31] no JSON'],
  ['{"cut": "off', '{"cut": "off'],
])('%j has a line for each value where it stays the same', (text, expected) => {
  expect(formatBody(text)).toBe(expected)
})

test('a row is one line, and a long one is cut', () => {
  expect(logLine('\n  first\n\tsecond  ')).toBe('first second')
  expect(logLine('x'.repeat(60_000))).toBe(`${'x'.repeat(300)}…`)
})

test('equal rows have different keys, which stay when newer rows come', () => {
  const row = { at: '2026-11-27T10:00:00.000Z', service: 'api', spanId: '', body: 'retry' }
  const keys = keysOf([row, row, { ...row, body: 'first' }])
  expect(new Set(keys).size).toBe(3)
  expect(keysOf([row, row, row, { ...row, body: 'first' }]).slice(1)).toEqual(keys)
})
