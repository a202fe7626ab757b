// Reads the API all the time, and counts answers that are not 200.
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from './wait-for.ts'

const PATHS = ['/api/issues', '/api/traces', '/api/status', '/api/operations']
const POLL_MS = 250
const BACK_TIMEOUT_MS = 120_000

export type ApiReader = ReturnType<typeof startApiReader>

/** Reads four paths of the API four times a second, and the events of an issue. */
export function startApiReader(url: string) {
  let isStopped = false
  let endAt = Number.POSITIVE_INFINITY
  let waiting = new Set(PATHS)
  let backMs = 0
  const counts = { errors: 0, unavailable: 0 }
  const running = read()

  async function read(): Promise<void> {
    while (!isStopped) {
      for (const path of [...PATHS, await eventsPath(url)]) await ask(path)
      await pause(POLL_MS)
    }
  }

  async function ask(path: string): Promise<void> {
    const since = endAt
    const status = await fetch(`${url}${path}`).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    if (status === 500) counts.errors++
    else if (status !== 200) counts.unavailable++
    else if (since === endAt && waiting.delete(path) && waiting.size === 0)
      backMs = Math.max(backMs, performance.now() - endAt)
  }

  return {
    markEnd() {
      endAt = performance.now()
      waiting = new Set(PATHS)
    },
    async allAnswered() {
      await waitFor('the API answers', () => waiting.size === 0, { timeoutMs: BACK_TIMEOUT_MS })
      return Math.round(backMs)
    },
    async stop() {
      isStopped = true
      await running
      return counts
    },
  }
}

async function eventsPath(url: string): Promise<string> {
  try {
    const { issues } = (await (await fetch(`${url}/api/issues`)).json()) as { issues: { id: string }[] }
    return `/api/issues/${issues[0]!.id}/events`
  } catch {
    return '/api/issues'
  }
}
