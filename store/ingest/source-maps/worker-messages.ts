// What the store and the worker that reads source maps tell each other.
import type { Context } from './context-lines.ts'
import type { MapSummary } from './read-map.ts'

/**
 * `map`: hash of its content. `line` and `column` from 1, as in stacks. `isCalledByNext`: the next position
 * is the call of this function, and may name it. Not set where another stack or an unmapped frame follows.
 */
export type Position = { map: string; line: number; column: number; isCalledByNext?: boolean }

/**
 * `line` and `column` from 1. `file` and `function` may be empty. `context`: at most five lines before and
 * after; lines are cut to 300 characters.
 */
export type OriginalFrame = {
  function: string
  file: string
  line: number
  column: number
  isIgnored: boolean
  context?: Context
}

/** `callee`: what is called there, as the map names it. `isParsed`: `function` is what the source says. */
export type WorkerFrame = OriginalFrame & { callee: string; isParsed: boolean }

/** `libraryNames` false: functions of dependencies have names only where their source was read before. */
export type ResolveOptions = { context: boolean; libraryNames: boolean }

export type ResolveMessage = ResolveOptions & { type: 'resolve'; id: number; positions: Position[] }

export type ToWorker =
  | ResolveMessage
  | { type: 'check'; id: number; bytes: Uint8Array }
  /** Answers `load`. Null: there is no such map. */
  | { type: 'map'; map: string; bytes: Uint8Array | null }

export type FromWorker =
  /** Indexes and frames that are there. More follow, unless it is the last. */
  | { type: 'frames'; id: number; frames: [number, WorkerFrame | null][]; isLast: boolean }
  | { type: 'checked'; id: number; summary: MapSummary }
  | { type: 'invalid'; id: number; message: string }
  | { type: 'load'; map: string }
  /** The map is malformed: it need not be loaded again. */
  | { type: 'unusable'; map: string }
  /** A long task begins: of a map, or of a check (`id`). It is stopped after `milliseconds`. */
  | { type: 'busy'; map: string; id: number; milliseconds: number }
  | { type: 'idle' }
