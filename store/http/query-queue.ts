// Limits how many requests of `/api` are answered at the same time, and how many wait. A request whose client
// has closed the connection is not answered.
import type { Context } from 'koa'
import { nextTurn } from '../../server/event-loop.ts'
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
  const waiting = new Set<() => void>()
  let running = 0

  /** Resolves when it is the turn of the request. */
  async function enter(signal: AbortSignal): Promise<void> {
    if (running < MAX_RUNNING) {
      running++
      return
    }
    if (waiting.size >= MAX_WAITING) throw new HttpError(503, 'Too many queries are waiting.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      waiting.delete(resolve)
      reject(signal.reason as Error)
    }
    waiting.add(resolve)
    signal.addEventListener('abort', leave)
    await promise
    signal.removeEventListener('abort', leave)
  }

  /** The request that has waited longest is next. */
  function exit(): void {
    const [next] = waiting
    if (next === undefined) running--
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async run(ctx, work) {
      const signal = closeSignal(ctx)
      signal.throwIfAborted()
      await enter(signal)
      try {
        await nextTurn()
        signal.throwIfAborted()
        return await work(signal)
      } finally {
        exit()
      }
    },
    running: () => running,
    waiting: () => waiting.size,
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
