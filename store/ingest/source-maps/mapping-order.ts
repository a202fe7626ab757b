// Visits the segments of a section in order of their generated positions. Bundlers write them in this order;
// others are sorted.
import { InvalidMapError } from './invalid-map-error.ts'
import type { MapSection } from './map-json.ts'
import { decodeMappings, type Segment } from './mappings.ts'

/** Sorting takes 100 bytes each. */
const MAX_UNORDERED = 500_000

/** Throws `InvalidMapError`. */
export function visitInOrder(section: MapSection, visit: (segment: Segment) => void): void {
  if (checkMappings(section).isOrdered) return decodeMappings(section, visit)
  const segments: Segment[] = []
  decodeMappings(section, (segment) => segments.push({ ...segment }))
  for (const segment of segments.sort((a, b) => a.line - b.line || a.column - b.column)) visit(segment)
}

/** Throws `InvalidMapError`. */
export function checkMappings(section: MapSection): { isOrdered: boolean } {
  let [isOrdered, segments, line, column] = [true, 0, 0, 0]
  decodeMappings(section, (segment) => {
    if (segment.line === line && segment.column < column) isOrdered = false
    line = segment.line
    column = segment.column
    segments++
  })
  if (!isOrdered && segments > MAX_UNORDERED)
    throw new InvalidMapError('The mappings of the source map are not in the order of their columns.')
  return { isOrdered }
}
