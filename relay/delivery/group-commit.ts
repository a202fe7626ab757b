// Group commit for the disk: appends that come while a group is being written go into the next group
// together. A disk that needs 10 ms for a sync then still takes thousands of envelopes a second.
import type { Signal } from '../../otlp/otlp-json.ts'
import { recordBytes } from './segment.ts'

export type PendingEnvelope = { signal: Signal; bytes: Uint8Array }
type GroupCommit = {
  /** Resolves when the group of the envelope is written, rejects when it is not. */
  add(envelope: PendingEnvelope): Promise<void>
  /** Bytes on the disk of what is waiting and of what is being written. */
  pendingBytes(): number
}
type Pending = { envelope: PendingEnvelope; resolve: () => void; reject: (error: unknown) => void }

/** Bounds the memory that a group takes while it is copied. */
const GROUP_BYTES = 8 * 1024 * 1024

export function createGroupCommit(write: (group: PendingEnvelope[]) => Promise<void>): GroupCommit {
  const queue: Pending[] = []
  let pendingBytes = 0
  let isWriting = false
  return { add, pendingBytes: () => pendingBytes }

  function add(envelope: PendingEnvelope): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push({ envelope, resolve, reject })
      pendingBytes += recordBytes(envelope.bytes.length)
      if (!isWriting) void writeGroups()
    })
  }

  async function writeGroups(): Promise<void> {
    isWriting = true
    while (queue.length > 0) {
      const group = nextGroup()
      try {
        await write(group.map(({ envelope }) => envelope))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
      for (const { envelope } of group) pendingBytes -= recordBytes(envelope.bytes.length)
    }
    isWriting = false
  }

  function nextGroup(): Pending[] {
    let bytes = queue[0]!.envelope.bytes.length
    let count = 1
    while (count < queue.length && bytes + queue[count]!.envelope.bytes.length <= GROUP_BYTES)
      bytes += queue[count++]!.envelope.bytes.length
    return queue.splice(0, count)
  }
}
