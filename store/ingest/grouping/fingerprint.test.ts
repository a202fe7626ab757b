import { describe, expect, test } from 'vitest'
import { fingerprint, type Exception } from './fingerprint.ts'

const PAGE = 'https://orders.example/basket'
const BASE: Exception = {
  service: 'orders-web',
  type: 'Error',
  message: '',
  stacktrace: '',
  url: PAGE,
  route: '',
  override: '',
  sourceLine: '',
}

function id(exception: Partial<Exception>): string {
  return fingerprint({ ...BASE, ...exception }).id
}

const v8 = (...frames: [string, string][]) =>
  [
    'Error',
    ...frames.map(([name, position]) => `    at ${name} (https://orders.example/${position}:1:200)`),
  ].join('\n')
const gecko = (...frames: [string, string][]) =>
  frames.map(([name, position]) => `${name}@https://orders.example/${position}:1:210`).join('\n')

describe('one issue', () => {
  const cases: [string, Partial<Exception>, Partial<Exception>][] = [
    [
      'a nullish read in three engines',
      {
        type: 'TypeError',
        message: `Cannot read properties of null (reading 'lines')`,
        stacktrace: v8(['sumLines', 'js/basket-Dk3fA9x_.js']),
      },
      {
        type: 'TypeError',
        message: `null is not an object (evaluating 'e.order.lines')`,
        stacktrace: gecko(['sumLines', 'js/basket-Qm81xT0a.js'], ['draw', 'js/basket-Qm81xT0a.js']),
      },
    ],
    [
      'a deploy that changes hashes, lines and bundler suffixes',
      {
        message: 'No lines',
        stacktrace: v8(['sumLines$1', 'js/basket-Dk3fA9x_.js'], ['showBasket', 'js/basket-Dk3fA9x_.js']),
      },
      {
        message: 'No lines',
        stacktrace: v8(['sumLines', 'js/basket-77aBc01Z.js'], ['showBasket', 'js/basket-77aBc01Z.js']),
      },
    ],
    [
      'values in a text',
      { message: 'Order 81 of ann@example.org at 10.1.2.3 failed' },
      { message: 'Order 7 of bob@example.net at 10.9.9.1 failed' },
    ],
    [
      'an uncaught prefix',
      { type: 'ReferenceError', message: 'Uncaught ReferenceError: shop is not defined' },
      { type: 'ReferenceError', message: `Can't find variable: shop` },
    ],
    [
      'a lost connection wherever it struck',
      { type: 'TypeError', message: 'Failed to fetch', stacktrace: v8(['load', 'a.js']) },
      { type: 'TypeError', message: 'Load failed' },
    ],
    [
      'a chunk of an older deploy',
      { message: 'Failed to fetch dynamically imported module: https://orders.example/a-1.js' },
      { type: 'ChunkLoadError', message: 'Loading chunk 7 failed.' },
    ],
    [
      'an endless recursion that ends elsewhere',
      {
        type: 'RangeError',
        message: 'Maximum call stack size exceeded',
        stacktrace: v8(['walk', 'a.js'], ['visit', 'a.js'], ['walk', 'a.js'], ['visit', 'a.js']),
      },
      {
        type: 'InternalError',
        message: 'too much recursion',
        stacktrace: gecko(['visit', 'a.js'], ['walk', 'a.js'], ['visit', 'a.js'], ['walk', 'a.js']),
      },
    ],
    [
      'async callers that only one engine prints',
      {
        message: 'refused',
        stacktrace: `Error: refused\n    at post (https://orders.example/a.js:1:2)\n    at async pay (https://orders.example/a.js:1:9)`,
      },
      {
        message: 'refused',
        stacktrace: 'post@https://orders.example/a.js:1:4\nasync*pay@https://orders.example/a.js:1:9',
      },
    ],
    [
      'a mapped line that throws a text, without callers that end in a call',
      {
        message: 'no such currency: USD',
        sourceLine: 'if (!rate) throw new Error(`no such currency: ${currency}`)',
        stacktrace: v8(
          ['Basket.pay', 'src/basket.ts'],
          ['submit', 'src/form.ts'],
          ['onClick', 'src/form.ts'],
        ),
      },
      {
        message: 'no such currency: CHF',
        sourceLine: 'if (!rate) throw new Error(`no such currency: ${currency}`)',
        stacktrace: gecko(['Basket.pay', 'src/basket.ts'], ['onClick', 'src/form.ts']),
      },
    ],
    [
      'the cause behind it is not its own position',
      {
        message: 'x',
        stacktrace: `${v8(['outer', 'a.js'])}\nCaused by: Error\n    at inner (https://orders.example/b.js:1:1)`,
      },
      { message: 'x', stacktrace: v8(['outer', 'a.js']) },
    ],
  ]
  test.each(cases)('%s', (_, a, b) => expect(id(a)).toBe(id(b)))
})

