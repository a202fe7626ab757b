import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { releaseLabels, releaseMarkers } from './release-markers.ts'

const at = (position: number, service: string) => ({
  at: new Date(position * 1000).toISOString(),
  service,
  release: String(position),
})

const markersAt = (...positions: number[]) =>
  releaseMarkers(
    positions.map((position) => at(position, 'shop')),
    0,
    1000,
  )

/** `0.3 after 0`: position, side and row. */
const labelsAt = (...positions: number[]): string[] =>
  releaseLabels(markersAt(...positions), 0.12).map(({ release, side, row }) => `${release} ${side} ${row}`)

test('a label is after its line, at the end of the axis before it', () => {
  expect(labelsAt(0.3)).toEqual(['0.3 after 0'])
  expect(labelsAt(0.95)).toEqual(['0.95 before 0'])
})

test('a newer release chooses first; four releases side by side have a label each', () => {
  expect(labelsAt(0.3, 0.33, 0.36, 0.4)).toEqual([
    '0.4 after 0',
    '0.36 before 0',
    '0.33 after 1',
    '0.3 before 1',
  ])
})

test('labels never cover each other, and stay within the axis', () => {
  const positions = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { maxLength: 12 })
  const property = fc.property(positions, fc.constantFrom(0.12, 0.4), (values, width) => {
    const labels = releaseLabels(markersAt(...values), width).map(({ position, side, row }) => {
      const start = side === 'after' ? position : position - width
      expect(start >= 0 && start + width <= 1).toBe(true)
      return { start, row }
    })
    for (const [index, { start, row }] of labels.entries())
      for (const other of labels.slice(index + 1))
        expect(row !== other.row || Math.abs(start - other.start) >= width).toBe(true)
  })
  fc.assert(property)
})

test('releases outside the axis have no marker', () => {
  expect(markersAt(-0.1, 1.2)).toEqual([])
})

test('of several services only the newest releases have lines and labels', () => {
  const releases = [at(0.1, 'shop'), at(0.4, 'admin'), at(0.6, 'shop'), at(0.9, 'shop')]
  const markers = releaseMarkers(releases, 0, 1000)
  expect(markers.map(({ release, isOlder }) => [release, isOlder])).toEqual([
    ['0.1', true],
    ['0.4', false],
    ['0.6', true],
    ['0.9', false],
  ])
  expect(releaseLabels(markers, 0.12).map(({ release }) => release)).toEqual(['0.9', '0.4'])
  const ofOne = releaseMarkers(
    releases.filter(({ service }) => service === 'shop'),
    0,
    1000,
  )
  expect(ofOne.map(({ isOlder }) => isOlder)).toEqual([false, false, false])
  // Older ones side by side are still one mark.
  const gathered = releaseMarkers(
    [...[1, 2, 3, 4, 5].map((n) => at(0.1 + n / 1000, 'a')), at(0.9, 'a'), at(0.9, 'b')],
    0,
    1000,
  )
  expect(gathered.map(({ names, isOlder }) => [names.length, isOlder])).toEqual([
    [5, false],
    [1, false],
    [1, false],
  ])
})

test('five releases or more side by side are one mark, which names the latest', () => {
  const markers = markersAt(0.3, 0.302, 0.304, 0.31, 0.312, 0.5, 0.51)
  expect(markers.map(({ release, names }) => [release, names.length])).toEqual([
    ['0.312', 5],
    ['0.5', 1],
    ['0.51', 1],
  ])
  expect(markers[0]!.names[0]).toBe('0.312 shop')
})
