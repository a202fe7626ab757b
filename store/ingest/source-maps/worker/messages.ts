// The messages between the store and the worker that reads source maps.
import type { MapSummary } from '../compact-map.ts'

/**
 * `map`: hash of its content. `line` and `column` from 1, as in stacks. `isCalledByNext`: the next position
 * is the call of this function, and may name it. Not set where another stack or an unmapped frame follows.
 * `isOffset`: `line` is 1, and `column` counts the characters from the start of the file.
 */
export type Position = {
  map: string
  line: number
  column: number
  isCalledByNext?: boolean
  isOffset?: boolean
}

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

/**
 * `callee`: the name of the called function in the map. `isParsed`: `function` comes from the source.
 * `isLeftOut`: reading the source made the worker fail; `function` is missing until the next attempt.
 */
export type WorkerFrame = OriginalFrame & { callee: string; isParsed: boolean; isLeftOut: boolean }

/**
 * `service`: the services take turns. `libraryNames` false: functions of dependencies have names only where
 * their source was read before.
 */
export type ResolveOptions = { service: string; context: boolean; libraryNames: boolean }

/** `startedAt`: milliseconds since 1970. What fails after it is not tried again for this request. */
export type ResolveMessage = ResolveOptions & {
  type: 'resolve'
  id: number
  startedAt: number
  positions: Position[]
}

export type ToWorker =
  | ResolveMessage
  | { type: 'check'; id: number; bytes: Uint8Array }
  /** Answers `load`. Null: the database did not return it. */
  | { type: 'map'; map: string; service: string; bytes: Uint8Array | null }
  /** Reading the source made a worker fail: it is not read for requests before `until`. */
  | { type: 'leave out'; source: SourceKey; until: number }

/** A source of a map, by its index. */
export type SourceKey = { map: string; source: number }

export type FromWorker =
  /**
   * Indexes and their frames. More follow, unless it is the last message. `lost`: indexes without an answer,
   * because their map could not be read, or did not stay in memory.
   */
  | { type: 'frames'; id: number; frames: [number, WorkerFrame | null][]; lost: number[]; isLast: boolean }
  | { type: 'checked'; id: number; summary: MapSummary }
  | { type: 'invalid'; id: number; message: string }
  | { type: 'load'; map: string; service: string }
  | BusyMessage
  /** The task has ended. `error`: the map is malformed. */
  | { type: 'idle'; error?: string }

/** What a long task reads: a map, a source of it (`file`: its name), or an upload (`id` of the check). */
export type Task = { map: string; source?: number; file?: string; id: number }

/**
 * A long task begins. It is stopped when it has used `milliseconds` of processor time. `cpu`: what the thread
 * has used before, in microseconds.
 */
export type BusyMessage = { type: 'busy'; task: Task; milliseconds: number; cpu: number }