describe('two issues', () => {
  const cases: [string, Partial<Exception>, Partial<Exception>][] = [
    ['another service', {}, { service: 'orders-api' }],
    ...[
      ['a check of two callers', 'ensureStock', "throw new Error('out of stock')"],
      ['a request of two callers', 'fetchJson', "throw new Error('the server has failed')"],
      ['a thrown text of two callers', 'report', 'throw new Error(message)'],
      ['a composed text of two callers', 'report', 'throw new Error(`${path}: ${status}`)'],
    ].map(([title = '', name = '', sourceLine = '']): [string, Partial<Exception>, Partial<Exception>] => [
      title,
      { sourceLine, message: 'a', stacktrace: v8([name, 'a.ts'], ['pay', 'a.ts'], ['submit', 'a.ts']) },
      { sourceLine, message: 'b', stacktrace: v8([name, 'a.ts'], ['list', 'a.ts'], ['open', 'a.ts']) },
    ]),
    [
      'another line that throws a text',
      { sourceLine: "throw new Error('no price')", stacktrace: v8(['pay', 'a.ts']) },
      { sourceLine: "throw new Error('no rate')", stacktrace: v8(['pay', 'a.ts']) },
    ],
    [
      'another property',
      { type: 'TypeError', message: `Cannot read properties of null (reading 'lines')` },
      { type: 'TypeError', message: `Cannot read properties of null (reading 'total')` },
    ],
    [
      'another function',
      { stacktrace: v8(['sumLines', 'a.js'], ['show', 'a.js']) },
      { stacktrace: v8(['addTax', 'a.js'], ['show', 'a.js']) },
    ],
    [
      'another file with the same names',
      { message: 'x', stacktrace: v8(['onSubmit', 'Login-Dk3fA9x_.js']) },
      { message: 'x', stacktrace: v8(['onSubmit', 'Address-Dk3fA9x_.js']) },
    ],
    [
      'a check helper with another text',
      { message: 'no price', stacktrace: v8(['assertThat', 'a.js'], ['show', 'a.js']) },
      { message: 'no stock', stacktrace: v8(['assertThat', 'a.js'], ['show', 'a.js']) },
    ],
    [
      `somebody else's script`,
      { message: 'x', stacktrace: v8(['track', 'a.js']) },
      { message: 'x', stacktrace: '    at track (https://ads.example/a.js:1:1)' },
    ],
    [
      'an extension',
      { message: 'x', stacktrace: v8(['t', 'a.js']) },
      { message: 'x', stacktrace: 'Error: x\n    at t (chrome-extension://abcdef/c.js:1:2)' },
    ],
  ]
  test.each(cases)('%s', (_, a, b) => expect(id(a)).not.toBe(id(b)))
})

test('a fingerprint from the client wins, unchanged if it is a valid id', () => {
  expect(fingerprint({ ...BASE, override: '0123456789abcdef' })).toEqual({
    id: '0123456789abcdef',
    reason: 'given',
  })
  expect(id({ override: 'checkout', message: 'one' })).toBe(
    id({ override: 'checkout', message: 'other', type: 'RangeError' }),
  )
})

test('hostile stacks end quickly', () => {
  const long = `at ${'('.repeat(50_000)}`
  const started = performance.now()
  for (const stacktrace of [
    long,
    `${'@'.repeat(90_000)}:1:1`,
    'a@'.repeat(40_000),
    'at x (y:1:1)\n'.repeat(50_000),
  ])
    expect(id({ stacktrace, message: '"'.repeat(60_000) })).toMatch(/^[\da-f]{16}$/)
  expect(performance.now() - started).toBeLessThan(1_000)
})
