// Limits how many requests of `/api` are answered at the same time, and how many wait. A request whose client
// has closed the connection is not answered.
import type { Context } from 'koa'
import { createPool, nextTurn } from '../../server/event-loop.ts'
import { HttpError } from '../../server/http-error.ts'

/** The embedded engine has as many readers: more requests would only wait there. */
const MAX_RUNNING = 8

/** Several tabs of a console that load at the same time. Further requests would wait for seconds. */
const MAX_WAITING = 50

export type QueryQueue = {
  /**
   * Runs `work` when it is the turn of this request. `signal` is aborted when the client of a GET leaves.
   * Throws a 503 when too many wait.
   */
  run<Answer>(ctx: Context, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>
  running(): number
  waiting(): number
}

export function createQueryQueue(): QueryQueue {
  const turns = createPool(Array(MAX_RUNNING).keys())
  return {
    async run(ctx, work) {
      const signal = closeSignal(ctx)
      signal.throwIfAborted()
      if (turns.waiting() >= MAX_WAITING) throw new HttpError(503, 'Too many queries are waiting.')
      return turns.run(async () => {
        await nextTurn()
        signal.throwIfAborted()
        return work(signal)
      }, signal)
    },
    running: () => MAX_RUNNING - turns.idle(),
    waiting: () => turns.waiting(),
  }
}

/** Aborted when the connection closes. A change is finished all the same. */
function closeSignal({ method, res }: Context): AbortSignal {
  const controller = new AbortController()
  if (method !== 'GET' && method !== 'HEAD') return controller.signal
  // Nobody reads this answer.
  const abort = (): void => controller.abort(new HttpError(503, 'The client closed the connection.'))
  if (res.destroyed) abort()
  else res.once('close', abort)
  return controller.signal
}
