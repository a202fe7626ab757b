// Refused requests in the log: a line for the first of each status and one a minute while they go on.
import type { Logger } from 'pino'

/** An attack is seen within a minute, and does not fill the log. */
const INTERVAL_MS = 60_000

export function createRefusalLog(logger: Logger): (status: number, message: string) => void {
  const bursts = new Map<number, { loggedAt: number; count: number }>()
  return (status, message) => {
    const burst = bursts.get(status) ?? { loggedAt: Number.NEGATIVE_INFINITY, count: 0 }
    bursts.set(status, burst)
    burst.count++
    if (performance.now() - burst.loggedAt < INTERVAL_MS) return
    logger.warn({ status, times: burst.count, last: message }, 'requests refused')
    burst.loggedAt = performance.now()
    burst.count = 0
  }
}
