// A bounded, append-only log of envelopes in segment files, for times when the collector does not answer. The
// head is the first record that was not delivered. Segments behind it are deleted, which needs no space: a
// full disk becomes free by itself. A folder belongs to one process at a time.
import { rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Metrics } from '../metrics.ts'
import { deleteCursor, writeCursor } from './cursor.ts'
import { createFreeSpace } from '../../server/free-space.ts'
import { createGroupCommit } from './group-commit.ts'
import { type StoredEnvelope, readRecords, recordBytes } from './segment.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { type SpoolState, hasSegments, readFolder } from './spool-folder.ts'

export type Spool = {
  /** Whether an earlier process left something. */
  hasSegments: () => boolean
  /** Resolves when the envelope is on the disk, rejects when it is not (full, limit reached, unwritable). */
  append: (signal: Signal, bytes: Uint8Array) => Promise<void>
  /** The oldest envelopes, `count` or some megabytes at most. Rejects if they cannot be read. */
  take: (count: number) => Promise<StoredEnvelope[]>
  /** This envelope and all older ones were delivered. */
  drop: (last: StoredEnvelope) => Promise<void>
  size: () => { bytes: number; envelopes: number }
  /** Envelopes that were lost to damage since the start. */
  lost: () => number
  /** A lower limit of the time at which the oldest envelope came, in milliseconds since 1970; null: empty. */
  oldest: () => number | null
  close: () => Promise<void>
}
type Options = { directory: string; limit: number; log: Logger; metrics: Metrics }

/** Small enough that space is freed step by step, large enough that files are few. */
const SEGMENT_BYTES = 8 * 1024 * 1024
/** With a small limit, segments are smaller: space is freed in eighths of it. */
const SEGMENTS_PER_LIMIT = 8
/** Space in which store and collector can recover. They stop writing before the spool does. */
const MIN_FREE = { bytes: 8 * 1024 * 1024, share: 1 / 128 }
/** Waits in memory for a disk that is too slow; beyond it senders get 503 and retry. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024

export function createSpool({ directory, limit, log, metrics }: Options): Spool {
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.ceil(limit / SEGMENTS_PER_LIMIT))
  const space = createFreeSpace(directory, MIN_FREE)
  const writer = createSegmentWriter(directory, segmentBytes)
  const commits = createGroupCommit((group) => exclusively(() => writer.write(state, group)))
  let state: SpoolState = { segments: [], delivered: [], head: { number: 1, offset: 0 }, next: 1 }
  let loading: Promise<void> | undefined
  let lastTask: Promise<void> = Promise.resolve()
  let canDelete = true
  let lost = 0
  return {
    hasSegments: () => hasSegments(directory),
    append,
    take,
    drop,
    size,
    lost: () => lost,
    oldest,
    close,
  }

  async function append(signal: Signal, bytes: Uint8Array): Promise<void> {
    await load()
    const pending = commits.pendingBytes() + recordBytes(bytes.length)
    if (size().bytes + pending > limit) throw new Error(`The spool has reached its limit of ${limit} bytes.`)
    if (!space.isEnough()) throw new Error(`${directory}: the disk is full.`)
    if (pending > MAX_PENDING_BYTES) throw new Error('The disk is too slow for incoming envelopes.')
    await commits.add({ signal, bytes })
  }

  async function take(count: number): Promise<StoredEnvelope[]> {
    await load()
    while (state.head.number < state.next) {
      // Both numbers are of this moment: appends go on while the file is read.
      const [segment, following] = state.segments
      const end = following?.first ?? state.next
      const range = { ...segment!, offset: state.head.offset, from: state.head.number, end }
      const envelopes = await readRecords(range, count)
      const [oldest] = envelopes
      reportLoss((oldest?.number ?? end) - range.from, range.file)
      if (oldest === undefined) moveHead({ number: end, offset: range.size })
      else {
        moveHead({ number: oldest.number, offset: oldest.start })
        return envelopes
      }
    }
    await deleteDelivered()
    return []
  }

  async function drop({ number, end }: StoredEnvelope): Promise<void> {
    moveHead({ number: number + 1, offset: end })
    await deleteDelivered()
  }

  function moveHead(head: SpoolState['head']): void {
    state.head = head
    while (state.segments.length > 1 && state.segments[1]!.first <= head.number) {
      state.delivered.push(state.segments.shift()!)
      state.head = { number: head.number, offset: 0 }
    }
  }

  /** An error here loses nothing: after a restart some envelopes are sent twice. It is logged once. */
  async function deleteDelivered(): Promise<void> {
    try {
      // Not while a group is being written: it goes to the newest segment.
      if (state.delivered.length > 0 || state.head.number === state.next) await exclusively(deleteFiles)
      if (state.segments.length > 0) await writeCursor(directory, state.head.number)
      canDelete = true
    } catch (error) {
      const sentence = 'delivered envelopes cannot be deleted from the spool: they may be sent again'
      if (canDelete) log.warn({ error: String(error) }, sentence)
      canDelete = false
    }
  }

  async function deleteFiles(): Promise<void> {
    if (state.head.number === state.next && commits.pendingBytes() === 0) {
      await writer.close()
      state.delivered.push(...state.segments.splice(0))
      state.head = { number: state.next, offset: 0 }
    }
    for (; state.delivered.length > 0; state.delivered.shift())
      await rm(state.delivered[0]!.file, { force: true })
    // After the segments: without a cursor all of them count as not delivered.
    if (state.segments.length === 0) await deleteCursor(directory)
  }

  function reportLoss(envelopes: number, file: string): void {
    if (envelopes === 0) return
    lost += envelopes
    metrics.count('errata_relay_dropped_envelopes_total', { reason: 'damaged on the disk' }, envelopes)
    log.error({ file, envelopes }, `the spool was damaged: ${envelopes} envelopes in it are lost`)
  }

  /** Again at the next call after an error. */
  function load(): Promise<void> {
    loading ??= readFolder(directory, (sentence) => log.warn(sentence)).then(
      (loaded) => {
        state = loaded
        moveHead(state.head)
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function exclusively(task: () => Promise<void>): Promise<void> {
    const run = lastTask.then(task)
    lastTask = run.catch(() => {})
    return run
  }

  function size(): { bytes: number; envelopes: number } {
    const files = [...state.delivered, ...state.segments]
    const bytes = files.reduce((sum, file) => sum + file.size, 0)
    return { bytes, envelopes: state.next - state.head.number }
  }

  function oldest(): number | null {
    return size().envelopes > 0 ? (state.segments[0]?.created ?? null) : null
  }

  async function close(): Promise<void> {
    await lastTask
    await writer.close()
  }
}
