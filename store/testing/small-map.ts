// A source map from a list of mappings as a person writes them.
import { encodeMappings } from './source-map.ts'

/** Lines and columns as in stacks: from 1. `source`: index among the sources. */
type Mapping = { generated: [line: number, column: number]; source: number; original: [number, number] }

type MapOptions = { sources: Record<string, string>; mappings: Mapping[] }

export function sourceMap({ sources, mappings }: MapOptions): object {
  const lines = Math.max(...mappings.map(({ generated }) => generated[0]))
  const decoded = Array.from({ length: lines }, (_, index) =>
    mappings
      .filter(({ generated }) => generated[0] === index + 1)
      .map(({ generated, source, original }) => [generated[1] - 1, source, original[0] - 1, original[1] - 1]),
  )
  return {
    version: 3,
    sources: Object.keys(sources),
    sourcesContent: Object.values(sources),
    names: [],
    mappings: encodeMappings(decoded),
  }
}
