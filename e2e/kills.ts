// Kills one of the processes again and again while pages send, and counts what the store has of what was acknowledged.
import type { EventsAnswer, IssuesAnswer } from '../store/api/contract.ts'
import { ask, until, type House } from './house.ts'
import { sendUntilStopped } from './telemetry.ts'

export type Process = 'relay' | 'store' | 'otelcol'
/** `stored`: different digests; `counted`: occurrences. More may be stored than acknowledged: what got no answer may have arrived. */
export type Toll = { acknowledged: number; lost: number; stored: number; counted: number }

/** Sent between two kills, so that each of them meets a process at work. */
const BETWEEN = 100
const RESTART_MS = 30_000
const STORED_MS = 60_000

export async function killUnderLoad(house: House, name: Process, kills: number): Promise<Toll> {
  const service = `killed-${name}`
  const load = sendUntilStopped(house.url, { service })
  for (let kill = 0; kill < kills; kill++) {
    const before = load.acknowledged()
    await until('some acknowledged', () => load.acknowledged() > before + BETWEEN, RESTART_MS)
    // The one that was killed before may not have been started again yet.
    const killed = await until('it runs', () => house.kill(name), RESTART_MS)
    await until('it runs again', async () => !house.processes().some(({ pid }) => pid === killed) && (await isHealthy(house)), RESTART_MS)
  }
  const before = load.acknowledged()
  await until('more acknowledged', () => load.acknowledged() > before + BETWEEN)
  const { acknowledged } = await load.stop()
  return settled(() => toll(house, service, acknowledged))
}

/** Waits until nothing is missing; what then still is missing is lost. */
async function settled(count: () => Promise<Toll>): Promise<Toll> {
  let last: Toll | undefined
  await until('all stored', async () => (last = await count()).lost === 0, STORED_MS, 500).catch((error: unknown) => {
    if (last === undefined) throw error
  })
  return last!
}

async function toll(house: House, service: string, acknowledged: string[]): Promise<Toll> {
  const digests = await storedDigests(house, service)
  const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=24h&service=${service}`)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((digest) => !digests.has(digest)).length,
    stored: digests.size,
    counted: issues.reduce((sum, { count }) => sum + count, 0),
  }
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
