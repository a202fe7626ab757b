import { expect, test } from 'vitest'
import { hues } from './service-colors.ts'

test('up to eight services never share a hue', () => {
  const names = [
    'shop-web',
    'checkout-web',
    'shop-api',
    'payments-api',
    'catalog-api',
    'postgres',
    'redis',
    'queue',
  ]
  expect(new Set(hues(names).values()).size).toBe(8)
})

test('the order in which they are met changes nothing', () => {
  expect(hues(['a', 'b', 'c'])).toEqual(hues(['c', 'a', 'b', 'a']))
})

test('the ninth has one too', () => {
  const given = hues(Array.from({ length: 20 }, (_, index) => `service ${index}`))
  expect([...given.values()].every((hue) => hue >= 1 && hue <= 8)).toBe(true)
})

test('a newcomer moves nobody who has the own hue', () => {
  const before = hues(['shop', 'admin'])
  const after = hues(['shop', 'admin', 'queue', 'aardvark', 'postgres'])
  const moved = ['shop', 'admin'].filter((name) => before.get(name) !== after.get(name))
  expect(moved.length).toBeLessThanOrEqual(1)
})
