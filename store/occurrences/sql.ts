// Digests of the occurrences before and after one, within its issue.
import type { Engine } from '../engine/engine.ts'
import { findNeighbours } from './memory/lookup.ts'
import type { Grouped } from '../issues/issue-state.ts'

export type Neighbours = { previous: string | null; next: string | null }

type Instant = { ns: string; digest: string }

/** An occurrence's place in its table. */
type Place = Instant & { ids: string[] }

const DIRECTIONS = { previous: ['<', 'DESC'], next: ['>', 'ASC'] } as const
type Direction = keyof typeof DIRECTIONS

/** Hours on both sides that are read whole: in most issues both neighbours are found there in one question. */
const NEAR_HOURS = 6

/** Rows of those hours that are looked through here, which is the quicker way. The engine looks through more. */
const MOST_NEAR = 2_000

const HERE = 'fromUnixTimestamp64Nano({ns:Int64})'
const NEAR = `IssueId IN {ids:Array(String)} AND Timestamp >= ${HERE} - toIntervalHour(${NEAR_HOURS}) AND Timestamp <= ${HERE} + toIntervalHour(${NEAR_HOURS})`

export async function neighboursOf({ engine, ledger, register }: Grouped, place: Place): Promise<Neighbours> {
  const { ids, digest } = place
  const ns = BigInt(place.ns)
  const held = register?.holds(ns) ? findNeighbours(register, ids, { ns, digest }) : null
  const [near, lives] = await Promise.all([held ?? nearOf(engine, place), ledger.lives(ids)])
  const known = ids.flatMap((id) => lives.get(id) ?? [])
  // Before an issue was first seen, and after it was last seen, there is nothing to look for.
  const isThere = {
    previous: !register?.holds(0n) && known.some(({ first }) => first < ns),
    next: held === null && known.some(({ last }) => last > ns),
  }
  const find = async (direction: Direction): Promise<string | null> => {
    if (near[direction] !== '') return near[direction]
    return isThere[direction] ? far(engine, place, direction) : null
  }
  const [previous, next] = await Promise.all([find('previous'), find('next')])
  return { previous, next }
}

async function nearOf(engine: Engine, place: Place): Promise<Record<Direction, string>> {
  const rows = await engine.ask<Instant>(
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Digest AS digest FROM exceptions WHERE ${NEAR} LIMIT ${MOST_NEAR}`,
    place,
  )
  if (rows.length === MOST_NEAR) return nearOfMany(engine, place)
  const sorted = rows.toSorted(compare)
  return {
    previous: sorted.findLast((row) => compare(row, place) < 0)?.digest ?? '',
    next: sorted.find((row) => compare(row, place) > 0)?.digest ?? '',
  }
}

function compare(a: Instant, b: Instant): number {
  const [left, right] = [BigInt(a.ns), BigInt(b.ns)]
  if (left !== right) return left < right ? -1 : 1
  if (a.digest !== b.digest) return a.digest < b.digest ? -1 : 1
  return 0
}

async function nearOfMany(engine: Engine, place: Place): Promise<Record<Direction, string>> {
  const [row] = await engine.ask<Record<Direction, string>>(
    `SELECT argMaxIf(Digest, (Timestamp, Digest), (Timestamp, Digest) < (${HERE}, {digest:String})) AS previous,
       argMinIf(Digest, (Timestamp, Digest), (Timestamp, Digest) > (${HERE}, {digest:String})) AS next
     FROM exceptions WHERE ${NEAR}`,
    place,
  )
  return row ?? { previous: '', next: '' }
}

/** However far away: read in the key's order and ended at the first. The bound by Timestamp alone is what the key can use. */
async function far(engine: Engine, place: Place, direction: Direction): Promise<string | null> {
  const [than, order] = DIRECTIONS[direction]
  const rows = await engine.ask<{ digest: string }>(
    `SELECT Digest AS digest FROM exceptions WHERE IssueId IN {ids:Array(String)} AND Timestamp ${than}= ${HERE}
       AND (Timestamp, Digest) ${than} (${HERE}, {digest:String})
     ORDER BY Timestamp ${order}, Digest ${order} LIMIT 1`,
    place,
  )
  return rows[0]?.digest ?? null
}
