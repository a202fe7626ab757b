// Koa asks of a body that is an object or a stream whether it is a `Response` of `fetch`. With that name Node
// loads the code behind `fetch`, which takes 14 MB in each process. This sends such bodies without asking.
import { pipeline, Stream, type Readable } from 'node:stream'
import type Koa from 'koa'
import type { Context } from 'koa'

/** Before all other middleware. */
export function sendBodiesWithoutFetch(app: Koa): void {
  const prototype = Object.getPrototypeOf(app.response) as Koa.Response
  Object.defineProperty(app.response, 'body', {
    get(this: Koa.Response): unknown {
      return Reflect.get(prototype, 'body', this)
    },
    set(this: Koa.Response, body: unknown) {
      Reflect.set(prototype, 'body', isJson(body) ? toJson(this, body) : body, this)
    },
  })
  app.use((ctx, next) => next().then(() => sendStream(ctx)))
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !(body instanceof Stream)
}

function toJson(response: Koa.Response, body: unknown): string {
  if (!/\bjson\b/i.test(response.type)) response.type = 'json'
  return JSON.stringify(body)
}

function sendStream(ctx: Context): void {
  if (!(ctx.body instanceof Stream) || !ctx.writable || ctx.method === 'HEAD' || hasNoBody(ctx.status)) return
  ctx.respond = false
  pipeline(ctx.body as Readable, ctx.res, (error) => {
    if (error) ctx.onerror(error)
  })
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
