// Releases in the order in which they were first seen: names do not tell, 10.0 sorts before 9.0.
import type { Engine } from '../engine/engine.ts'

type InOrder = (service: string, releases: string[]) => string[]

export async function releaseOrder(engine: Engine, services: string[]): Promise<InOrder> {
  if (services.length === 0) return (_service, releases) => releases
  const rows = await engine.ask<{ service: string; release: string }>(
    `SELECT ServiceName AS service, Release AS release FROM releases WHERE ServiceName IN {services:Array(String)}
     GROUP BY service, release ORDER BY min(FirstSeen)`,
    { services: [...new Set(services)] },
  )
  const ranks = new Map(rows.map(({ service, release }, rank) => [`${service}\n${release}`, rank]))
  // One that the range no longer knows is older than all.
  const rankOf = (service: string, release: string) => ranks.get(`${service}\n${release}`) ?? -1
  return (service, releases) => releases.toSorted((a, b) => rankOf(service, a) - rankOf(service, b))
}
