// Koa middleware: every error of a handler becomes a problem in the form of RFC 9457.
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { QUESTION_SECONDS } from '../../engine/engine.ts'
import { isDiskFull } from '../../fullDisk.ts'
import { engineCode } from '../../receive/insert.ts'
import type { Problem } from '../contract.ts'
import { HttpError } from './http-error.ts'

const TITLES: Record<number, string> = {
  400: 'This question cannot be read',
  404: 'There is no such thing',
  405: 'This cannot be done here',
  409: 'This does not fit what is there',
  413: 'This is too much',
  415: 'This content type is not read here',
  500: 'The store failed',
  503: 'The store cannot answer now',
}

/** Seconds of `Retry-After`. Opening the engine takes about one second. */
const RETRY_AFTER_SECONDS = '2'

const NARROWER = 'ask for a narrower range, or for less at once.'

/** ClickHouse's error codes for a query that exceeded a limit of time, number or memory. */
const LIMIT_ERRORS: Record<number, string> = {
  159: `The question took longer than ${QUESTION_SECONDS} s and was ended: ${NARROWER}`,
  160: `The question would have taken longer than ${QUESTION_SECONDS} s and was ended: ${NARROWER}`,
  202: 'Too many questions are asked at once.',
  241: `The question needed more memory than one may take and was ended: ${NARROWER}`,
}

/** Node's error codes for a server that cannot be reached. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 405 && !ctx.body) throw new HttpError(405, `${ctx.method} is not done at this path.`)
      if (ctx.status === 404 && !ctx.body) throw new HttpError(404, 'There is nothing at this path.')
    } catch (error) {
      if (error instanceof HttpError) return sendProblem(ctx, error.status, error.message)
      const transient = transientReason(error)
      // The engine's own limits are an answer, not a fault.
      if (transient === null || engineCode(error) === 0)
        log.error({ err: error, path: ctx.path }, 'a question failed')
      if (transient === null) sendProblem(ctx, 500, 'The store could not answer; its log says why.')
      else sendProblem(ctx, 503, transient)
    }
  }
}

/** The reason of an error that the same request may not meet again; null for all others. */
function transientReason(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full: nothing can be written until there is room.'
  if (CONNECTION_ERRORS.has(code ?? '') || /^(?:Timeout error|socket hang up)/.test(message))
    return 'The server that CLICKHOUSE_URL names does not answer.'
  return LIMIT_ERRORS[engineCode(error)] ?? null
}

function sendProblem(ctx: Context, status: number, detail: string): void {
  const problem: Problem = { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail }
  ctx.status = status
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER_SECONDS)
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify(problem)
}
