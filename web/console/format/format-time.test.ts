import { expect, test } from 'vitest'
import { nanosBetween } from '../../../contract/timeline/instants.ts'
import { formatAge, formatDate, formatDateTime, formatDuration, formatShortDateTime } from './format-time.ts'

const now = Date.parse('2026-11-20T14:31:08Z')
const hour = 3_600_000

test.for([
  [0, '0 s'],
  [-5_000, '0 s'],
  [40_999, '40 s'],
  [60_000, '1 min'],
  [2 * hour, '2 h'],
  [2 * hour + 41 * 60_000, '2 h 41 m'],
  [12 * 24 * hour, '12 d'],
  [79 * 24 * hour, '11 w'],
  [160 * 24 * hour, '5 mo'],
  [3 * 366 * 24 * hour, '3 y'],
] as const)('an instant %i ms ago is %s old', ([age, text]) => {
  expect(formatAge(new Date(now - age).toISOString(), now)).toBe(text)
})

test('an invalid instant is a dash', () => {
  expect([formatAge('yesterday', now), formatDateTime(''), formatShortDateTime('x', now)]).toEqual([
    '–',
    '–',
    '–',
  ])
})

test.for([
  [0, '0'],
  [640, '640 ns'],
  [1_500, '1.5 µs'],
  [58_000_000, '58 ms'],
  [999_400_000, '999 ms'],
  [999_600_000, '1.00 s'],
  [1_472_000_000, '1.47 s'],
  [12_340_000_000, '12.3 s'],
  [59_960_000_000, '1 min'],
  [252_000_000_000, '4 min 12 s'],
  [5_400_000_000_000, '1 h 30 m'],
  [-182_000_000, '−182 ms'],
  [Number.NaN, '–'],
] as const)('%d ns is %s', ([nanoseconds, text]) => {
  expect(formatDuration(nanoseconds)).toBe(text)
})

test('a date has its year where that is another one', () => {
  const now = new Date(2026, 10, 20).getTime()
  expect(formatDate(new Date(2026, 1, 3), now)).toBe('3 Feb')
  expect(formatDate(new Date(2027, 1, 3), now)).toBe('3 Feb 2027')
})

test('an instant is shown in the zone of the reader', () => {
  const local = new Date(2026, 10, 20, 14, 31, 8, 552)
  expect(formatDateTime(local.toISOString())).toBe('20 Nov 14:31:08.552')
  expect(formatShortDateTime(local.toISOString(), local.getTime())).toBe('14:31')
  expect(formatShortDateTime(local.toISOString(), local.getTime() + 48 * hour)).toBe('20 Nov 14:31')
})

test('nanoseconds are exact with any number of digits', () => {
  expect(nanosBetween('2026-11-20T14:31:08.999999999Z', '2026-11-20T14:31:09.000000001Z')).toBe(2)
  expect(nanosBetween('2026-11-20T14:31:08Z', '2026-11-20T14:31:08.5Z')).toBe(500_000_000)
  expect(nanosBetween('2026-11-20T14:31:08.5Z', '2026-11-20T14:31:08Z')).toBe(-500_000_000)
})
