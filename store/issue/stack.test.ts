import { expect, test } from 'vitest'
import { culprit } from './culprit.ts'
import { fileKey } from './file-key.ts'
import { functionKey } from './function-key.ts'
import { parseStack } from './stack.ts'

test.each([
  [
    '    at sum (https://a.example/x.js:3:14)',
    { function: 'sum', file: 'https://a.example/x.js', line: 3, column: 14, async: false },
  ],
  [
    '    at async Basket.load (/app/x.ts:3:14)',
    { function: 'Basket.load', file: '/app/x.ts', line: 3, column: 14, async: true },
  ],
  [
    '    at https://a.example/x.js:3:14',
    { function: '', file: 'https://a.example/x.js', line: 3, column: 14, async: false },
  ],
  ['    at new Basket (x.js:3:14)', { function: 'Basket', file: 'x.js', line: 3, column: 14, async: false }],
  [
    '    at page (https://a.example/app/(shop)/[id]/page.js:1:2)',
    { function: 'page', file: 'https://a.example/app/(shop)/[id]/page.js', line: 1, column: 2, async: false },
  ],
  [
    '    at Array.map (<anonymous>)',
    { function: 'Array.map', file: '<anonymous>', line: null, column: null, async: false },
  ],
  [
    'sum@https://a.example/x.js:3:14',
    { function: 'sum', file: 'https://a.example/x.js', line: 3, column: 14, async: false },
  ],
  [
    'async*load@https://cdn.example/npm/lib@2/x.js:3:14',
    { function: 'load', file: 'https://cdn.example/npm/lib@2/x.js', line: 3, column: 14, async: true },
  ],
  ['map@[native code]', { function: 'map', file: '[native code]', line: null, column: null, async: false }],
])('%s', (line, frame) => expect(parseStack(line)).toEqual([frame]))

test('what is no frame is none', () => {
  expect(parseStack('Error: wrote to ann@example.org\nline 4:5 is bad\n\n  and so on')).toEqual([])
})

test.each([
  ['https://a.example/assets/CheckoutForm-vRGJCjZY.js', 'CheckoutForm'],
  ['https://a.example/static/js/453.8f3a2b1c.chunk.js?v=2', ''],
  ['https://a.example/assets/checkout-settings.js', 'checkout-settings'],
  ['file:///C:/Program/resources/app.asar/dist/main.js', 'main'],
  ['https://a.example/orders/17', ''],
])('the file %s is %j', (file, key) => expect(fileKey(file)).toBe(key))

test.each([
  ['Object.total [as sum]', 'total'],
  ['loadAll/<', ''],
  ['total$1', 'total'],
  ['HTMLFormElement.<anonymous>', ''],
  ['e', ''],
  ['cIe', ''],
  ['run', 'run'],
])('the function %s is %j', (name, key) => expect(functionKey(name)).toBe(key))

test('the culprit is the first frame of our own', () => {
  const stack = `Error\n    at run (node_modules/lib/run.js:1:1)\n    at sum (https://a.example/basket-Dk3fA9x_.js:1:2)`
  expect(culprit(stack, 'https://a.example/')).toBe('basket.js · sum')
  expect(culprit('', '')).toBe('')
})
