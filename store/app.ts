// What a request meets, in this order.
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import { apiRoutes } from './api/routes.ts'
import { problems, tell } from './api/http/http-error.ts'
import { dropCopy, makeCopy } from './backup/door.ts'
import { receive } from './receive/door.ts'
import type { Store } from './store.ts'

/** `store` gives null while the engine opens and once it closes: every door says then that it cannot now, and no path is missing. */
export type AppOptions = { store: () => Store | null; log: Logger }

export function createApp({ store, log }: AppOptions): Koa {
  const app = new Koa()
  const doors = new Router()
  doors.post('/v1/traces', (ctx) => receive(ctx, { signal: 'traces', store, log }))
  doors.post('/v1/logs', (ctx) => receive(ctx, { signal: 'logs', store, log }))
  doors.post('/v1/metrics', (ctx) => receive(ctx, { signal: 'metrics', store, log }))
  doors.get('/health', (ctx) => {
    if (store() === null) return tell(ctx, 503, 'The engine is being opened or closed.')
    ctx.body = { status: 'ok' }
  })
  doors.post('/backup', (ctx) => makeCopy(ctx, store()))
  doors.delete('/backup', (ctx) => dropCopy(ctx, store()))
  // A connection that breaks; Koa would write it to the other stream, in another form.
  app.on('error', (error: unknown) => log.warn({ err: error }, 'a connection failed'))
  app.use(problems(log))
  app.use(doors.routes())
  app.use(doors.allowedMethods())
  app.use(apiRoutes(store))
  return app
}
