// Positions of releases on a time axis, and the side of the line on which their label has room.
import type { TrendAnswer } from '../../store/api/contract.ts'

/** The width of a label, as a share of the chart. */
const LABEL_WIDTH = 0.12

/** `position` is 0 to 1. A marker without room for its label keeps its line. */
export type ReleaseMarker = {
  release: string
  service: string
  position: number
  label: 'before' | 'after' | 'none'
}

/** Markers between `start` and `end` (milliseconds). Newer releases choose their side first. */
export function releaseMarkers(
  releases: TrendAnswer['releases'],
  start: number,
  end: number,
): ReleaseMarker[] {
  const lines = releases
    .map(({ at, ...names }) => ({ ...names, position: (Date.parse(at) - start) / (end - start) }))
    .filter(({ position }) => position > 0 && position < 1)
    .toSorted((a, b) => a.position - b.position)
  let limit = 1
  return lines.reduceRight<ReleaseMarker[]>((markers, line, index) => {
    const previous = lines[index - 1]?.position ?? 0
    const hasRoomAfter = limit - line.position >= LABEL_WIDTH
    const hasRoomBefore = line.position - previous >= LABEL_WIDTH
    const label = hasRoomAfter ? 'after' : hasRoomBefore ? 'before' : 'none'
    limit = label === 'before' ? line.position - LABEL_WIDTH : line.position
    return [{ ...line, label }, ...markers]
  }, [])
}
