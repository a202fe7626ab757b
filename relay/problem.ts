// Refusals outside `/monitoring`: RFC 9457.
import type { Context } from 'koa'

export function problem(ctx: Context, status: number, title: string, detail: string): void {
  ctx.status = status
  ctx.set('Content-Type', 'application/problem+json')
  ctx.body = JSON.stringify({ type: 'about:blank', title, status, detail })
}
