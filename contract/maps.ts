// The answers of `/api/maps`. Types only.

/** What a build writes beside a script (ECMA-426); with `sections` it has neither sources nor mappings. */
export type SourceMap = { version: 3; sources?: (string | null)[]; mappings?: string }

/** A style sheet as a build writes it. */
export type StyleSheet = { css: string }

/** A stored style sheet. `hash`: SHA-256 of its bytes. */
export type StyleRow = {
  service: string
  release: string
  file: string
  hash: string
  bytes: number
  uploaded: string
}

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

/**
 * A stored source map that could not be read. `source`: the only one of its sources that is left out; null:
 * the map. `failures`: attempts since the last one that worked. `retry`: the next attempt.
 */
export type FailingMap = {
  service: string
  release: string
  file: string
  source: string | null
  reason: string
  failures: number
  since: string
  retry: string
}

/**
 * `missing`: scripts of stacks for which there is no source map, the most frequent first. `failing`: maps and
 * sources that could not be read; occurrences join their issue when the next attempt works.
 */
export type MapsAnswer = {
  maps: MapRow[]
  styles: StyleRow[]
  missing: { service: string; release: string; file: string; occurrences: number; lastSeen: string }[]
  failing: FailingMap[]
}
