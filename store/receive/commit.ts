// One intent into the engine, again and again until it is in: another one would count what this one may have brought in already.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import { isDiskFull } from '../fullDisk.ts'
import { insertFormer, insertIntent } from './insert.ts'
import type { Intent, Intents, Part, Rows } from './intent.ts'
import type { Memory } from './memory.ts'

/** Pause before a group is tried again that the engine failed on. */
const RETRY_MILLISECONDS = 500

/**
 * How long a disk is full before days go for it, and before the next one goes. Merges give back within seconds what they wrote anew; and the
 * first who waited for an answer has been told to come again by then, so that nobody hurries.
 */
const FULL_MILLISECONDS = 10_000

export type CommitOptions = {
  engine: Engine
  intents: Intents
  memory: Memory
  log: Logger
  /** The disk has been full for a while: what may go, goes. */
  makeRoom: () => Promise<void>
  isClosing: () => boolean
}

export type Commit = {
  /** The parts that the engine can never take; null: the store closes, and what was written is found at the next start. */
  begin(intent: Intent, rows: Rows): Promise<Part[] | null>
  /** After a crash: what was under way is inserted again, under its token. Once: false where it is not in. True: nothing is left. */
  recover(): Promise<boolean>
  /** The same until it is in. */
  recoverInTime(): Promise<void>
}

export function createCommit({ engine, intents, memory, log, makeRoom, isClosing }: CommitOptions): Commit {
  async function insertLeft(): Promise<void> {
    const left = intents.read()
    if (left === null) return
    if (left.form === 'former') finish(left.parts, await insertFormer(engine, left))
    else finish(left.parts, await insertIntent(engine, intents, left))
    log.info({ requests: left.parts.length }, 'inserted what was under way when the store last ended')
  }

  /** What the engine can never take is not known as received: its sender may have been told to come again, and is told then. */
  function finish<P extends { keys: string[] }>(parts: P[], refused: P[]): void {
    memory.add(parts.flatMap((part) => (refused.includes(part) ? [] : part.keys)))
    intents.remove()
  }

  async function untilDone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    let failures = 0
    let full = performance.now()
    for (;;) {
      try {
        const result = await work()
        if (failures > 0) log.info({ failures }, 'the engine took what it had failed on')
        return result
      } catch (error) {
        // Twice a second the same words would bury all others.
        if (failures++ === 0)
          log.error({ err: error }, 'the engine did not take a group of requests; trying again until it does')
        if (isClosing()) return null
        if (!isDiskFull(error)) full = performance.now()
        else if (performance.now() - full > FULL_MILLISECONDS) {
          await makeRoom()
          full = performance.now()
        }
        await pause(RETRY_MILLISECONDS)
      }
    }
  }

  return {
    begin(intent, rows) {
      let written = false
      return untilDone(async () => {
        if (!written) intents.write(intent, rows)
        written = true
        const refused = await insertIntent(engine, intents, intent)
        finish(intent.parts, refused)
        return refused
      })
    },
    async recover() {
      try {
        await insertLeft()
        return true
      } catch (error) {
        log.error(
          { err: error },
          'the engine does not take what was under way when the store last ended; trying again until it does',
        )
        return false
      }
    },
    async recoverInTime() {
      await untilDone(insertLeft)
    },
  }
}
