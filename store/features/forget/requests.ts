// What waits to be deleted, as rows of `forget_values`: a partition for each request.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../database/engine/engine.ts'
import { localName } from '../../database/tables/distributed.ts'
import type { ValueKind } from './person-rows.ts'

export type Value = { kind: ValueKind; value: string }

/** Rows of one insert. */
const BATCH = 10_000

/** `request`: a UUID. */
export async function insertValues(engine: Engine, request: string, values: Value[]): Promise<void> {
  for (let start = 0; start < values.length; start += BATCH) {
    const rows = values
      .slice(start, start + BATCH)
      .map(({ kind, value }) => JSON.stringify({ Request: request, Kind: kind, Value: value }))
    await engine.insert('forget_values', rows.join('\n'), randomUUID())
  }
}

/** Of requests: all of these kinds. */
export function readValues(engine: Engine, requests: string[], kinds: ValueKind[]): Promise<Value[]> {
  return engine.query<Value>(
    `SELECT DISTINCT Kind AS kind, Value AS value FROM forget_values
     WHERE Request IN {requests:Array(String)} AND Kind IN {kinds:Array(String)}`,
    { requests, kinds },
  )
}

/** `isUrgent`: it does not wait for the night. */
export type WaitingRequest = { id: string; isUrgent: boolean }

export async function readRequests(engine: Engine): Promise<WaitingRequest[]> {
  const rows = await engine.query<{ id: string; urgent: number }>(
    `SELECT Request AS id, max(Kind = 'run') AS urgent FROM forget_values GROUP BY id ORDER BY id`,
  )
  return rows.map(({ id, urgent }) => ({ id, isUrgent: urgent === 1 }))
}

/** Requests that are done. */
export async function dropValues(engine: Engine, cluster: string | null, requests: string[]): Promise<void> {
  const table = localName('forget_values', cluster)
  for (const id of requests) await engine.command(`ALTER TABLE ${table} DROP PARTITION '${id}'`)
}
