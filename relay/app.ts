// Everything a request can meet, in the order in which it meets it.
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Context, Next } from 'koa'
import type { Access } from './access.ts'
import type { Api } from './api.ts'
import { CONSOLE_PATHS, type Console } from './console.ts'
import { DEMO_ANSWERS } from './demo.ts'
import type { Health } from './health.ts'
import type { Monitoring } from './monitoring/index.ts'
import { setSecurityHeaders } from './policy.ts'

type Middleware = (ctx: Context, next: Next) => Promise<void>
type Parts = {
  fallback: Middleware
  /** Told of answers that broke off half-way: the reader left, or the store did. */
  brokeOff: (error: Error) => void
  monitoring: Monitoring
  health: Health
  metrics: (ctx: Context) => void
  access: Access
  api: Api
  console: Console
}

export function createApp({
  fallback,
  brokeOff,
  monitoring,
  health,
  metrics,
  access,
  api,
  console,
}: Parts): Koa {
  const app = new Koa()
  app.on('error', brokeOff)
  app.use(fallback)

  const pages = new Router()
  pages.options(['/monitoring', '/monitoring/*rest'], monitoring.preflight)
  pages.post(['/monitoring', '/monitoring/*rest'], monitoring.receive)
  pages.get(/^\/monitoring\/[\w.-]+\.js$/, console.file)
  pages.all(['/monitoring', '/monitoring/*rest'], monitoring.wrongMethod)
  app.use(pages.routes())

  app.use(setSecurityHeaders)
  const router = new Router()
  router.get('/health', health.show)
  router.get('/metrics', access.guardMetrics, metrics)
  router.post('/login', access.login)
  router.post('/logout', access.logout)
  router.all('/api/*rest', access.guardApi, api.pass)
  for (const [path, answer] of Object.entries(DEMO_ANSWERS)) router.get(path, answer)
  router.get('/demo', console.demo)
  router.get(CONSOLE_PATHS, console.page)
  app.use(router.routes())
  app.use(console.file)
  return app
}
