// Statements that rewrite stored rows (`ALTER TABLE … DELETE` and `UPDATE`). The engine runs them in the
// background and goes on after a restart. The parts before them stay on the disk for a while.
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine/engine.ts'
import { localName } from './tables/distributed.ts'

const POLL_MILLISECONDS = 250

/** `change`: behind the name of the table, such as `DELETE WHERE …`. */
export type Mutation = { table: string; change: string }

export type MutationOptions = {
  /** Without waiting for the journal. */
  engine: Engine
  cluster: string | null
  /** Aborted when the store closes: then the reason is thrown. */
  signal: AbortSignal
}

/** Resolves when all are done. Throws the reason of one that fails; the engine goes on trying. */
export async function mutate(mutations: Mutation[], options: MutationOptions): Promise<void> {
  const { engine, cluster, signal } = options
  const tables = mutations.map(({ table }) => localName(table, cluster))
  const settings = engine.kind === 'embedded' ? '' : 'SETTINGS allow_nondeterministic_mutations = 1'
  for (const [index, { change }] of mutations.entries())
    await engine.command(`ALTER TABLE ${tables[index]!} ${change} ${settings}`)
  for (;;) {
    const rows = await engine.query<{ reason: string }>(
      `SELECT latest_fail_reason AS reason FROM ${everywhere('mutations', cluster)}
       WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT is_done`,
      { tables },
    )
    if (rows.length === 0) return
    const reason = rows.find((row) => row.reason !== '')?.reason
    if (reason !== undefined) throw new Error(`Rows could not be deleted: ${reason}`)
    await pause(POLL_MILLISECONDS, undefined, { signal })
  }
}

/** Resolves when the parts that are not used any more now have left the disk. */
export async function waitForOldParts(tables: string[], options: MutationOptions): Promise<void> {
  const { signal } = options
  let waiting = await readOldParts(tables, options)
  while (waiting.size > 0) {
    await pause(4 * POLL_MILLISECONDS, undefined, { signal })
    await removeOldParts(tables, options)
    const present = await readOldParts(tables, options)
    waiting = new Set([...waiting].filter((part) => present.has(part)))
  }
}

/**
 * An idle engine waits for minutes. To drop a partition, also an empty one, removes them; of a cluster, on
 * the server that is asked.
 */
async function removeOldParts(tables: string[], { engine, cluster }: MutationOptions): Promise<void> {
  // A part that a query of before has read is in use until the next query.
  await engine.releaseTables()
  for (const table of tables)
    await engine.command(`ALTER TABLE ${localName(table, cluster)} DROP PARTITION ID '19700101'`)
}

async function readOldParts(tables: string[], { engine, cluster }: MutationOptions): Promise<Set<string>> {
  const parts = await engine.query<{ path: string }>(
    `SELECT concat(hostName(), path) AS path FROM ${everywhere('parts', cluster)}
     WHERE database = currentDatabase() AND NOT active AND table IN {tables:Array(String)}`,
    { tables: tables.map((table) => localName(table, cluster)) },
  )
  return new Set(parts.map(({ path }) => path))
}

/** A table of the engine itself, of all its servers. */
function everywhere(table: string, cluster: string | null): string {
  return cluster === null ? `system.${table}` : `clusterAllReplicas('${cluster}', system.${table})`
}
