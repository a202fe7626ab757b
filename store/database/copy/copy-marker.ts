// A table that marks a copy in progress. While it exists, the other tables have a part of the rows, and no
// view counts what is added to them.
import type { Engine } from '../engine/engine.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { readTables } from '../tables/system-tables.ts'

const MARKER = 'unfinished_copy'

export async function beginCopy(engine: Engine, replicated: '' | 'Replicated'): Promise<void> {
  await engine.command(
    `CREATE TABLE IF NOT EXISTS ${MARKER} (Started DateTime) ENGINE = ${replicated}MergeTree ORDER BY Started`,
  )
}

export async function endCopy(engine: Engine): Promise<void> {
  await engine.command(`DROP TABLE ${MARKER} SYNC`)
}

export async function isHalfCopied(engine: Engine): Promise<boolean> {
  return (await readTables(engine)).some(({ name }) => name === MARKER)
}

/** Throws a `StartupError` if a copy was interrupted: the copied part would look like everything. */
export async function refuseHalfCopied(engine: Engine): Promise<void> {
  if (await isHalfCopied(engine))
    throw new StartupError(
      'A copy into these tables was interrupted: run npm run copy again, which starts anew, or set ' +
        'DATA_DIR (or CLICKHOUSE_URL) to other data. The store does not start with incomplete data.',
    )
}
