// What a release is compared with: the release before, another one, or its service at a time before.
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_NS, greatest, least, nowNs } from '../../database/instants.ts'
import type { ReleaseBase, SlowerRow } from '../../../contract/releases.ts'
import { crashFreeIn } from './crash-free.ts'
import { HttpError } from '../../../server/http-error.ts'
import { filtersOf, type Period } from '../../http/filters.ts'
import type { StoredRelease } from './releases.ts'
import { latencyRegressions, type Comparison } from './latency-regressions.ts'

const WEEK_NS = 7n * DAY_NS
export const TIMES = ['24h', '7d'] as const

/** Rates are of this time at least, so that they have day and night; and at most: usage changes in months. */
export const [MIN_BEFORE, MAX_PERIOD] = [DAY_NS, WEEK_NS]

/** `base`: of the answer, without the measured values. `before`: its time. */
export type Base = { base: Omit<ReleaseBase, 'crashFreeSessions'>; row: StoredRelease | null; before: Period }

/** `before`: a time; null: a release. `previous`: its name; empty: the one before. */
export type BaseRequest = { before: (typeof TIMES)[number] | null; previous: string }

type Compared = { release: StoredRelease; since: Period; ofService: StoredRelease[] }

/** `ofService`: its releases, the newest first. */
export function readBase(
  { before: time, previous: name }: BaseRequest,
  { release, since, ofService }: Compared,
): Base {
  if (time !== null && name !== '') throw new HttpError(400, 'before and previous cannot be used together.')
  if (time === '24h') return atTime(time, { from: since.from - DAY_NS, to: since.from })
  if (time === '7d') return atTime(time, { from: since.from - WEEK_NS, to: since.to - WEEK_NS })
  const at =
    name === '' ? ofService.indexOf(release) + 1 : ofService.findIndex(({ row }) => row.release === name)
  const row = ofService[at] ?? null
  if (row === null && name !== '') throw new HttpError(404, `No release ${name} of the service is stored.`)
  if (row === release) throw new HttpError(400, 'A release cannot be compared with itself.')
  const end = ofService[at - 1]?.firstSeen ?? nowNs()
  const length = row === null ? MAX_PERIOD : greatest(MIN_BEFORE, least(end - row.firstSeen, MAX_PERIOD))
  const to = row === null ? since.from : end
  return { base: { release: row?.row.release ?? null, time: null }, row, before: { from: to - length, to } }
}

function atTime(time: (typeof TIMES)[number], before: Period): Base {
  return { base: { release: null, time }, row: null, before }
}

type Measured = Base & { service: string; environment: string[]; release: string; since: Period }

/** Crash-free sessions of the base of a comparison, and what became slower since. */
export async function measureBase(
  engine: Engine,
  { base, row, before, service, environment, release, since }: Measured,
): Promise<{ against: ReleaseBase; slower: SlowerRow[] }> {
  const scope = { service: [service], environment }
  const [crashFreeSessions, [slower = []]] = await Promise.all([
    row?.row.crashFreeSessions ?? (base.time === null ? null : crashFreeIn(engine, filtersOf(before, scope))),
    latencyRegressions(engine, comparisonsOf({ base, before, service, release, since }), environment),
  ])
  return { against: { ...base, crashFreeSessions }, slower }
}

/** None without anything to compare with. */
export function comparisonsOf({
  base,
  before,
  service,
  release,
  since,
}: Pick<Measured, 'base' | 'before' | 'service' | 'release' | 'since'>): Comparison[] {
  if (base.release === null && base.time === null) return []
  return [
    {
      before: { service, release: base.release, period: before },
      since: { service, release, period: since },
    },
  ]
}
