import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatLimit,
  formatPercent,
  formatRate,
  pluralize,
} from './format-number.ts'

test('counts have separators, an unknown count is a dash', () => {
  expect([0, 1284, null, undefined].map(formatCount)).toEqual(['0', '1,284', '–', '–'])
})

test('nouns follow the number', () => {
  expect([pluralize(1, 'event'), pluralize(0, 'event')]).toEqual(['1 event', '0 events'])
  expect(pluralize(2000, 'delivery', 'deliveries')).toBe('2,000 deliveries')
})

test('a part that exists is never 0 %, and less than all is never 100 %', () => {
  expect([formatPercent(0, 5), formatPercent(5, 5), formatPercent(61, 100)]).toEqual(['0 %', '100 %', '61 %'])
  expect([formatPercent(1, 100_000), formatPercent(99_999, 100_000)]).toEqual(['0.1 %', '99.9 %'])
  expect(formatPercent(1, 0)).toBe('–')
})

test('bytes have three digits', () => {
  expect([999, 31_200_000, 120_000_000_000].map(formatBytes)).toEqual(['999 B', '31.2 MB', '120 GB'])
})

test('a limit has the unit in which it was set', () => {
  expect([2 ** 29, 2 ** 31, 500_000_000, 2 ** 16].map(formatLimit)).toEqual([
    '512 MiB',
    '2 GiB',
    '500 MB',
    '65.5 kB',
  ])
})

test('a rate has two decimals; 100 % means all', () => {
  expect([516 / 540, 1, 0.999_999, 0].map(formatRate)).toEqual(['95.56 %', '100 %', '99.99 %', '0.00 %'])
})
