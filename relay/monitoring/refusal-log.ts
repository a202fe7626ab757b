// Refused requests in the log: a line when they begin and one a minute while they go on, never one per request.
import type { Logger } from 'pino'

export type Refusals = { note: (status: number, message: string) => void }

/** Often enough to see an attack in the log, seldom enough that the attack does not write the log. */
const QUIET_MS = 60_000

export function createRefusals(logger: Logger, now = () => performance.now()): Refusals {
  const seen = new Map<number, { saidAt: number; unsaid: number }>()
  return { note }

  function note(status: number, message: string): void {
    const burst = seen.get(status) ?? { saidAt: Number.NEGATIVE_INFINITY, unsaid: 0 }
    seen.set(status, burst)
    burst.unsaid++
    if (now() - burst.saidAt < QUIET_MS) return
    logger.warn({ status, times: burst.unsaid, last: message }, 'requests refused')
    burst.saidAt = now()
    burst.unsaid = 0
  }
}
