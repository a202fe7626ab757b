import { expect, test } from 'vitest'
import {
  isNarrow,
  parseSearch,
  period,
  readIssueFilters,
  readTraceFilters,
  stringifySearch,
} from './filters.ts'

test('a link is read kindly: what makes no sense is left out', () => {
  const read = readIssueFilters({
    range: '7d',
    status: 'resolved',
    sort: 'loudest',
    from: 'yesterday',
    service: ' ',
    q: 'x',
  })
  expect(stringifySearch(read)).toBe('?range=7d&q=x&status=resolved')
})

test('a digest in a link stays text', () => {
  expect(parseSearch('?event=12E45678&q=007')).toEqual({ event: '12E45678', q: '007' })
})

test('what was written is read again', () => {
  const written = stringifySearch({
    q: 'browser:"Chrome 142" & <b>',
    service: 'shop',
    empty: '',
    none: undefined,
  })
  expect(parseSearch(written)).toEqual({ q: 'browser:"Chrome 142" & <b>', service: 'shop' })
})

test('chosen ends go before a range, and a day is asked for without either', () => {
  const [from, to] = ['2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z']
  expect(period({ from, to, range: '7d' })).toEqual({ from, to })
  expect(period({ from })).toEqual({ range: '24h' })
})

test('durations are whole nanoseconds or nothing', () => {
  expect(readTraceFilters({ minDurationNs: '1000' }).minDurationNs).toBe('1000')
  expect(readTraceFilters({ minDurationNs: '1e9' }).minDurationNs).toBeUndefined()
})

test('the time alone does not make a question narrow', () => {
  expect([isNarrow({ range: '1h' }), isNarrow({ q: 'x' }), isNarrow({ errors: 'true' })]).toEqual([
    false,
    true,
    true,
  ])
})
