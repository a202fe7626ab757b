import { expect, test } from 'vitest'
import type { Issue, ReleaseRow } from '../../../../store/api/contract.ts'
import { countNewRows, newestReleases, releaseHeading } from './new-since-release.ts'

const release = (service: string, name: string, firstSeen: string) =>
  ({ service, release: name, environment: 'production', firstSeen }) as ReleaseRow
const issue = (service: string, firstSeen: string, status = 'new', lastSeen = firstSeen) =>
  ({ service, firstSeen, lastSeen, status }) as Issue

const newest = newestReleases([
  release('shop', '9.0', '2026-11-01T00:00:00Z'),
  release('shop', '10.0', '2026-11-20T00:00:00Z'),
  release('admin', '3', '2026-11-19T00:00:00Z'),
])

test('the newest release is the one that was first seen last, whatever its name', () => {
  expect(newest.get('shop')?.release).toBe('10.0')
})

test('issues new or regressed since the newest release of their service are counted', () => {
  const issues = [
    issue('shop', '2026-11-20T08:00:00Z'),
    issue('admin', '2026-10-01T00:00:00Z', 'regressed', '2026-11-20T00:00:00Z'),
    issue('shop', '2026-11-19T08:00:00Z'),
  ]
  expect(countNewRows(issues, newest)).toBe(2)
  expect(releaseHeading(issues.slice(0, 1), newest)).toBe('Since 10.0')
  expect(releaseHeading(issues.slice(0, 2), newest)).toBe('Since the latest releases')
})

test('nothing is counted where an older issue stands between new ones', () => {
  const issues = [
    issue('shop', '2026-11-20T08:00:00Z'),
    issue('shop', '2026-11-01T08:00:00Z'),
    issue('admin', '2026-11-20T08:00:00Z'),
  ]
  expect(countNewRows(issues, newest)).toBe(0)
})

test('nothing is counted without releases', () => {
  expect(countNewRows([issue('shop', '2026-11-20T08:00:00Z')], newestReleases([]))).toBe(0)
})
