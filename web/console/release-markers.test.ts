import { expect, test } from 'vitest'
import { placed } from './release-markers.ts'

const at = (share: number, release: string) => ({
  at: new Date(share * 1000).toISOString(),
  service: 'shop',
  release,
})
const sides = (...shares: number[]) =>
  placed(
    shares.map((share) => at(share, String(share))),
    0,
    1000,
  ).map(({ named, before }) => (named ? (before ? 'before' : 'after') : 'unnamed'))

test('a name stands behind its line, at the end of the axis before it', () => {
  expect(sides(0.3)).toEqual(['after'])
  expect(sides(0.95)).toEqual(['before'])
})

test('names never cover each other: the newer one keeps its place, the older one makes room or goes without', () => {
  expect(sides(0.3, 0.35)).toEqual(['before', 'after'])
  expect(sides(0.3, 0.33, 0.36)).toEqual(['before', 'unnamed', 'after'])
})

test('what lies outside the axis is not shown', () => {
  expect(sides(-0.1, 1.2)).toEqual([])
})
