import { expect, test } from 'vitest'
import { keepAll, rememberLast } from './cache.ts'

/** A table that is asked, and what it was asked for. */
function table(rows: Record<string, number>) {
  const asked: (string[] | null)[] = []
  let held: Promise<void> = Promise.resolve()
  return {
    rows,
    asked,
    /** Answers are made, and then held back until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    ask: async (keys: string[] | null): Promise<Map<string, number>> => {
      asked.push(keys)
      const answer = new Map(Object.entries(rows).filter(([key]) => keys === null || keys.includes(key)))
      await held
      return answer
    },
  }
}

test('all is asked for once, and afterwards what changed, by its keys', async () => {
  const numbers = table({ a: 1, b: 2 })
  const kept = keepAll(numbers.ask)
  expect(await kept.read()).toEqual(new Map(Object.entries({ a: 1, b: 2 })))
  Object.assign(numbers.rows, { b: 3, c: 4 })
  kept.changed(['b', 'c'])
  expect(await kept.read()).toEqual(new Map(Object.entries({ a: 1, b: 3, c: 4 })))
  await kept.read()
  expect(numbers.asked).toEqual([null, ['b', 'c']])
})

test('what changes while it is asked for is asked for again', async () => {
  const numbers = table({ a: 1 })
  const kept = keepAll(numbers.ask)
  await kept.read()
  const release = numbers.hold()
  kept.changed(['a'])
  const before = kept.read()
  await Promise.resolve()
  numbers.rows['a'] = 2
  kept.changed(['a'])
  const after = kept.read()
  release()
  await before
  expect((await after).get('a')).toBe(2)
})

test('what is there no longer is forgotten', async () => {
  const numbers = table({ a: 1, b: 2 })
  const kept = keepAll(numbers.ask)
  await kept.read()
  delete numbers.rows['a']
  kept.changed(['a'])
  expect([...(await kept.read()).keys()]).toEqual(['b'])
})

test('a question that fails is asked again by the next reader', async () => {
  const numbers = table({ a: 1 })
  let fails = false
  const kept = keepAll((keys) =>
    fails ? Promise.reject(new Error('the engine is busy')) : numbers.ask(keys),
  )
  await kept.read()
  numbers.rows['a'] = 2
  kept.changed(['a'])
  fails = true
  await expect(kept.read()).rejects.toThrow('busy')
  fails = false
  expect((await kept.read()).get('a')).toBe(2)
})

test('of those that were asked for last, only what is missing is asked for', async () => {
  const numbers = table({ a: 1, b: 2, c: 3 })
  const remembered = rememberLast(2, numbers.ask)
  await remembered.read(['a', 'b'])
  numbers.rows['b'] = 4
  remembered.changed(['b'])
  expect(await remembered.read(['a', 'b', 'none'])).toEqual(new Map(Object.entries({ a: 1, b: 4 })))
  await remembered.read(['c'])
  await remembered.read(['a'])
  expect(numbers.asked).toEqual([['a', 'b'], ['b', 'none'], ['c'], ['a']])
})

test('what changes while it is asked for is not remembered as it was', async () => {
  const numbers = table({ a: 1 })
  const remembered = rememberLast(2, numbers.ask)
  const release = numbers.hold()
  const before = remembered.read(['a'])
  numbers.rows['a'] = 2
  remembered.changed(['a'])
  release()
  await before
  expect((await remembered.read(['a'])).get('a')).toBe(2)
})
