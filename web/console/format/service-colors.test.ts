import { expect, test } from 'vitest'
import { assignColors, colorsOfTrace } from './service-colors.ts'

test('up to eight services have different colours', () => {
  const names = [
    'shop-web',
    'checkout-web',
    'shop-api',
    'payments-api',
    'catalog-api',
    'postgres',
    'redis',
    'mq',
  ]
  expect(new Set(assignColors(names).values()).size).toBe(8)
})

test('the order of the names changes nothing', () => {
  expect(assignColors(['a', 'b', 'c'])).toEqual(assignColors(['c', 'a', 'b', 'a']))
})

test('with more than eight services each has one of the eight colours', () => {
  const colors = assignColors(Array.from({ length: 20 }, (_, index) => `service ${index}`))
  expect(colors.size).toBe(20)
  expect([...colors.values()].every((color) => color >= 1 && color <= 8)).toBe(true)
})

test('a further service changes the colour of at most one', () => {
  const colors = assignColors(['shop', 'admin'])
  const later = assignColors(['shop', 'admin', 'queue', 'aardvark', 'postgres'])
  const changed = ['shop', 'admin'].filter((name) => colors.get(name) !== later.get(name))
  expect(changed.length).toBeLessThanOrEqual(1)
})

test('a service of a trace has the colour that it has in lists', () => {
  const names = ['shop-web', 'shop-api', 'payments-api']
  expect(colorsOfTrace(names)).toEqual(assignColors(names.toReversed()))
})

test('within a trace sixteen services differ, by order of appearance', () => {
  const names = Array.from({ length: 16 }, (_, index) => `service ${16 - index}`)
  const colors = colorsOfTrace([...names, ...names])
  expect([...colors.keys()]).toEqual(names)
  expect([...colors.values()]).toEqual(names.map((_, index) => index + 1))
})
