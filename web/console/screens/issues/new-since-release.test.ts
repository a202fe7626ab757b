import { expect, test } from 'vitest'
import type { Issue, ReleaseRow } from '../../../../store/api/contract.ts'
import { changedRows, newestReleases, sinceWhat } from './new-since-release.ts'

const release = (service: string, name: string, firstSeen: string) =>
  ({ service, release: name, environment: 'production', firstSeen }) as ReleaseRow
const issue = (service: string, firstSeen: string, status = 'new', lastSeen = firstSeen) =>
  ({ service, firstSeen, lastSeen, status }) as Issue

const newest = newestReleases([
  release('shop', '9.0', '2026-11-01T00:00:00Z'),
  release('shop', '10.0', '2026-11-20T00:00:00Z'),
  release('admin', '3', '2026-11-19T00:00:00Z'),
])

test('the newest release is the one first seen last, whatever its name', () => {
  expect(newest.get('shop')?.release).toBe('10.0')
})

test('new and back since the newest release of their own service stand above the line', () => {
  const rows = [
    issue('shop', '2026-11-20T08:00:00Z'),
    issue('admin', '2026-10-01T00:00:00Z', 'regressed', '2026-11-20T00:00:00Z'),
    issue('shop', '2026-11-19T08:00:00Z'),
  ]
  expect(changedRows(rows, newest)).toBe(2)
  expect(sinceWhat(rows.slice(0, 1), newest)).toBe('Since 10.0')
  expect(sinceWhat(rows.slice(0, 2), newest)).toBe('Since the latest releases')
})

test('where the order mixes them there is no line, and without releases nothing is changed', () => {
  expect(
    changedRows(
      [
        issue('shop', '2026-11-20T08:00:00Z'),
        issue('shop', '2026-11-01T08:00:00Z'),
        issue('admin', '2026-11-20T08:00:00Z'),
      ],
      newest,
    ),
  ).toBe(0)
  expect(changedRows([issue('shop', '2026-11-20T08:00:00Z')], newestReleases([]))).toBe(0)
})
