// What a release is compared with: the release before, another one, or its service at a time before.
import type { Engine } from '../../database/engine/engine.ts'
import { HOUR_NS, type Period } from './release-changes.ts'
import { exactInstant } from '../../database/rfc3339.ts'
import type { ReleaseBase, SlowerRow } from '../../../contract/releases.ts'
import { crashFreeIn } from './crash-free.ts'
import { HttpError } from '../../../server/http-error.ts'
import { parseChoices, parseText } from '../../http/query-parameters.ts'
import type { StoredRelease } from './releases.ts'
import { slower } from './slower.ts'

const [DAY, WEEK] = [24n * HOUR_NS, 168n * HOUR_NS]
const TIMES = ['24h', '7d'] as const

/** Rates are of this time at least, so that they have day and night; and at most: usage changes in months. */
export const [MIN_BEFORE, MAX_PERIOD] = [DAY, WEEK]

/** `base`: that of the answer, without what is measured. `before`: its time. */
export type Base = { base: Omit<ReleaseBase, 'crashFreeSessions'>; row: StoredRelease | null; before: Period }

type Compared = { release: StoredRelease; since: Period; ofService: StoredRelease[] }

/** `ofService`: its releases, the newest first. */
export function readBase(query: URLSearchParams, { release, since, ofService }: Compared): Base {
  const [time] = parseChoices(query, 'before', TIMES, [])
  const name = parseText(query, 'previous')
  if (time !== undefined && name !== '')
    throw new HttpError(400, 'before and previous cannot be used together.')
  if (time === '24h') return atTime(time, { from: since.from - DAY, to: since.from })
  if (time === '7d') return atTime(time, { from: since.from - WEEK, to: since.to - WEEK })
  const at =
    name === '' ? ofService.indexOf(release) + 1 : ofService.findIndex(({ row }) => row.release === name)
  const row = ofService[at] ?? null
  if (row === null && name !== '') throw new HttpError(404, `No release ${name} of the service is stored.`)
  if (row === release) throw new HttpError(400, 'A release cannot be compared with itself.')
  const end = ofService[at - 1]?.firstSeen ?? BigInt(Date.now()) * 1_000_000n
  const length = row === null ? MAX_PERIOD : most(MIN_BEFORE, least(end - row.firstSeen, MAX_PERIOD))
  const to = row === null ? since.from : end
  return { base: { release: row?.row.release ?? null, time: null }, row, before: { from: to - length, to } }
}

function atTime(time: (typeof TIMES)[number], before: Period): Base {
  return { base: { release: null, time }, row: null, before }
}

type Measured = Base & { service: string; environment: string[]; release: string; since: Period }

/** Crash-free sessions of what a release is compared with, and what is slower than there. */
export async function measureBase(
  engine: Engine,
  { base, row, before, service, environment, release, since }: Measured,
): Promise<{ against: ReleaseBase; slower: SlowerRow[] }> {
  const filters = ({ from, to }: Period, name: string | null) => ({
    service,
    ...(environment[0] !== undefined && { environment: environment[0] }),
    ...(name !== null && { release: name }),
    from: exactInstant(from),
    to: exactInstant(to),
  })
  const isCompared = base.release !== null || base.time !== null
  const [crashFreeSessions, rows] = await Promise.all([
    row?.row.crashFreeSessions ??
      (base.time === null ? null : crashFreeIn(engine, { service: [service], environment, ...before })),
    isCompared ? slower(engine, filters(before, base.release), filters(since, release)) : [],
  ])
  return { against: { ...base, crashFreeSessions }, slower: rows }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
