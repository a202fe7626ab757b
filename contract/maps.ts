// The answers of `/api/maps`. Types only.

/** What a build writes beside a script (ECMA-426); with `sections` it has neither sources nor mappings. */
export type SourceMap = { version: 3; sources?: (string | null)[]; mappings?: string }

/** A stored source map. `file`: the path of its script. `hash`: SHA-256 of its JSON. `bytes`: of the JSON. */
export type MapAnswer = {
  service: string
  release: string
  file: string
  hash: string
  debugId: string | null
  bytes: number
  sources: number
  /** The repository and the commit of the source code; empty: not known. */
  repo: string
  commit: string
  uploaded: string
}

/** `lastUsed` null: no stack has needed it. `occurrences`: exceptions whose stacks have needed it. */
export type MapRow = MapAnswer & { lastUsed: string | null; occurrences: number }

/** `missing`: scripts of stacks for which there is no source map, the most frequent first. */
export type MapsAnswer = {
  maps: MapRow[]
  missing: { service: string; release: string; file: string; occurrences: number; lastSeen: string }[]
}
