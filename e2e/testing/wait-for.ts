// Waits for a condition. Tests wait for conditions only, never for a time.
import { setTimeout as pause } from 'node:timers/promises'
import { getJson } from './http.ts'

type Health = { spool: { envelopes: number }; collectorQueue: { bytes: number } | null }

/**
 * Calls `check` until its result is truthy, and resolves to it. An error counts as not yet. The limit is as
 * long as Playwright waits for an element.
 */
export async function waitFor<Result>(
  description: string,
  check: () => Result | Promise<Result>,
  { timeoutMs = 30_000, intervalMs = 50 } = {},
): Promise<NonNullable<Result>> {
  let lastError: unknown
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(intervalMs)) {
    try {
      const result = await check()
      if (result) return result
    } catch (error) {
      lastError = error
    }
  }
  throw new Error(`not within ${timeoutMs} ms: ${description}`, { cause: lastError })
}

/** Until nothing that the relay at `url` has acknowledged waits for the store. */
export async function waitUntilStored(url: string): Promise<void> {
  await waitFor(
    'everything is stored',
    async () => {
      const { spool, collectorQueue } = await getJson<Health>(`${url}/health`)
      return spool.envelopes === 0 && (collectorQueue?.bytes ?? 0) === 0
    },
    { timeoutMs: 60_000 },
  )
}
