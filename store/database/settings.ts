// Settings by people. Every change is a row; the newest row of an id is its value.
import { randomUUID } from 'node:crypto'
import { nowNs, seconds } from './instants.ts'
import type { Engine } from './engine/engine.ts'

/** Each is a table of its own to its readers. */
export type SettingKind =
  | 'rule'
  | 'channel'
  | 'search'
  | 'ticket-template'
  | 'digest'
  | 'alerts-file'
  | 'unsubscribed'
  | 'key'
  | 'person'
  | 'profile'
  | 'session'
  | 'token'
  | 'invite'
  | 'presence'
  | 'claim'
  | 'forgotten'
  | 'service'
  | 'scrub-names'

/** `value`: null of a deleted one. `createdAt`, `changedAt`: nanoseconds since 1970. */
export type Setting<Value> = { id: string; value: Value | null; createdAt: bigint; changedAt: bigint }

/** The oldest first. Values are as they were written. */
export async function readSettings<Value>(engine: Engine, kind: SettingKind): Promise<Setting<Value>[]> {
  const rows = await engine.query<{ id: string; value: string; created: string; changed: string }>(
    `SELECT Id AS id, argMax(if(IsDeleted, '', Value), At) AS value,
       toString(toUnixTimestamp64Nano(min(At))) AS created,
       toString(toUnixTimestamp64Nano(max(At))) AS changed
     FROM settings WHERE Kind = {kind:String} GROUP BY id ORDER BY min(At), id`,
    { kind },
  )
  return rows.map(({ id, value, created, changed }) => ({
    id,
    value: value === '' ? null : (JSON.parse(value) as Value),
    createdAt: BigInt(created),
    changedAt: BigInt(changed),
  }))
}

/** `value`: null deletes it. */
export async function writeSetting(
  engine: Engine,
  { kind, id, value }: { kind: SettingKind; id: string; value: unknown },
): Promise<void> {
  const row = {
    Kind: kind,
    Id: id,
    At: seconds(nowNs()),
    Value: value === null ? '' : JSON.stringify(value),
    IsDeleted: value === null ? 1 : 0,
  }
  await engine.insert('settings', JSON.stringify(row), randomUUID())
}
