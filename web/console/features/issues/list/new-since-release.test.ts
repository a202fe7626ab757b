import { expect, test } from 'vitest'
import type { Issue } from '../../../../../contract/issues.ts'
import type { ReleaseRow } from '../../../../../contract/releases.ts'
import { newestRelease, newestReleases } from './new-since-release.ts'

const release = (service: string, name: string, firstSeen: string) =>
  ({ service, release: name, environment: 'production', firstSeen }) as ReleaseRow
const issue = (service: string) => ({ service }) as Issue

const newest = newestReleases([
  release('shop', '9.0', '2026-11-01T00:00:00Z'),
  release('shop', '10.0', '2026-11-20T00:00:00Z'),
  release('admin', '3', '2026-11-19T00:00:00Z'),
])

test('the newest release is the one with the latest first event, whatever its name', () => {
  expect(newest.get('shop')?.release).toBe('10.0')
})

test('the heading names the release if all issues share it', () => {
  const issues = [issue('shop'), issue('admin'), issue('no-release')]
  expect(newestRelease(issues.slice(0, 1), newest)).toBe('10.0')
  expect(newestRelease(issues.slice(0, 2), newest)).toBeNull()
  expect(newestRelease(issues.slice(2), newest)).toBeNull()
})
