// Checks a source map before it is stored: everything that a later lookup relies on.
import { parseMapJson } from './map-json.ts'
import { checkMappings } from './mapping-order.ts'

export { InvalidMapError } from './invalid-map-error.ts'

/** `debugId`: in lower case; null: the map has none, or one that is no UUID. */
export type MapSummary = { debugId: string | null; sources: number; sourcesWithContent: number }

/** `text`: JSON of ECMA-426 version 3, also with `sections`. Throws `InvalidMapError`. */
export function readMap(text: string | Buffer): MapSummary {
  const { debugId, sections } = parseMapJson(text)
  for (const section of sections) checkMappings(section)
  const contents = sections.flatMap((section) => section.contents)
  return {
    debugId,
    sources: contents.length,
    sourcesWithContent: contents.filter((content) => content !== null).length,
  }
}
