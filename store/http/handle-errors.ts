// Koa middleware: every error of a handler becomes a problem in the form of RFC 9457.
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { engineCode, transientReason } from '../database/engine/errors.ts'
import { HttpError, sendProblem } from '../../server/http-error.ts'

/** Seconds of `Retry-After`. Opening the engine takes about one second. */
const RETRY_AFTER_SECONDS = '2'

export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      // 501: the router does not know the method.
      if ((ctx.status === 405 || ctx.status === 501) && !ctx.body)
        throw new HttpError(405, `${ctx.method} is not allowed at this path.`)
      if (ctx.status === 404 && !ctx.body) throw new HttpError(404, 'This path does not exist.')
    } catch (error) {
      if (error instanceof HttpError) return sendProblem(ctx, withRetryAfter(error))
      const transient = transientReason(error)
      // A limit of the engine is an answer, not a fault.
      if (transient === null || engineCode(error) === 0)
        log.error({ err: error, path: ctx.path }, 'a request failed')
      sendProblem(
        ctx,
        transient === null
          ? new HttpError(500, 'The store could not answer: see its log.')
          : withRetryAfter(new HttpError(503, transient)),
      )
    }
  }
}

function withRetryAfter(error: HttpError): HttpError {
  if (error.status !== 503) return error
  return new HttpError(503, error.message, { 'Retry-After': RETRY_AFTER_SECONDS, ...error.headers })
}
