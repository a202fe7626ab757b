// The steps of a deletion. Each may run twice: a crash begins the request anew.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { parseTerms } from '../../../contract/query.ts'
import type { SavedSearch } from '../../../contract/search.ts'
import type { Sequence } from '../../../server/event-loop.ts'
import type { Config } from '../../config.ts'
import type { RowCounts } from '../../database/disk/row-counts.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { nowNs } from '../../database/instants.ts'
import { mutate, waitForOldParts, type MutationOptions } from '../../database/mutations.ts'
import { SCHEMA } from '../../database/tables/schema.ts'
import type { ForgottenRows } from '../../ingest/rows/forgotten-rows.ts'
import type { DeletionList, StoredDeletion } from './deletions.ts'
import { storeForgottenIds } from './forgotten-ids.ts'
import { dropValues, insertValues, readValues, type Value } from './requests.ts'
import { deletionStages, fillStatements, remainingTexts, type DeletionScope } from './statements.ts'

const TABLES = SCHEMA.tables.map(({ name }) => name)

export type DeletionRun = {
  engine: Engine
  config: Config
  exclusive: Sequence
  rowCounts: RowCounts
  reload: () => Promise<void>
  list: DeletionList
  forgottenRows: ForgottenRows
  signal: AbortSignal
  log: Logger
}

/** Resolves when no answer has the rows. `requests`: their ids, at least one. */
export async function runDeletion(run: DeletionRun, requests: string[]): Promise<void> {
  const { engine, config, exclusive, rowCounts } = run
  // A crash from now on: the next start goes on.
  await insertValues(engine, requests[0]!, [{ kind: 'run', value: '' }])
  const before = nowNs()
  const scope = await readScope(run, requests)
  const persons = await readValues(engine, requests, ['user', 'session'])
  await begin(run, requests, before)
  await storeForgottenIds(run, persons, before)
  // What arrives from here on is compared with the hashes; what came before is in the tables.
  await exclusive(() => Promise.resolve())
  for (const statement of fillStatements(scope)) await engine.command(statement)
  await storeForgottenIds(run, await readValues(engine, requests, ['visit', 'trace']), before)
  await removeFiles(run, requests, persons)
  const stages = deletionStages(await readScope(run, requests))
  rowCounts.suspend(stages.flat().map(({ table }) => table))
  try {
    for (const stage of stages) await mutate(stage, optionsOf(run))
    await engine.command(remainingTexts(scope))
    await run.reload()
  } finally {
    rowCounts.resume()
  }
  await dropValues(engine, config.cluster, requests)
}

/** Resolves when the rows have left the disk. */
export async function finishDeletion(run: DeletionRun, deletions: StoredDeletion[]): Promise<void> {
  await waitForOldParts(TABLES, optionsOf(run))
  for (const deletion of deletions) await run.list.write({ ...deletion, doneAt: new Date().toISOString() })
}

function optionsOf({ engine, config, signal }: DeletionRun): MutationOptions {
  return { engine, cluster: config.cluster, signal }
}

async function readScope({ engine }: DeletionRun, requests: string[]): Promise<DeletionScope> {
  const rows = await engine.query<{ kind: Value['kind'] }>(
    'SELECT DISTINCT Kind AS kind FROM forget_values WHERE Request IN {requests:Array(String)}',
    { requests },
  )
  const stored = new Set(rows.map(({ kind }) => kind))
  return { requests, has: (...kinds) => kinds.some((kind) => stored.has(kind)) }
}

async function begin({ list }: DeletionRun, requests: string[], before: bigint): Promise<void> {
  for (const deletion of await list.read())
    if (requests.includes(deletion.id)) await list.write({ ...deletion, before: String(before) })
}

/** Bodies that were refused, and saved searches, that name a person. */
async function removeFiles(run: DeletionRun, requests: string[], persons: Value[]): Promise<void> {
  const { engine, config } = run
  const ids = persons.map(({ value }) => value)
  if (ids.length === 0) return
  const refused = join(config.folder, 'refused')
  for (const file of listFiles(refused)) {
    const bytes = readFileSync(join(refused, file))
    if (ids.some((id) => bytes.includes(id))) rmSync(join(refused, file), { force: true })
  }
  const searches = await engine.query<{ id: string; value: string }>(
    `SELECT Id AS id, Value AS value FROM settings WHERE Kind = 'search' AND Value != ''`,
  )
  const names = searches.filter(({ value }) => namesPerson(value, ids)).map(({ id }) => id)
  await insertValues(
    engine,
    requests[0]!,
    names.map((value) => ({ kind: 'search', value })),
  )
}

/** By a term, an attribute (`user.id:7`) or a word of its name, in any case. */
function namesPerson(setting: string, ids: string[]): boolean {
  const { name, search } = JSON.parse(setting) as SavedSearch
  const query = new URLSearchParams(search)
  const attribute = query.get('attribute') ?? ''
  const values = [
    ...parseTerms(query.get('q') ?? '').map(({ value }) => value),
    attribute.slice(attribute.indexOf(':') + 1),
    ...name.split(/\s+/),
  ]
  const inAnyCase = new Set(values.map((value) => value.toLowerCase()))
  return ids.some((id) => inAnyCase.has(id.toLowerCase()))
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
