// The order of releases: by first occurrence. Names do not tell it: "10.0" sorts before "9.0".
import type { Engine } from '../../../database/engine/engine.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import { createLruCache, type CacheCounters } from './cache.ts'

/** The newest releases of all services. They are queried again after each insert: some 5 ms. */
const MAX_RELEASES = 10_000

export type ReleaseOrder = {
  /** The oldest first. */
  sort(service: string, releases: string[]): string[]
  /** When the latest release of a service was first seen, in nanoseconds since 1970; 0 without a release. */
  latestReleaseAt(service: string): bigint
  /** The latest release of each service that has one. */
  latest: ReadonlyMap<string, { release: string; at: bigint }>
}

/** `at`: nanoseconds since 1970. */
type FirstSeen = { service: string; release: string; at: bigint }

export async function readReleaseOrder(engine: Engine): Promise<ReleaseOrder> {
  return orderOf(await queryReleases(engine))
}

export type ReleaseCache = {
  counters: CacheCounters
  read(): Promise<ReleaseOrder>
  /** Its release may be new, and is in the journal. */
  add(occurrence: Pick<Occurrence, 'service' | 'release' | 'ns'>): void
  /** What the journal had is in the tables. */
  clear(): void
}

/** `tables`: the engine without waiting for the journal. */
export function createReleaseCache(tables: Engine): ReleaseCache {
  const queried = createLruCache(1, async () => new Map([['all', await queryReleases(tables)]]))
  const names = new Set<string>()
  let pending: FirstSeen[] = []
  let order: ReleaseOrder | null = null
  /** Grows with every change: an order that was made of an older query is returned, but not kept. */
  let version = 0
  return {
    counters: queried.counters,
    async read() {
      const before = version
      const releases = (await queried.read(['all'])).get('all')!
      const current = order ?? orderOf([...releases, ...pending])
      if (version === before) order = current
      return current
    },
    add({ service, release, ns }) {
      const name = nameOf(service, release)
      if (names.has(name)) return
      names.add(name)
      pending.push({ service, release, at: ns })
      version++
      order = null
    },
    clear() {
      queried.clear()
      pending = []
      names.clear()
      version++
      order = null
    },
  }
}

/** The oldest first. */
async function queryReleases(engine: Engine): Promise<FirstSeen[]> {
  const rows = await engine.query<{ service: string; release: string; at: string }>(
    `SELECT ServiceName AS service, Release AS release,
       toString(toUnixTimestamp64Nano(min(FirstSeen) AS first)) AS at
     FROM releases GROUP BY service, release ORDER BY first DESC LIMIT ${MAX_RELEASES}`,
  )
  return rows.toReversed().map((row) => ({ ...row, at: BigInt(row.at) }))
}

/** Of a release that is there twice, the first one counts. */
function orderOf(releases: FirstSeen[]): ReleaseOrder {
  const ranks = new Map<string, number>()
  const latest = new Map<string, { release: string; at: bigint }>()
  for (const { service, release, at } of releases) {
    const name = nameOf(service, release)
    if (ranks.has(name)) continue
    ranks.set(name, ranks.size)
    if (release !== '') latest.set(service, { release, at })
  }
  // A release whose rows retention has deleted, or that is not among these, is older than all others.
  const rankOf = (service: string, release: string) => ranks.get(nameOf(service, release)) ?? -1
  return {
    sort: (service, releases) => releases.toSorted((a, b) => rankOf(service, a) - rankOf(service, b)),
    latestReleaseAt: (service) => latest.get(service)?.at ?? 0n,
    latest,
  }
}

function nameOf(service: string, release: string): string {
  return `${service}\n${release}`
}
