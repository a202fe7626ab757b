import { expect, test } from 'vitest'
import type { ReleaseRow } from '../../../../contract/releases.ts'
import { describeCrashFree, formatChange, formatCrashFree } from './crash-free.ts'
import { groupReleases } from './group-releases.ts'

function row(service: string, release: string): ReleaseRow {
  const at = '2026-11-22T10:00:00.000Z'
  const sessions = { exceptions: 1, sessions: 10, crashFreeSessions: 0.9 }
  return { service, release, environment: 'production', firstSeen: at, lastSeen: at, ...sessions }
}

test('a release is compared with the previous one of the same service', () => {
  const rows = [row('web', '3'), row('api', '9'), row('web', '2'), row('web', '1')]
  const groups = groupReleases(rows)
  expect(groups.map(({ service, releases }) => [service, releases.length])).toEqual([
    ['web', 3],
    ['api', 1],
  ])
  const web = groups[0]!.releases
  expect(web.map(({ previous, next }) => [previous?.release, next?.release])).toEqual([
    ['2', undefined],
    ['1', '3'],
    [undefined, '2'],
  ])
  expect(groups.flatMap(({ releases }) => releases.map(({ index }) => index))).toEqual([0, 1, 2, 3])
})

test('the search matches part of a version or service; the previous release stays the same', () => {
  const rows = [row('web', '3.1'), row('web', '3.0'), row('api', '9.1'), row('api', '9.0')]
  const listed = (text: string) =>
    groupReleases(rows, text).flatMap(({ releases }) =>
      releases.map(({ row: { release }, index, previous }) => [release, index, previous?.release]),
    )
  expect(listed('.1')).toEqual([
    ['3.1', 0, '3.0'],
    ['9.1', 1, '9.0'],
  ])
  expect(listed(' API ')).toEqual([
    ['9.1', 0, '9.0'],
    ['9.0', 1, undefined],
  ])
  expect(listed('x')).toEqual([])
})

test('100 % means all sessions', () => {
  expect([1, 0.999_999, 0.9712, 0, null].map(formatCrashFree)).toEqual([
    '100 %',
    '99.99 %',
    '97.12 %',
    '0.00 %',
    '–',
  ])
  expect([1, 0, 0.9712].map(describeCrashFree)).toEqual([
    'no session ended in an error',
    'every session ended in an error',
    '1 session in 35 ends in an error',
  ])
  expect([formatChange(0.9961, 0.9712), formatChange(0.5, 0.6), formatChange(0.5, 0.500_01)]).toEqual([
    '−2.49 points',
    '+10.00 points',
    'same',
  ])
})
