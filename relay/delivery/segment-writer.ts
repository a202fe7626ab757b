// Writes groups of records to the end of the newest segment, and begins a new one when it is full.
import type { FileHandle } from 'node:fs/promises'
import type { PendingEnvelope } from './group-commit.ts'
import { encodeRecord, writeAt } from './segment.ts'
import { type Segment, type SpoolState, createSegment } from './spool-folder.ts'

type SegmentWriter = {
  /** Resolves when the group is on the disk. After an error, nothing of it is. */
  write(state: SpoolState, group: PendingEnvelope[]): Promise<void>
  close(): Promise<void>
}
type Target = { segment: Segment; handle: FileHandle }

/** A segment is closed when it has reached `segmentBytes`. One call at a time. */
export function createSegmentWriter(directory: string, segmentBytes: number): SegmentWriter {
  let target: Target | undefined
  return { write, close }

  async function write(state: SpoolState, group: PendingEnvelope[]): Promise<void> {
    const records = Buffer.concat(
      group.flatMap(({ signal, bytes }, index) => encodeRecord(state.next + index, signal, bytes)),
    )
    const { segment, handle } = await targetOf(state)
    try {
      await writeAt(handle, segment.size, records)
    } catch (error) {
      await undo()
      throw error
    }
    segment.size += records.length
    state.next += group.length
  }

  async function targetOf(state: SpoolState): Promise<Target> {
    if (target !== undefined && target.segment.size < segmentBytes) return target
    await close()
    // A file of that name has no intact record: it is the newest one, and `next` is its first number.
    state.segments = state.segments.filter(({ first }) => first !== state.next)
    target = await createSegment(directory, state.next)
    state.segments.push(target.segment)
    return target
  }

  /** If that fails too, a new segment is begun: its name tells where the records of this one end. */
  async function undo(): Promise<void> {
    await target!.handle.truncate(target!.segment.size).catch(close)
  }

  async function close(): Promise<void> {
    const handle = target?.handle
    target = undefined
    await handle?.close()
  }
}
