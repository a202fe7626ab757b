import { expect, test } from 'vitest'
import { bytes, count, counted, percent } from './format-number.ts'

test('counts', () => {
  expect([count(0), count(1284), count(null), count(undefined)]).toEqual(['0', '1,284', '–', '–'])
  expect([counted(1, 'event'), counted(2000, 'event')]).toEqual(['1 event', '2,000 events'])
})

test('something is never 0 %, and not all is never 100 %', () => {
  expect([percent(0, 5), percent(5, 5), percent(61, 100)]).toEqual(['0 %', '100 %', '61 %'])
  expect([percent(1, 100_000), percent(99_999, 100_000), percent(1, 0)]).toEqual(['0.1 %', '99.9 %', '–'])
})

test('bytes', () => {
  expect([bytes(999), bytes(31_200_000), bytes(120_000_000_000)]).toEqual(['999 B', '31.2 MB', '120 GB'])
})
