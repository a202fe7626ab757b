// Releases in the order in which they were first seen: names do not tell, 10.0 sorts before 9.0.
import type { Engine } from '../engine/engine.ts'

export type Releases = {
  inOrder(service: string, releases: string[]): string[]
  /** When the latest release of a service was first seen, in nanoseconds; 0 where none is known. */
  latestAt(service: string): bigint
}

export async function readReleases(engine: Engine): Promise<Releases> {
  const rows = await engine.ask<{ service: string; release: string; at: string }>(
    `SELECT ServiceName AS service, Release AS release, toString(toUnixTimestamp64Nano(min(FirstSeen) AS first)) AS at FROM releases
     GROUP BY service, release ORDER BY first`,
  )
  const ranks = new Map(rows.map(({ service, release }, rank) => [`${service}\n${release}`, rank]))
  const latest = new Map(
    rows.filter(({ release }) => release !== '').map(({ service, at }) => [service, BigInt(at)]),
  )
  // One that the range no longer knows is older than all.
  const rankOf = (service: string, release: string) => ranks.get(`${service}\n${release}`) ?? -1
  return {
    inOrder: (service, releases) => releases.toSorted((a, b) => rankOf(service, a) - rankOf(service, b)),
    latestAt: (service) => latest.get(service) ?? 0n,
  }
}
