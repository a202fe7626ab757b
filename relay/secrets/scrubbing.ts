// The scrubber, with the names of SCRUB and the names that people have added. A file has a copy of the
// latter: a relay that starts while the store is down has them too.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { isObject, parseJson } from '../../server/json.ts'
import { MAX_SCRUB_NAMES, SCRUB_NAME } from '../../server/scrub-names.ts'
import { createScrubber, type Scrubber } from './scrub.ts'

export type Scrubbing = {
  /** Another one after a change. */
  current(): Scrubber
  /** Names of SCRUB, and of people. */
  names(): { variable: string[]; added: string[]; changedAt: string | null }
  /** Reads the names of people from the store. Never rejects: while it is down, the names stay. */
  refresh: () => Promise<void>
  close: () => void
}
type Options = {
  names: string[]
  /** DATA_DIR, which several relays may share. */
  folder: string
  readNames: () => Promise<unknown>
  logger: Logger
}

/** Of people. `changedAt`: RFC 3339; null: they have added none. */
type AddedNames = { names: string[]; changedAt: string | null }

/** Another relay may have changed them. */
const REFRESH_MS = 10_000

const NO_NAMES: AddedNames = { names: [], changedAt: null }

/** Resolves when the names are known, or the store does not answer. */
export async function createScrubbing({ names, folder, readNames, logger }: Options): Promise<Scrubbing> {
  const file = path.join(folder, 'scrub-names.json')
  let added = readFile(file)
  let scrubber = createScrubber([...names, ...added.names])
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref()
  await refresh()
  return {
    current: () => scrubber,
    names: () => ({ variable: names, added: added.names, changedAt: added.changedAt }),
    refresh,
    close: () => clearInterval(timer),
  }

  async function refresh(): Promise<void> {
    const next = namesOf(await readNames().catch(() => undefined))
    // An older list is of a backup that was restored: a name that is missing there was not removed.
    if (next?.changedAt == null || next.changedAt <= (added.changedAt ?? '')) return
    added = next
    scrubber = createScrubber([...names, ...added.names])
    logger.info({ names: added.names.length }, 'names of secrets have changed')
    try {
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(added))
      renameSync(`${file}.${process.pid}`, file)
    } catch (error) {
      logger.warn({ error }, 'names of secrets were not written: a start without the store lacks them')
    }
  }
}

function readFile(file: string): AddedNames {
  try {
    return namesOf(parseJson(readFileSync(file, 'utf8'))) ?? NO_NAMES
  } catch {
    return NO_NAMES
  }
}

/** Undefined: it is no list of names. */
function namesOf(value: unknown): AddedNames | undefined {
  if (!isObject(value) || !Array.isArray(value['names'])) return undefined
  const { names, changedAt } = value as { names: unknown[]; changedAt?: unknown }
  const valid = names.filter((name): name is string => typeof name === 'string' && SCRUB_NAME.test(name))
  return {
    names: valid.slice(0, MAX_SCRUB_NAMES),
    changedAt: typeof changedAt === 'string' ? changedAt : null,
  }
}
