// Every question of `/api`, its path and its file.
import type { Context, Middleware } from 'koa'
import type { Store } from '../store.ts'
import { event } from './event.ts'
import { issues } from './issues.ts'
import { Refusal } from './problem.ts'
import { trace } from './trace.ts'

type Asked = { store: Store; query: URLSearchParams; ids: string[]; ctx: Context }
type Route = { method: 'GET' | 'POST' | 'PATCH'; path: RegExp; answer: (asked: Asked) => unknown }

const ROUTES: Route[] = [
  { method: 'GET', path: /^\/api\/issues$/, answer: ({ store, query }) => issues(store.engine, query) },
  { method: 'GET', path: /^\/api\/events\/([^/]+)$/, answer: ({ store, ids }) => event(store.engine, ids[0]!) },
  { method: 'GET', path: /^\/api\/traces\/([^/]+)$/, answer: ({ store, ids }) => trace(store.engine, ids[0]!) },
]

export function apiRoutes(store: () => Store | null): Middleware {
  return async (ctx, next) => {
    const there = ROUTES.flatMap((route) => {
      const found = route.path.exec(ctx.path)
      return found ? [{ ...route, ids: found.slice(1).map(decoded) }] : []
    })
    if (there.length === 0) {
      await next()
      return
    }
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
    const route = there.find((one) => one.method === method)
    if (!route) {
      ctx.set('Allow', there.map((one) => one.method).join(', '))
      throw new Refusal(405, `${ctx.method} is not done at this path.`)
    }
    const open = store()
    if (open === null) throw new Refusal(503, 'The engine is being opened or closed.')
    const answer = await route.answer({ store: open, query: new URLSearchParams(ctx.querystring), ids: route.ids, ctx })
    if (answer !== undefined) ctx.body = answer
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, 'The path holds a broken percent sign.')
  }
}
