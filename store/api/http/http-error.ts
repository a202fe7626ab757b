// Refusals of a question, in RFC 9457's form.
import type { Context, Next } from 'koa'
import type { Logger } from 'pino'
import { QUESTION_SECONDS } from '../../engine/engine.ts'
import { isDiskFull } from '../../fullDisk.ts'
import { engineCode } from '../../receive/insert.ts'
import type { Problem } from '../contract.ts'

/** Thrown by questions for what the asker did; met once, below. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

const TITLES: Record<number, string> = {
  400: 'This question cannot be read',
  404: 'There is no such thing',
  405: 'This cannot be done here',
  409: 'This does not fit what is there',
  413: 'This is too much',
  500: 'The store failed',
  503: 'The store cannot answer now',
}

/** Seconds until it is worth asking again. */
const RETRY_AFTER = '2'

const NARROWER = 'ask for a narrower range, or for less at once.'

/** The engine's codes for a question that it ended because it took too long or too much. */
const TOO_MUCH: Record<number, string> = {
  159: `The question took longer than ${QUESTION_SECONDS} s and was ended: ${NARROWER}`,
  160: `The question would have taken longer than ${QUESTION_SECONDS} s and was ended: ${NARROWER}`,
  202: 'Too many questions are asked at once.',
  241: `The question needed more memory than one may take and was ended: ${NARROWER}`,
}

/** How the system says that a server is not there, or not any more. */
const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** What is not the question's fault and may be over soon; null: it will be the same the next time. */
function passing(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full: nothing can be written until there is room.'
  if (GONE.has(code ?? '') || /^(?:Timeout error|socket hang up)/.test(message))
    return 'The server that CLICKHOUSE_URL names does not answer.'
  return TOO_MUCH[engineCode(error)] ?? null
}

export function problems(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next()
      if (ctx.status === 405 && !ctx.body) tell(ctx, 405, `${ctx.method} is not done at this path.`)
      if (ctx.status === 404 && !ctx.body) tell(ctx, 404, 'There is nothing at this path.')
    } catch (error) {
      if (error instanceof Refusal) tell(ctx, error.status, error.message)
      else {
        const passes = passing(error)
        if (passes === null || engineCode(error) === 0)
          log.error({ err: error, path: ctx.path }, 'a question failed')
        if (passes === null) tell(ctx, 500, 'The store could not answer; its log says why.')
        else tell(ctx, 503, passes)
      }
    }
  }
}

export function tell(ctx: Context, status: number, detail: string): void {
  const problem: Problem = { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail }
  ctx.status = status
  if (status === 503) ctx.set('Retry-After', RETRY_AFTER)
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify(problem)
}
