// Kills a process several times while exceptions arrive, then compares the store with what was acknowledged.
import type { EventsAnswer, IssuesAnswer } from '../../contract/issues.ts'
import { getJson } from './http.ts'
import type { ProcessName, Stack } from './stack.ts'
import { startLoad } from './load.ts'
import { waitFor } from './wait-for.ts'

/**
 * `stored`: digests in the store, also of requests that had no response; `total`: occurrences counted by the
 * issue list; `lost`: acknowledged and not stored.
 */
type KillReport = { acknowledged: number; lost: number; stored: number; total: number }

/** At most 80 requests a second: a store that is killed again and again keeps up with that. */
const PAUSE_MS = 50
/** Acknowledged between two kills, so that each kill meets a busy process. */
const ACKNOWLEDGED_BETWEEN_KILLS = 100
/** Of the envelopes among the requests. */
const PROJECTS = { relay: 1, otelcol: 2, store: 3 }
const RESTART_TIMEOUT_MS = 30_000
/** After kills of the store, tens of thousands may wait in the queue of the collector. */
const STORED_TIMEOUT_MS = 180_000
const STORED_POLL_MS = 500

export async function killUnderLoad(stack: Stack, name: ProcessName, kills: number): Promise<KillReport> {
  const [service, project] = [`killed-${name}`, PROJECTS[name]]
  const load = startLoad(stack.url, { service, project, pauseMs: PAUSE_MS })
  const timeoutMs = RESTART_TIMEOUT_MS
  const waitForMore = async () => {
    const start = load.acknowledged()
    await waitFor('more acknowledged', () => load.acknowledged() > start + ACKNOWLEDGED_BETWEEN_KILLS, {
      timeoutMs,
    })
  }
  for (let kill = 0; kill < kills; kill++) {
    await waitForMore()
    // The launcher may not have restarted the process after the previous kill yet.
    const pid = await waitFor('the process runs', () => stack.kill(name), { timeoutMs })
    const isReplaced = () => !stack.processes().some((process) => process.pid === pid)
    await waitFor('the process runs again', async () => isReplaced() && (await isHealthy(stack)), {
      timeoutMs,
    })
  }
  await waitForMore()
  const { acknowledged } = await load.stop()
  return compareStored(stack, [service, `project-${project}`], acknowledged)
}

/** Waits until as many are counted as were acknowledged: reading the digests takes long. */
export async function compareStored(
  stack: Stack,
  services: string[],
  acknowledged: string[],
): Promise<KillReport> {
  const isStored = async () => (await countEvents(stack, services)) >= acknowledged.length
  await waitFor('all counted', isStored, { timeoutMs: STORED_TIMEOUT_MS, intervalMs: STORED_POLL_MS }).catch(
    () => {},
  )
  const digests = await storedDigests(stack, services)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((digest) => !digests.has(digest)).length,
    stored: digests.size,
    total: await countEvents(stack, services),
  }
}

async function countEvents(stack: Stack, services: string[]): Promise<number> {
  const issues = await issuesOf(stack, services)
  return issues.reduce((total, { count }) => total + count, 0)
}

async function isHealthy(stack: Stack): Promise<boolean> {
  const health = await getJson<{ collector: string; store: string }>(`${stack.url}/health`)
  return health.collector === 'ok' && health.store === 'ok'
}

async function issuesOf({ url }: Pick<Stack, 'url'>, services: string[]): Promise<IssuesAnswer['issues']> {
  const names = services.map((service) => `&service=${service}`).join('')
  return (await getJson<IssuesAnswer>(`${url}/api/issues?range=24h${names}`)).issues
}

async function storedDigests(stack: Pick<Stack, 'url'>, services: string[]): Promise<Set<string>> {
  const digests = new Set<string>()
  const issues = await issuesOf(stack, services)
  for (const { id } of issues) {
    let cursor: string | null = null
    do {
      const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const page: EventsAnswer = await getJson(`${stack.url}/api/issues/${id}/events?limit=100${after}`)
      for (const { digest } of page.events) digests.add(digest)
      cursor = page.nextCursor
    } while (cursor)
  }
  return digests
}
