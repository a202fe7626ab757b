import { expect, test } from 'vitest'
import { releaseMarkers } from './release-markers.ts'

/** The sides of the labels of releases at these positions. */
function labels(...positions: number[]): string[] {
  const releases = positions.map((position) => ({
    at: new Date(position * 1000).toISOString(),
    service: 'shop',
    release: String(position),
  }))
  return releaseMarkers(releases, 0, 1000).map(({ label }) => label)
}

test('a label is after its line, at the end of the axis before it', () => {
  expect(labels(0.3)).toEqual(['after'])
  expect(labels(0.95)).toEqual(['before'])
})

test('labels never overlap: a newer one has priority', () => {
  expect(labels(0.3, 0.35)).toEqual(['before', 'after'])
  expect(labels(0.3, 0.33, 0.36)).toEqual(['before', 'none', 'after'])
})

test('releases outside the axis have no marker', () => {
  expect(labels(-0.1, 1.2)).toEqual([])
})
