// The order of releases: by first occurrence. Names do not tell it: "10.0" sorts before "9.0".
import type { Engine } from '../../../database/engine/engine.ts'

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

export async function readReleaseOrder(engine: Engine): Promise<ReleaseOrder> {
  const rows = await engine.query<{ service: string; release: string; at: string }>(
    `SELECT ServiceName AS service, Release AS release,
       toString(toUnixTimestamp64Nano(min(FirstSeen) AS first)) AS at
     FROM releases GROUP BY service, release ORDER BY first DESC LIMIT ${MAX_RELEASES}`,
  )
  rows.reverse()
  const ranks = new Map(rows.map(({ service, release }, rank) => [`${service}\n${release}`, rank]))
  const latest = new Map(
    rows
      .filter(({ release }) => release !== '')
      .map(({ service, release, at }) => [service, { release, at: BigInt(at) }]),
  )
  // A release whose rows retention has deleted, or that is not among these, is older than all others.
  const rankOf = (service: string, release: string) => ranks.get(`${service}\n${release}`) ?? -1
  return {
    sort: (service, releases) => releases.toSorted((a, b) => rankOf(service, a) - rankOf(service, b)),
    latestReleaseAt: (service) => latest.get(service)?.at ?? 0n,
    latest,
  }
}
