// An error that an HTTP handler throws on purpose, and its answer in the form of RFC 9457.
import type { Context } from 'koa'
import { nodeHttp } from './node-http.ts'

/** `message` is for a person: what is wrong and, where there is one, the remedy. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

export function sendProblem(ctx: Context, { status, message, headers }: HttpError): void {
  ctx.status = status
  ctx.set({ 'Content-Type': 'application/problem+json', ...headers })
  ctx.body = JSON.stringify({
    type: 'about:blank',
    title: nodeHttp.STATUS_CODES[status],
    status,
    detail: message,
  })
}
