// Inserts one intent until it is stored. Another one must not be inserted before: it would store again, under
// another token, rows that this one may have stored already.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DiskGuard } from '../../database/disk/disk-guard.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DiskFullError, isDiskFull } from '../../database/engine/errors.ts'
import { insertIntent } from './insert.ts'
import type { Intent, Intents, Part, PartBuffers } from './intent.ts'
import type { ReceivedHashes } from './received-hashes.ts'

/** Pause after an insert that failed. */
const RETRY_MILLISECONDS = 500

/**
 * A disk is full this long before each day is dropped. Merges free space within seconds; the first senders
 * were answered with 503 by then, so none of them waits.
 */
const DISK_FULL_MILLISECONDS = 10_000

export type DiskSpace = Pick<DiskGuard, 'hasSpaceFor' | 'insert'>

type CommitOptions = {
  engine: Engine
  intents: Intents
  received: ReceivedHashes
  disk: DiskSpace
  log: Logger
  /** The disk has been full for a while. */
  freeSpace: () => Promise<void>
  isClosing: () => boolean
}

type Committer = {
  /** Returns the parts that the engine can never read. Null: the store closes; its next start inserts. */
  commit(intent: Intent, buffers: PartBuffers): Promise<Part[] | null>
  /** After a crash: inserts the batch that was in progress, once. False: the engine failed. */
  recover(): Promise<boolean>
  /** The same until it is stored. */
  recoverWithRetry(): Promise<void>
}

export function createCommitter(options: CommitOptions): Committer {
  const { engine, intents, received, disk, log, freeSpace, isClosing } = options

  async function insertPending(): Promise<void> {
    const intent = intents.read()
    if (intent === null) return
    finish(intent, await insert(intent))
    log.info(
      { requests: intent.parts.length },
      'inserted the batch that was in progress when the store stopped',
    )
  }

  async function insert(intent: Intent): Promise<Part[]> {
    checkSpace(intent)
    return disk.insert(() => insertIntent({ engine, intents, intent }), true)
  }

  function checkSpace({ parts }: Intent): void {
    if (!disk.hasSpaceFor(parts.reduce((sum, { length }) => sum + length, 0))) throw new DiskFullError()
  }

  /** Refused parts are not recorded: a sender that was answered 503 is to be refused next time. */
  function finish({ parts }: Intent, refused: Part[]): void {
    received.add(parts.flatMap((part) => (refused.includes(part) ? [] : part.keys)))
    intents.remove()
  }

  async function retry<Result>(work: () => Promise<Result>): Promise<Result | null> {
    let failures = 0
    let fullSince = performance.now()
    for (;;) {
      try {
        const result = await work()
        if (failures > 0) log.info({ failures }, 'a batch of requests was stored after failures')
        return result
      } catch (error) {
        // Once: the same line twice a second would hide all others.
        if (failures++ === 0)
          log.error({ err: error }, 'the engine did not store a batch of requests; retrying')
        if (isClosing()) return null
        if (!isDiskFull(error)) fullSince = performance.now()
        else if (performance.now() - fullSince > DISK_FULL_MILLISECONDS) {
          await freeSpace()
          fullSince = performance.now()
        }
        await pause(RETRY_MILLISECONDS)
      }
    }
  }

  return {
    commit(intent, buffers) {
      let written = false
      return retry(async () => {
        if (!written) {
          checkSpace(intent)
          intents.write(intent, buffers)
        }
        written = true
        const refused = await insert(intent)
        finish(intent, refused)
        return refused
      })
    },
    async recover() {
      try {
        await insertPending()
        return true
      } catch (error) {
        log.error(
          { err: error },
          'the batch that was in progress when the store stopped is not stored yet; retrying',
        )
        return false
      }
    },
    async recoverWithRetry() {
      await retry(insertPending)
    },
  }
}
