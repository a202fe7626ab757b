import { expect, test } from 'vitest'
import { assignColors, distinctColors } from './service-colors.ts'

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

const services = (count: number) => Array.from({ length: count }, (_, index) => `service ${index}`)

test('up to 24 services look different; eight of them have a plain colour', () => {
  const looks = [...assignColors(services(24)).values()]
  expect(looks.toSorted((a, b) => a - b)).toEqual(services(24).map((_, index) => index + 1))
})

test('with more services each has a look', () => {
  const looks = [...assignColors(services(201)).values()]
  expect(looks.length).toBe(201)
  expect(looks.every((look) => look >= 1 && look <= 24)).toBe(true)
})

test('a further service changes the colour of at most one', () => {
  const colors = assignColors(['shop', 'admin'])
  const later = assignColors(['shop', 'admin', 'queue', 'aardvark', 'postgres'])
  const changed = ['shop', 'admin'].filter((name) => colors.get(name) !== later.get(name))
  expect(changed.length).toBeLessThanOrEqual(1)
})

test('what is seen together looks different, and as everywhere else where that is possible', () => {
  const names = Array.from({ length: 201 }, (_, index) => `service ${index}`)
  const everywhere = assignColors(names)
  for (let first = 0; first < 180; first += 7) {
    const together = distinctColors(names.slice(first, first + 20), everywhere)
    expect(new Set(together.values()).size).toBe(20)
  }
  const few = distinctColors(names.slice(0, 24), assignColors(names.slice(0, 24)))
  expect(few).toEqual(assignColors(names.slice(0, 24)))
})
