import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { makeFolder } from '../../testing/store.ts'
import type { Engine } from './engine.ts'
import { openEngine } from './open.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine(readConfig({ DATA_DIR: makeFolder() }))
})
afterAll(() => engine.close())

const TEXTS = [
  '',
  `'`,
  `''`,
  '\\',
  `\\'`,
  `\\\\'; DROP TABLE x; --`,
  '\t\n\r\0\b\f',
  '\\N',
  '\\x41\\n',
  '{x:String}',
  'é 漢 😀',
  `['a','b']`,
  'NULL',
  'x'.repeat(5_000),
]

test.each(TEXTS)('%j is passed unchanged, alone and in a list', async (text) => {
  const rows = await engine.query(
    'SELECT {text:String} AS text, {list:Array(String)} AS list, length({list:Array(String)}) AS length',
    {
      text,
      list: [text, 'b', text],
    },
  )
  expect(rows).toEqual([{ text, list: [text, 'b', text], length: 3 }])
})

test('numbers and empty lists are passed, and concurrent queries do not share parameters', async () => {
  const parameters = { big: '9223372036854775807', small: 7, none: [] }
  expect(
    await engine.query(
      'SELECT toString({big:Int64}) AS big, {small:UInt8} AS small, {none:Array(String)} AS none',
      parameters,
    ),
  ).toEqual([{ big: '9223372036854775807', small: 7, none: [] }])
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => engine.query<{ at: number }>('SELECT {at:UInt8} AS at', { at })),
  )
  expect(answers.map(([row]) => row?.at)).toEqual(Array.from({ length: 30 }, (_, at) => at))
})

test('a light query does not wait for a heavy one', async () => {
  const order: string[] = []
  const heavy = engine
    .query('SELECT max(sipHash64(number + {n:UInt64})) FROM numbers(50000000)', { n: 1 })
    .then(() => order.push('heavy'))
  await engine.query('SELECT {n:UInt64}', { n: 1 }).then(() => order.push('light'))
  await heavy
  expect(order).toEqual(['light', 'heavy'])
})

test('groups that take more memory than a query has go to the disk', async () => {
  const groups =
    'SELECT number % 3000000 AS id, groupArray(toString(number)) FROM numbers_mt(6000000) GROUP BY id'
  expect(await engine.query(`SELECT count() AS groups FROM (${groups})`)).toEqual([{ groups: 3_000_000 }])
})

test('an abandoned query is cancelled, and its reader runs the next one', async () => {
  const leave = new AbortController()
  // It would take days.
  const sleep =
    'SELECT sum(sleepEachRow(0.1)) FROM numbers(1000000) SETTINGS max_block_size = 1, max_execution_time = 0'
  const queries = Array.from({ length: 2 }, () => engine.query(sleep, {}, leave.signal))
  const outcomes = Promise.allSettled(queries)
  await pause(300)
  leave.abort(new Error('the client left'))
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the client left' } })
  expect(await engine.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})
