// Every path of the store's private port.
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import { handleErrors } from './api/http/handle-errors.ts'
import { HttpError } from './api/http/http-error.ts'
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
  router.post('/v1/traces', (ctx) => receive(ctx, { signal: 'traces', receiver: store(), log }))
  router.post('/v1/logs', (ctx) => receive(ctx, { signal: 'logs', receiver: store(), log }))
  router.post('/v1/metrics', (ctx) => receive(ctx, { signal: 'metrics', receiver: store(), log }))
  router.get('/health', (ctx) => {
    const open = store()
    if (open === null) throw new HttpError(503, 'The engine is being opened or closed.')
    const problems = open.problems().length
    ctx.body = { status: problems > 0 ? 'degraded' : 'ok', problems }
  })
  router.get('/metrics', (ctx) => showMetrics(ctx, store()))
  router.post('/backup', (ctx) => createSnapshot(ctx, store()))
  router.delete('/backup', (ctx) => dropSnapshot(ctx, store()))
  addApiRoutes(router, store)
  // A connection that breaks. Koa's default handler would write it to stderr, not as JSON.
  app.on('error', (error: unknown) => log.warn({ err: error }, 'a connection failed'))
  app.use(handleErrors(log))
  app.use(guardPort(allowedHosts, log))
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
