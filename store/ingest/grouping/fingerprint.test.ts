import { expect, test } from 'vitest'
import { BASE, gecko, issueOf, testGrouping, v8, type Pair } from '../../testing/grouping-cases.ts'
import { fingerprint } from './fingerprint.ts'

/** Errors whose place is the same, and whose callers differ. */
const ofCallers = (title: string, name: string, sourceLine: string): Pair => [
  title,
  { sourceLine, message: 'a', stacktrace: v8(`${name} a.ts:1:2`, 'pay a.ts:1:2', 'submit a.ts:1:2') },
  { sourceLine, message: 'b', stacktrace: v8(`${name} a.ts:1:2`, 'list a.ts:1:2', 'open a.ts:1:2') },
]
const CURRENCY = 'if (!rate) throw new Error(`no such currency: ${currency}`)'

testGrouping(
  'exceptions',
  [
    [
      'a nullish read in two engines',
      {
        type: 'TypeError',
        message: `Cannot read properties of null (reading 'lines')`,
        stacktrace: v8('sumLines js/basket-Dk3fA9x_.js:1:2'),
      },
      {
        type: 'TypeError',
        message: `null is not an object (evaluating 'e.order.lines')`,
        stacktrace: gecko('sumLines js/basket-Qm81xT0a.js:1:2', 'draw js/basket-Qm81xT0a.js:1:2'),
      },
    ],
    [
      'the suffix of a bundler',
      { message: 'No lines', stacktrace: v8('sumLines$1 a.js:1:2', 'showBasket a.js:1:2') },
      { message: 'No lines', stacktrace: v8('sumLines a.js:1:2', 'showBasket a.js:1:2') },
    ],
    [
      'an uncaught prefix',
      { type: 'ReferenceError', message: 'Uncaught ReferenceError: shop is not defined' },
      { type: 'ReferenceError', message: `Can't find variable: shop` },
    ],
    [
      'a lost connection, wherever it happened',
      { type: 'TypeError', message: 'Failed to fetch', stacktrace: v8('load a.js:1:2') },
      { type: 'TypeError', message: 'Load failed' },
    ],
    [
      'a chunk of an older deploy',
      { message: 'Failed to fetch dynamically imported module: https://orders.example/a-1.js' },
      { type: 'ChunkLoadError', message: 'Loading chunk 7 failed.' },
    ],
    [
      'a mapped line that throws a text, without callers that end in a call',
      {
        message: 'no such currency: USD',
        sourceLine: CURRENCY,
        stacktrace: v8('Basket.pay src/basket.ts:1:2', 'submit src/form.ts:1:2', 'onClick src/form.ts:1:2'),
      },
      {
        message: 'no such currency: CHF',
        sourceLine: CURRENCY,
        stacktrace: gecko('Basket.pay src/basket.ts:1:2', 'onClick src/form.ts:1:2'),
      },
    ],
    [
      'a cause, which is not the position',
      {
        message: 'x',
        stacktrace: `${v8('outer a.js:1:2')}\nCaused by: Error\n    at inner (https://orders.example/b.js:1:1)`,
      },
      { message: 'x', stacktrace: v8('outer a.js:1:2') },
    ],
  ],
  [
    ofCallers('a check of two callers', 'ensureStock', "throw new Error('out of stock')"),
    ofCallers('a request of two callers', 'fetchJson', "throw new Error('the server has failed')"),
    ofCallers('a thrown text of two callers', 'report', 'throw new Error(message)'),
    ofCallers('a composed text of two callers', 'report', 'throw new Error(`${path}: ${status}`)'),
    [
      'another line that throws a text',
      { sourceLine: "throw new Error('no price')", stacktrace: v8('pay a.ts:1:2') },
      { sourceLine: "throw new Error('no rate')", stacktrace: v8('pay a.ts:1:2') },
    ],
    [
      'another property',
      { type: 'TypeError', message: `Cannot read properties of null (reading 'lines')` },
      { type: 'TypeError', message: `Cannot read properties of null (reading 'total')` },
    ],
  ],
)

test('a fingerprint from the client wins, within its service, also where it is the id of an issue', () => {
  const id = issueOf({ service: 'bank' })
  expect(fingerprint({ ...BASE, override: id })).toMatchObject({ reason: 'given' })
  expect(issueOf({ service: 'other', override: id })).not.toBe(id)
  expect(issueOf({ service: 'bank', override: id })).not.toBe(id)
  expect(issueOf({ override: 'checkout', message: 'one' })).toBe(
    issueOf({ override: 'checkout', message: 'other', type: 'RangeError' }),
  )
})

test('{{ default }} in a fingerprint stands for the issue that it would be without', () => {
  const ordinary = issueOf({})
  for (const override of ['{{ default }}', '{{default}}', '["{{ default }}"]'])
    expect(issueOf({ override })).toBe(ordinary)
  const divided = issueOf({ override: '["{{ default }}","checkout"]' })
  expect(divided).not.toBe(ordinary)
  expect(issueOf({ override: '["{{default}}","checkout"]' })).toBe(divided)
  const other = { override: '["{{ default }}","checkout"]', message: 'Out of stock' }
  expect(issueOf(other)).not.toBe(divided)
  expect(issueOf({ override: '["checkout","cart"]' })).not.toBe(issueOf({ override: '["checkout"]' }))
})

test('hostile stacks end quickly', () => {
  const before = process.cpuUsage()
  for (const stacktrace of [
    `at ${'('.repeat(50_000)}`,
    `${'@'.repeat(90_000)}:1:1`,
    'a@'.repeat(40_000),
    'at x (y:1:1)\n'.repeat(50_000),
  ])
    expect(issueOf({ stacktrace, message: '"'.repeat(60_000) })).toMatch(/^[\da-f]{16}$/)
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(1_000_000)
})
