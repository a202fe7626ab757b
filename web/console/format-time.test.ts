import { expect, test } from 'vitest'
import { ago, clock, duration, moment, nanosBetween, shortMoment, ticks, width } from './format-time.ts'

const now = Date.parse('2026-11-20T14:31:08Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
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
] as const)('%i ms ago reads %s', ([past, words]) => {
  expect(ago(before(past), now)).toBe(words)
})

test('an instant that is none reads as unknown', () => {
  expect([ago('yesterday', now), moment(''), clock('x'), shortMoment('x', now)]).toEqual(['–', '–', '–', '–'])
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
] as const)('%d ns read %s', ([nanoseconds, words]) => {
  expect(duration(nanoseconds)).toBe(words)
})

test('an instant reads in the zone of the reader', () => {
  const local = new Date(2026, 10, 20, 14, 31, 8, 552)
  expect(moment(local.toISOString())).toBe('20 Nov 14:31:08.552')
  expect(shortMoment(local.toISOString(), local.getTime())).toBe('14:31')
  expect(shortMoment(local.toISOString(), local.getTime() + 48 * hour)).toBe('20 Nov 14:31')
})

test('nanoseconds survive, whatever the number of digits', () => {
  expect(nanosBetween('2026-11-20T14:31:08.999999999Z', '2026-11-20T14:31:09.000000001Z')).toBe(2)
  expect(nanosBetween('2026-11-20T14:31:08Z', '2026-11-20T14:31:08.5Z')).toBe(500_000_000)
  expect(nanosBetween('2026-11-20T14:31:08.5Z', '2026-11-20T14:31:08Z')).toBe(-500_000_000)
})

test('an axis has letters at round hours, and never more than asked', () => {
  const from = new Date(2026, 10, 20, 9, 7).getTime()
  const labels = ticks(from, from + 24 * hour).map(({ label }) => label)
  expect(labels).toContain('Sat 00:00')
  expect(labels.every((label) => label.endsWith(':00'))).toBe(true)
  expect(labels.length).toBeLessThanOrEqual(7)
  expect(ticks(from, from)).toEqual([])
})

test('a bar says what it stands for', () => {
  expect([width(60_000), width(900_000), width(hour), width(48 * hour)]).toEqual([
    '1 minute',
    '15 minutes',
    '1 hour',
    '2 days',
  ])
})
