// Kills one of the processes again and again while pages send, and counts what the store has of what was acknowledged.
import type { EventsAnswer, IssuesAnswer } from '../store/api/contract.ts'
import { ask, until, type House } from './house.ts'
import { sendUntilStopped } from './telemetry.ts'

export type Process = 'relay' | 'store' | 'otelcol'
/** `stored`: different digests; `counted`: occurrences. More may be stored than acknowledged: what got no answer may have arrived. */
export type Toll = { acknowledged: number; lost: number; stored: number; counted: number }

/** At most 80 a second: as fast as possible would be more than a store takes while it is killed, and the rest would be waited for. */
const REST_MS = 50
/** Sent between two kills, so that each of them meets a process at work. */
const BETWEEN = 100
const RESTART_MS = 30_000
/** Tens of thousands may wait in the collector's queue when a store was killed often. */
const STORED_MS = 180_000

export async function killUnderLoad(house: House, name: Process, kills: number): Promise<Toll> {
  const service = `killed-${name}`
  const load = sendUntilStopped(house.url, { service, restMs: REST_MS })
  for (let kill = 0; kill < kills; kill++) {
    const before = load.acknowledged()
    await until('some acknowledged', () => load.acknowledged() > before + BETWEEN, RESTART_MS)
    // The one that was killed before may not have been started again yet.
    const killed = await until('it runs', () => house.kill(name), RESTART_MS)
    await until(
      'it runs again',
      async () => !house.processes().some(({ pid }) => pid === killed) && (await isHealthy(house)),
      RESTART_MS,
    )
  }
  const before = load.acknowledged()
  await until('more acknowledged', () => load.acknowledged() > before + BETWEEN)
  const { acknowledged } = await load.stop()
  return settled(house, service, acknowledged)
}

/** Waits until as many are counted as were acknowledged; what then is missing is lost. Asking for each of them takes long, so once. */
async function settled(house: House, service: string, acknowledged: string[]): Promise<Toll> {
  await until(
    'all counted',
    async () => (await countOf(house, service)) >= acknowledged.length,
    STORED_MS,
    500,
  ).catch(() => {})
  const digests = await storedDigests(house, service)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((digest) => !digests.has(digest)).length,
    stored: digests.size,
    counted: await countOf(house, service),
  }
}

async function countOf(house: House, service: string): Promise<number> {
  const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=24h&service=${service}`)
  return issues.reduce((sum, { count }) => sum + count, 0)
}

async function isHealthy(house: House): Promise<boolean> {
  const health = await ask<{ collector: string; store: string }>(`${house.url}/health`)
  return health.collector === 'ok' && health.store === 'ok'
}

async function storedDigests(house: House, service: string): Promise<Set<string>> {
  const digests = new Set<string>()
  const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=24h&service=${service}`)
  for (const { id } of issues) {
    let cursor: string | null = null
    do {
      const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const page: EventsAnswer = await ask(`${house.url}/api/issues/${id}/events?limit=100${after}`)
      for (const { digest } of page.events) digests.add(digest)
      cursor = page.nextCursor
    } while (cursor)
  }
  return digests
}
