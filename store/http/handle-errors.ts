// Koa middleware: every error of a handler becomes a problem in the form of RFC 9457.
import { STATUS_CODES } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { engineCode, transientReason } from '../database/engine/errors.ts'
import type { Problem } from '../../contract/problem.ts'
import { HttpError } from './http-error.ts'

/** Seconds of `Retry-After`. Opening the engine takes about one second. */
const RETRY_AFTER_SECONDS = '2'

export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      // 501: the router does not know the method.
      if ((ctx.status === 405 || ctx.status === 501) && !ctx.body)
        throw new HttpError(405, `${ctx.method} is not allowed at this path.`)
      if (ctx.status === 404 && !ctx.body) throw new HttpError(404, 'There is nothing at this path.')
    } catch (error) {
      if (error instanceof HttpError) return sendProblem(ctx, error.status, error.message)
      const transient = transientReason(error)
      // The engine's own limits are an answer, not a fault.
      if (transient === null || engineCode(error) === 0)
        log.error({ err: error, path: ctx.path }, 'a request failed')
      if (transient === null) sendProblem(ctx, 500, 'The store could not answer; its log says why.')
      else sendProblem(ctx, 503, transient)
    }
  }
}

function sendProblem(ctx: Context, status: number, detail: string): void {
  // RFC 9457: with this type the title is the phrase of the status.
  const problem: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail }
  ctx.status = status
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS)
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify(problem)
}
