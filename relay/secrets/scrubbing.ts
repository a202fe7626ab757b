// The scrubber, with the names of SCRUB and the names that people have added. A file has a copy of the
// latter: a relay that starts while the store is down has them too.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { parseJson } from '../../server/json.ts'
import { MAX_SCRUB_NAMES, SCRUB_NAME } from '../../server/scrub-names.ts'
import { createScrubber, type Scrubber } from './scrub.ts'

export type Scrubbing = {
  /** Another one after a change. */
  current(): Scrubber
  /** Names of SCRUB, and of people. */
  names(): { variable: string[]; added: string[] }
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

/** Another relay may have changed them. */
const REFRESH_MS = 10_000

/** Resolves when the names are known, or the store does not answer. */
export async function createScrubbing({ names, folder, readNames, logger }: Options): Promise<Scrubbing> {
  const file = path.join(folder, 'scrub-names.json')
  let added = readFile(file)
  let scrubber = createScrubber([...names, ...added])
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref()
  await refresh()
  return {
    current: () => scrubber,
    names: () => ({ variable: names, added }),
    refresh,
    close: () => clearInterval(timer),
  }

  async function refresh(): Promise<void> {
    const next = namesOf(await readNames().catch(() => undefined))
    if (next === undefined || next.join('\n') === added.join('\n')) return
    added = next
    scrubber = createScrubber([...names, ...added])
    logger.info({ names: added.length }, 'names of secrets have changed')
    try {
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(added))
      renameSync(`${file}.${process.pid}`, file)
    } catch (error) {
      logger.warn({ error }, 'names of secrets were not written: a start without the store lacks them')
    }
  }
}

function readFile(file: string): string[] {
  try {
    return namesOf(parseJson(readFileSync(file, 'utf8'))) ?? []
  } catch {
    return []
  }
}

/** Undefined: it is no list of names. */
function namesOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const names = value.filter((name): name is string => typeof name === 'string' && SCRUB_NAME.test(name))
  return names.slice(0, MAX_SCRUB_NAMES)
}
