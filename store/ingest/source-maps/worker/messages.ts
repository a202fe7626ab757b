// The messages between the store and the worker that reads source maps.
import type { MapSummary } from '../compact-map.ts'

/**
 * `map`: hash of its content. `line` and `column` from 1, as in stacks. `isCalledByNext`: the next position
 * is the call of this function, and may name it. Not set where another stack or an unmapped frame follows.
 */
export type Position = { map: string; line: number; column: number; isCalledByNext?: boolean }

/** `cut`: characters left out at the beginning of `line`, which is too long to be shown entirely. */
export type Context = { before: string[]; line: string; after: string[]; cut?: number }

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

/** `callee`: the name of the called function in the map. `isParsed`: `function` comes from the source. */
export type WorkerFrame = OriginalFrame & { callee: string; isParsed: boolean }

/**
 * `service`: the services take turns. `libraryNames` false: functions of dependencies have names only where
 * their source was read before.
 */
export type ResolveOptions = { service: string; context: boolean; libraryNames: boolean }

export type ResolveMessage = ResolveOptions & { type: 'resolve'; id: number; positions: Position[] }

export type ToWorker =
  | ResolveMessage
  | { type: 'check'; id: number; bytes: Uint8Array }
  /** Answers `load`. Null: the map does not exist. */
  | { type: 'map'; map: string; service: string; bytes: Uint8Array | null }

export type FromWorker =
  /** Indexes and their frames. More follow, unless it is the last message. */
  | { type: 'frames'; id: number; frames: [number, WorkerFrame | null][]; isLast: boolean }
  | { type: 'checked'; id: number; summary: MapSummary }
  | { type: 'invalid'; id: number; message: string }
  | { type: 'load'; map: string; service: string }
  /** The map is malformed. */
  | { type: 'unusable'; map: string }
  | BusyMessage
  | { type: 'idle' }

/**
 * A long task begins: of a map, or of a check (`id`). It is stopped when it has used `milliseconds` of
 * processor time. `cpu`: what the thread has used before, in microseconds.
 */
export type BusyMessage = { type: 'busy'; map: string; id: number; milliseconds: number; cpu: number }
