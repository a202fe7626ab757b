// Positions of releases on a time axis, and of their labels, which do not overlap.

/** `at`: when it was first seen. */
export type ReleaseStart = { at: string; service: string; release: string }
export type OpenRelease = (release: string, service: string) => void
/**
 * `position` is 0 to 1. `names`: all releases that it stands for, the latest is its `release`. `isOlder`: the
 * chart has releases of several services, and a newer one of this service. It has neither line nor label.
 */
export type ReleaseMarker = {
  release: string
  service: string
  position: number
  names: string[]
  isOlder: boolean
}
/** `row`: from 0, which is next to the chart. `side`: where the text stands beside its line. */
export type ReleaseLabel = ReleaseMarker & { row: number; side: 'before' | 'after' }

/** Two rows of labels are as high as half the chart. */
const ROWS = [0, 1]

/** A share of the chart: a deploy of many services takes minutes, and their lines would cover the data. */
const CLUSTER_WIDTH = 0.015
/** Four names fit above a chart, side by side in two rows. */
const MIN_CLUSTER = 5

/** The releases between `start` and `end` (milliseconds), the oldest first; many side by side are one. */
export function releaseMarkers(releases: ReleaseStart[], start: number, end: number): ReleaseMarker[] {
  const markers = releases
    .map(({ at, release, service }) => ({
      release,
      service,
      position: (Date.parse(at) - start) / (end - start),
      names: [`${release} ${service}`],
      isOlder: false,
    }))
    .filter(({ position }) => position > 0 && position < 1)
    .toSorted((a, b) => a.position - b.position)
  const newest = new Map(markers.map((marker) => [marker.service, marker]))
  if (newest.size > 1) for (const marker of markers) marker.isOlder = newest.get(marker.service) !== marker
  const clusters: ReleaseMarker[][] = []
  for (const marker of markers) {
    const cluster = clusters.at(-1)
    const first = cluster?.[0]
    if (cluster && first && marker.position - first.position <= CLUSTER_WIDTH) cluster.push(marker)
    else clusters.push([marker])
  }
  return clusters.flatMap((cluster) =>
    cluster.length < MIN_CLUSTER
      ? cluster
      : [{ ...cluster.at(-1)!, names: cluster.flatMap(({ names }) => names).toReversed(), isOlder: false }],
  )
}

/** Labels of the same `width`, a share of the chart. Newer releases are placed first; some may not fit. */
export function releaseLabels(markers: ReleaseMarker[], width: number): ReleaseLabel[] {
  const labels: ReleaseLabel[] = []
  for (const marker of markers.toReversed()) {
    if (marker.isOlder) continue
    const options = ROWS.flatMap((row) =>
      (['after', 'before'] as const).map((side) => ({ ...marker, row, side })),
    )
    const label = options.find((option) => hasRoom(option, labels, width))
    if (label) labels.push(label)
  }
  return labels
}

function hasRoom(label: ReleaseLabel, others: ReleaseLabel[], width: number): boolean {
  const start = startOf(label, width)
  const overlaps = others.some(
    (other) => other.row === label.row && Math.abs(startOf(other, width) - start) < width,
  )
  return start >= 0 && start + width <= 1 && !overlaps
}

function startOf({ position, side }: ReleaseLabel, width: number): number {
  return side === 'after' ? position : position - width
}
