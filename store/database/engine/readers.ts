// The readers of the embedded engine. Each runs one query; further queries wait for one, the oldest first.

/** Runs a query. `mark`: a comment in front of its SQL, by which it can be cancelled; may be empty. */
type Work<Session, Answer> = (session: Session, mark: string) => Promise<Answer>

/** The result of `work`, or the reason of `signal` where that is aborted earlier. */
type WithReader<Session> = <Answer>(
  signal: AbortSignal | undefined,
  work: Work<Session, Answer>,
) => Promise<Answer>

/** `cancel` ends the query with that mark, and may fail: a query that ends by itself is dropped as well. */
export function createReaders<Session>(
  sessions: Session[],
  cancel: (mark: string) => Promise<unknown>,
): WithReader<Session> {
  const idle = [...sessions]
  const waiting = new Set<(session: Session) => void>()
  let count = 0

  function reader(signal: AbortSignal | undefined): Promise<Session> | Session {
    const session = idle.pop()
    if (session !== undefined) return session
    const { promise, resolve, reject } = Promise.withResolvers<Session>()
    waiting.add(resolve)
    signal?.addEventListener('abort', () => {
      if (waiting.delete(resolve)) reject(signal.reason as Error)
    })
    return promise
  }

  function release(session: Session): void {
    const [next] = waiting
    if (next === undefined) idle.push(session)
    else {
      waiting.delete(next)
      next(session)
    }
  }

  return async (signal, work) => {
    signal?.throwIfAborted()
    const session = await reader(signal)
    const mark = signal === undefined ? '' : `/* ${++count} */ `
    const abort = (): void => void cancel(mark).catch(() => {})
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', abort)
      return await work(session, mark)
    } finally {
      signal?.removeEventListener('abort', abort)
      release(session)
      // Also where the engine reports that it was cancelled, or had its result by then.
      signal?.throwIfAborted()
    }
  }
}
