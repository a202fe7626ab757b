import { expect, test } from 'vitest'
import { parseSearch, period, readIssueFilters, readTraceFilters, stringifySearch } from './filters.ts'
import { hasFilters } from './no-matches.tsx'

test('invalid values of a link are left out', () => {
  const filters = readIssueFilters({
    range: '7d',
    status: 'resolved',
    sort: 'loudest',
    from: 'yesterday',
    service: ' ',
    q: 'x',
  })
  expect(stringifySearch(filters)).toBe('?range=7d&q=x&status=resolved')
})

test('a digest in a link stays text', () => {
  expect(parseSearch('?event=12E45678&q=007')).toEqual({ event: '12E45678', q: '007' })
})

test('a link is read as it was written', () => {
  const q = 'browser:"Chrome 142" & <b>'
  const link = stringifySearch({ q, service: 'shop', empty: '', none: undefined })
  expect(parseSearch(link)).toEqual({ q, service: 'shop' })
})

test('both ends have priority over a range, and the default is a day', () => {
  const [from, to] = ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z']
  expect(period({ from, to, range: '7d' })).toEqual({ from, to })
  expect(period({ from })).toEqual({ range: '24h' })
})

test('a duration is an integer of nanoseconds or nothing', () => {
  expect(readTraceFilters({ minDurationNs: '1000' }).minDurationNs).toBe('1000')
  expect(readTraceFilters({ minDurationNs: '1e9' }).minDurationNs).toBeUndefined()
})

test('the time alone is no filter', () => {
  expect([hasFilters({ range: '1h' }), hasFilters({ q: 'x' }), hasFilters({ errors: 'true' })]).toEqual([
    false,
    true,
    true,
  ])
})
