// What was acknowledged and is not in the engine yet, on the disk: segments, each of which becomes one block.
// After a crash a segment is inserted again under the same token, which stores it once.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { journalFolder } from '../../database/folder.ts'
import { LOG_COLUMNS } from '../rows/logs.ts'
import { TRACE_COLUMNS } from '../rows/traces.ts'
import { keepDamaged, readSegment } from './read-segment.ts'
import { createSegment, type Part, type PartBuffers, type Segment } from './segment.ts'

export type Journal = {
  /** To the current segment; the first one begins it. All or nothing. */
  append(parts: Part[], buffers: PartBuffers): Promise<Segment>
  /** The segment that is being written; null: nothing was appended since `end`. */
  current(): Segment | null
  /** Ends the current segment. Null: nothing was appended. */
  end(): Segment | null
  /** What an earlier process left, the oldest first. */
  left: Segment[]
  /** Sentences about what an earlier process left, if nothing can read it. */
  problems(): string[]
}

const COLUMNS = { otel_traces: TRACE_COLUMNS, otel_logs: LOG_COLUMNS }

export function openJournal(parent: string, fsync: boolean): Journal {
  const folder = journalFolder(parent)
  mkdirSync(folder, { recursive: true })
  const numbers = numbersIn(folder)
  removeOrphans(folder, numbers)
  const broken = new Set(brokenIn(folder))
  const left = numbers.flatMap((number) => {
    const path = join(folder, String(number))
    const { segment, isDamaged } = readSegment(path)
    if (isDamaged) broken.add(keepDamaged(path))
    if (segment.parts.length > 0) return [segment]
    segment.remove()
    return []
  })
  let next = (numbers.at(-1) ?? 0) + 1
  let current: Segment | null = null
  return {
    async append(parts, buffers) {
      current ??= createSegment(join(folder, String(next++)), COLUMNS, fsync)
      const segment = current
      await segment.append(parts, buffers)
      return segment
    },
    current: () => (current?.parts.length ? current : null),
    end() {
      const segment = current
      current = null
      segment?.end()
      if (segment?.parts.length) return segment
      segment?.remove()
      return null
    },
    left,
    problems: () => [...broken].map(describeBroken),
  }
}

/** Of the segments, the oldest first. */
function numbersIn(folder: string): number[] {
  return namesIn(folder)
    .flatMap((name) => (/^\d+\.parts$/.test(name) ? [Number.parseInt(name, 10)] : []))
    .toSorted((a, b) => a - b)
}

/** Files of a segment whose list a process has removed, just before it ended. */
function removeOrphans(folder: string, numbers: number[]): void {
  for (const name of namesIn(folder))
    if (!name.endsWith('.broken') && !numbers.includes(Number.parseInt(name, 10))) rmSync(join(folder, name))
}

function brokenIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (name.endsWith('.broken') ? [join(folder, name)] : []))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It does not exist yet.
    return []
  }
}

function describeBroken(file: string): string {
  return `A part of the journal could not be read and was copied to ${file}.`
}
