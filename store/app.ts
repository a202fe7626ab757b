// Every path of the store's private port.
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import { handleErrors } from './api/http/handle-errors.ts'
import { HttpError } from './api/http/http-error.ts'
import { createQueryQueue } from './api/http/query-queue.ts'
import { addApiRoutes } from './api/routes.ts'
import { createSnapshot, dropSnapshot } from './backup/endpoint.ts'
import { showMetrics } from './metrics-endpoint.ts'
import { guardPort } from './port-guard.ts'
import { receive } from './receive/endpoint.ts'
import type { Store } from './store.ts'

/** `store` returns null while the engine opens or closes: all paths answer 503 then, none 404. */
export type AppOptions = { store: () => Store | null; allowedHosts: string[]; log: Logger }

/** OPTIONS is answered as any method that a path does not have: 405 with Allow. */
const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function createApp({ store, allowedHosts, log }: AppOptions): Koa {
  const app = new Koa()
  const router = new Router({ strict: true, sensitive: true, methods: METHODS })
  const queue = createQueryQueue()
  router.post('/v1/traces', (ctx) => receive(ctx, { signal: 'traces', receiver: store(), log }))
  router.post('/v1/logs', (ctx) => receive(ctx, { signal: 'logs', receiver: store(), log }))
  router.post('/v1/metrics', (ctx) => receive(ctx, { signal: 'metrics', receiver: store(), log }))
  router.get('/health', (ctx) => {
    if (store() === null) throw new HttpError(503, 'The engine is being opened or closed.')
    ctx.body = { status: 'ok' }
  })
  router.get('/metrics', (ctx) => showMetrics(ctx, store(), queue))
  router.post('/backup', (ctx) => createSnapshot(ctx, store()))
  router.delete('/backup', (ctx) => dropSnapshot(ctx, store()))
  addApiRoutes(router, store, queue)
  // A connection that breaks. Koa's default handler would write it to stderr, not as JSON.
  app.on('error', (error: unknown) => log.warn({ err: error }, 'a connection failed'))
  app.use(handleErrors(log))
  app.use(guardPort(allowedHosts, log))
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
