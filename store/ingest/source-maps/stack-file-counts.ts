// Counts occurrences per script of a stack, with a source map and without one, and writes the sums regularly.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createSequence } from '../../../server/event-loop.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { ownerOf } from '../grouping/owner.ts'
import { createTextCache } from '../text-cache.ts'
import type { StackFrame } from '../grouping/stack-frame.ts'
import { parseLine } from '../grouping/stack.ts'
import type { MappedStack } from './mapped-stack.ts'
import type { SentException } from './received-stacks.ts'
import { scriptPath } from './map-index.ts'

const WRITE_MILLISECONDS = 60_000

/** Different scripts between two writes. Pages can send any name. */
const MAX_FILES = 10_000

/** Whose scripts are cached. */
const MAX_STACKS = 2_000

/** Lines until the first frame of the application. */
const MAX_LINES = 30

/** Rows that a list reads. */
const MAX_USES = 100_000

export type StackFileCounts = {
  /**
   * Occurrences, one unless told otherwise; `mapped`: their stacks. Scripts of a stack that is mapped later
   * are counted then.
   */
  count(sent: CountedException, mapped: MappedStack[], occurrences?: number): void
  /** An occurrence of a service without any map: the script of its first own frame. */
  countWithoutMaps(sent: CountedException, stack: string): void
  /** Of one service, or of all if it is empty. */
  read(service: string): Promise<StackFileUse[]>
  stop(): Promise<void>
}

/** `lastSeen`: as the engine writes instants. */
type StackFileUse = {
  service: string
  release: string
  file: string
  mapped: number
  unmapped: number
  lastSeen: string
}

type CountedException = Pick<SentException, 'service' | 'release' | 'page'>

type Sums = { mapped: number; unmapped: number }

export function countStackFiles(engine: Engine, log: Logger): StackFileCounts {
  let counts = new Map<string, Sums>()
  const scripts = createTextCache<{ path: string | null }>(MAX_STACKS)
  const sequence = createSequence()
  const timer = setInterval(() => void writeOrLog(), WRITE_MILLISECONDS)

  function add(key: string, isMapped: boolean, occurrences: number): void {
    const sums = counts.get(key) ?? { mapped: 0, unmapped: 0 }
    if (!counts.has(key) && counts.size >= MAX_FILES) return
    if (isMapped) sums.mapped += occurrences
    else sums.unmapped += occurrences
    counts.set(key, sums)
  }

  /** A list also has the sums that are being written. */
  const write = (): Promise<void> => sequence(writeSums)

  async function writeSums(): Promise<void> {
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    const now = Math.floor(Date.now() / 1000)
    const rows = [...written].map(([key, { mapped, unmapped }]) => {
      const [ServiceName, Release, File] = JSON.parse(key) as [string, string, string]
      return JSON.stringify({ ServiceName, Release, File, Mapped: mapped, Unmapped: unmapped, LastSeen: now })
    })
    await engine.insert('stack_files', rows.join('\n'), randomUUID())
  }

  /** A minute of counts may be lost: no answer of the store depends on them. */
  async function writeOrLog(): Promise<void> {
    await write().catch((error: unknown) => log.warn({ err: error }, 'uses of source maps are not counted'))
  }

  return {
    count({ service, release, page }, mapped, occurrences = 1) {
      const keys = new Map<string, boolean>()
      const complete = mapped.filter(({ isComplete }) => isComplete)
      for (const { frame, file, original } of complete.flatMap(({ lines }) => lines)) {
        if (frame === null) continue
        if (file && original) keys.set(JSON.stringify([file.service, file.release, file.file]), true)
        else if (isBuilt(frame) && ownerOf(frame, page) === 'own')
          keys.set(JSON.stringify([service, release, scriptPath(frame.file)]), false)
      }
      for (const [key, isMapped] of keys) add(key, isMapped, occurrences)
    },
    countWithoutMaps({ service, release, page }, stack) {
      const script = scripts.get(`${page}\n${stack}`, () => ({ path: ownScript(stack, page) }))
      if (script.path !== null) add(JSON.stringify([service, release, script.path]), false, 1)
    },
    async read(service) {
      await write()
      return engine.query<StackFileUse>(
        `SELECT ServiceName AS service, Release AS release, File AS file, sum(Mapped) AS mapped,
           sum(Unmapped) AS unmapped, toString(max(LastSeen)) AS lastSeen
         FROM stack_files WHERE {service:String} IN ('', ServiceName) GROUP BY service, release, file
         ORDER BY unmapped DESC, service, release, file LIMIT ${MAX_USES}`,
        { service },
      )
    },
    async stop() {
      clearInterval(timer)
      await writeOrLog()
    },
  }
}

/** Of the first own frame; null: it is not of a build, or all frames are of others. */
function ownScript(stack: string, page: string): string | null {
  for (const line of stack.split('\n', MAX_LINES)) {
    const frame = parseLine(line)?.frame
    if (!frame || ownerOf(frame, page) !== 'own') continue
    return isBuilt(frame) ? scriptPath(frame.file) : null
  }
  return null
}

const SCRIPT = /\.[cm]?js(?:[?#]|$)/

/** Folders into which builds write servers. */
const OUTPUT = /[\\/](?:\.next|\.svelte-kit|\.output|\.nuxt|\.vercel|\.netlify|dist|build|out)[\\/]/

/** No line that people write is longer. */
const MAX_COLUMN = 300

/**
 * What a browser loads; modules of a development server have the ending of their source. Of a server, what a
 * build has written: a file of JavaScript may also be the source code itself.
 */
function isBuilt({ file, column }: StackFrame): boolean {
  if (!SCRIPT.test(file)) return false
  return /^https?:/.test(file) || OUTPUT.test(file) || (column ?? 0) > MAX_COLUMN
}
