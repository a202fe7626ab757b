// The order of releases: by first occurrence. Names do not tell it: "10.0" sorts before "9.0".
import type { Engine } from '../../../database/engine/engine.ts'
import type { Segment } from '../../../ingest/journal/segment.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import { createLruCache, type CacheCounters } from './cache.ts'

/** The newest releases of all services. They are queried again after each insert: some 5 ms. */
const MAX_RELEASES = 10_000

export type ReleaseOrder = {
  /** The oldest first. */
  sort(service: string, releases: string[]): string[]
  /** Whether a release is this one or a later one; false while `first` has no data. */
  isSince(service: string, first: string, release: string): boolean
  /** When the latest release of a service was first seen, in nanoseconds since 1970; 0 without a release. */
  latestReleaseAt(service: string): bigint
  /** The latest release of each service that has one. */
  latest: ReadonlyMap<string, { release: string; at: bigint }>
}

/** `at`: nanoseconds since 1970. */
type FirstSeen = { service: string; release: string; at: bigint }

export async function readReleaseOrder(engine: Engine): Promise<ReleaseOrder> {
  return orderOf([await queryReleases(engine)])
}

export type ReleaseCache = {
  counters: CacheCounters
  read(): Promise<ReleaseOrder>
  /** These are in a segment of the journal. */
  add(occurrences: Occurrence[], segment: Segment): void
  /** The rows of the segment are in the tables. */
  inserted(segment: Segment): void
  clear(): void
}

/** `tables`: the engine without waiting for the journal. */
export function createReleaseCache(tables: Engine): ReleaseCache {
  const queried = createLruCache(1, async () => new Map([['all', await queryReleases(tables)]]))
  /** By name. */
  const pending = new Map<Segment, Map<string, FirstSeen>>()
  let order: ReleaseOrder | null = null
  /** Grows with every change: an order that was made of an older query is returned, but not kept. */
  let version = 0
  const change = (): void => {
    version++
    order = null
  }
  const clear = (): void => {
    queried.clear()
    change()
  }
  return {
    counters: queried.counters,
    async read() {
      const before = version
      const releases = (await queried.read(['all'])).get('all')!
      const current =
        order ?? orderOf([releases, ...[...pending.values()].map((names) => [...names.values()])])
      if (version === before) order = current
      return current
    },
    add(occurrences, segment) {
      const names = pending.get(segment) ?? new Map<string, FirstSeen>()
      pending.set(segment, names)
      for (const { service, release, ns, spanNs = ns } of occurrences) {
        const name = nameOf(service, release)
        if ((names.get(name)?.at ?? AFTER_ALL) <= spanNs) continue
        names.set(name, { service, release, at: spanNs })
        change()
      }
    },
    inserted(segment) {
      pending.delete(segment)
      clear()
    },
    clear,
  }
}

const AFTER_ALL = 2n ** 63n

async function queryReleases(engine: Engine): Promise<FirstSeen[]> {
  const rows = await engine.query<{ service: string; release: string; at: string }>(
    `SELECT ServiceName AS service, Release AS release,
       toString(toUnixTimestamp64Nano(min(FirstSeen) AS first)) AS at
     FROM releases GROUP BY service, release ORDER BY first DESC LIMIT ${MAX_RELEASES}`,
  )
  return rows.map((row) => ({ ...row, at: BigInt(row.at) }))
}

/** Of a release that is in several lists, the first instant counts. */
function orderOf(lists: FirstSeen[][]): ReleaseOrder {
  const byName = new Map<string, FirstSeen>()
  for (const release of lists.flat()) {
    const name = nameOf(release.service, release.release)
    if ((byName.get(name)?.at ?? AFTER_ALL) > release.at) byName.set(name, release)
  }
  const inOrder = [...byName].toSorted(([, a], [, b]) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  const ranks = new Map(inOrder.map(([name], rank) => [name, rank]))
  const latest = new Map(
    inOrder
      .filter(([, { release }]) => release !== '')
      .map(([, { service, release, at }]) => [service, { release, at }]),
  )
  // A release whose rows retention has deleted, or that is not among these, is older than all others.
  const rankOf = (service: string, release: string) => ranks.get(nameOf(service, release)) ?? -1
  return {
    sort: (service, releases) => releases.toSorted((a, b) => rankOf(service, a) - rankOf(service, b)),
    isSince(service, first, release) {
      const rank = rankOf(service, first)
      return rank >= 0 && rankOf(service, release) >= rank
    },
    latestReleaseAt: (service) => latest.get(service)?.at ?? 0n,
    latest,
  }
}

function nameOf(service: string, release: string): string {
  return `${service}\n${release}`
}
