// The hashes by which rows that arrive late are recognised, as rows of `forgotten_ids`.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../database/engine/engine.ts'
import { seconds } from '../../database/instants.ts'
import type { ForgottenId, ForgottenKind, ForgottenRows } from '../../ingest/rows/forgotten-rows.ts'
import type { Value } from './requests.ts'

/** Of one deletion, some 100 bytes each in memory: more traces are not in a queue. */
const MAX_IDS = 100_000

export async function loadForgottenIds(engine: Engine): Promise<ForgottenId[]> {
  const rows = await engine.query<{ kind: ForgottenKind; hash: string; before: string }>(
    `SELECT Kind AS kind, Hash AS hash, toString(toUnixTimestamp64Nano(max(Before))) AS before
     FROM forgotten_ids WHERE At > now() - toIntervalDay(30) GROUP BY kind, hash`,
  )
  return rows.map(({ before, ...id }) => ({ ...id, before: BigInt(before) }))
}

type Storage = { engine: Engine; forgottenRows: ForgottenRows }

/** `values`: ids of persons, sessions and traces. `before`: nanoseconds since 1970. */
export async function storeForgottenIds(
  { engine, forgottenRows }: Storage,
  values: Value[],
  before: bigint,
): Promise<void> {
  if (values.length === 0) return
  const ids = values.slice(-MAX_IDS).map(({ kind, value }) => {
    const hashed = kind as ForgottenKind
    return { kind: hashed, hash: forgottenRows.hashOf(hashed, value), before }
  })
  // First: what cannot be written is written by the next run.
  forgottenRows.add(ids)
  const rows = ids.map(({ kind, hash }) =>
    JSON.stringify({ Kind: kind, Hash: hash, Before: seconds(before) }),
  )
  await engine.insert('forgotten_ids', rows.join('\n'), randomUUID())
}
