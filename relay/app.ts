// The handlers of a request, in order.
import Koa from 'koa'
import type { Context, Next } from 'koa'
import { sendBodiesWithoutFetch } from '../server/koa-bodies.ts'
import { Router } from '../server/koa-router.ts'
import type Keygrip from 'keygrip'
import type { Access } from './console/access.ts'
import type { AssistantTexts } from './console/assistant-texts.ts'
import { DEMO_ROUTES } from './console/demo.ts'
import type { LoginSettings } from './console/login-settings.ts'
import type { Login } from './console/login.ts'
import { BACKCHANNEL_PATH, CALLBACK_PATH } from './console/open-id/open-id.ts'
import type { ConsoleFiles } from './console/files.ts'
import type { Monitoring } from './monitoring/endpoint.ts'
import { SENTRY_PATHS, type Sentry } from './monitoring/sentry/endpoint.ts'
import { type OtlpKeyCheck, SENTRY_OTLP_PATHS } from './monitoring/sentry/otlp.ts'
import { setSecurityHeaders } from './console/security-headers.ts'
import { METADATA_PATHS, REGISTRATION_PATH, TOOL_PATH, type ToolAccess } from './console/tool-access.ts'
import type { StoreProxy } from './console/proxy.ts'
import type { ScrubbingPaths } from './secrets/endpoint.ts'
import type { SentryMaps } from './maps/endpoint.ts'
import type { SnapshotEndpoint } from './snapshots/endpoint.ts'

type Parts = {
  errorPage: (ctx: Context, next: Next) => Promise<void>
  /** Called for a response that ended half-way: the client or the store closed the connection. */
  onAborted: (error: Error) => void
  monitoring: Monitoring
  sentry: Sentry
  snapshots: SnapshotEndpoint
  showHealth: (ctx: Context) => Promise<void>
  showMetrics: (ctx: Context) => void
  access: Access
  login: Login
  loginSettings: LoginSettings
  /** They sign cookies. */
  cookieKeys: Keygrip | undefined
  checkOtlpKey: OtlpKeyCheck
  limitLive: (ctx: Context, next: Next) => Promise<void>
  storeProxy: StoreProxy
  scrubbingPaths: ScrubbingPaths
  refreshScrubNames: () => Promise<void>
  sentryMaps: SentryMaps
  receiveFeedback: (ctx: Context) => Promise<void>
  consoleFiles: ConsoleFiles
  assistantTexts: AssistantTexts
  toolAccess: ToolAccess
}

const MONITORING_PATHS = ['/monitoring', '/monitoring/*rest']

export function createApp(parts: Parts): Koa {
  const { access, login, loginSettings, consoleFiles, sentryMaps } = parts
  const app = new Koa()
  if (parts.cookieKeys !== undefined) app.keys = parts.cookieKeys
  app.on('error', parts.onAborted)
  sendBodiesWithoutFetch(app)
  app.use(parts.errorPage)
  app.use(createMonitoringRouter(parts).routes())
  app.use(setSecurityHeaders)
  const router = new Router()
  router.get('/health', parts.showHealth)
  router.get('/metrics', access.guardMetrics, parts.showMetrics)
  router.post('/login', login.start)
  router.get('/login/methods', forbidCaching, login.methods)
  router.post('/login/invite', forbidCaching, login.invite)
  router.get('/login/settings', forbidCaching, access.guardApi, loginSettings.show)
  router.post('/login/test', forbidCaching, access.guardApi, loginSettings.test)
  router.get('/login/oidc', login.toProvider)
  router.post('/login/oidc', forbidCaching, login.inviteToProvider)
  router.get(CALLBACK_PATH, login.fromProvider)
  router.post(BACKCHANNEL_PATH, login.endedByProvider)
  router.post('/logout', login.end)
  const guards = [sentryMaps.sendErrors, access.guardApi, access.requireUploader]
  router.all('/api/0/{*rest}', forbidCaching, ...guards, sentryMaps.receive)
  // The link of a mail, which has a key: people read mails where they are not logged in.
  router.all('/api/channels/:id/unsubscribe', forbidCaching, parts.storeProxy.forward)
  // Whoever has the link of an invite has no login yet.
  router.post('/api/invites/:token/accept', forbidCaching, login.start)
  router.get('/api/scrubbing', forbidCaching, access.guardApi, parts.scrubbingPaths.show)
  router.post('/api/scrubbing', forbidCaching, access.guardApi, parts.scrubbingPaths.explain)
  router.put('/api/scrub-names', forbidCaching, access.guardApi, async (ctx) => {
    await parts.storeProxy.forward(ctx)
    await parts.refreshScrubNames()
  })
  router.post('/api/feedback', forbidCaching, access.guardApi, access.requireKnown, parts.receiveFeedback)
  const { challenge } = parts.toolAccess
  router.all(TOOL_PATH, forbidCaching, challenge, access.guardApi, parts.storeProxy.forward)
  const limits = [login.limitPasswords, parts.limitLive]
  router.all('/api/*rest', forbidCaching, access.guardApi, ...limits, parts.storeProxy.forward)
  router.get('/llms.txt', parts.assistantTexts.llms)
  router.get('/connect.md', parts.assistantTexts.connect)
  router.get(METADATA_PATHS, parts.toolAccess.metadata)
  router.post(REGISTRATION_PATH, parts.toolAccess.refuseRegistration)
  for (const [path, answer] of Object.entries(DEMO_ROUTES)) router.get(path, answer)
  router.get('/demo', consoleFiles.demo)
  router.get(consoleFiles.paths, consoleFiles.page)
  app.use(router.routes())
  app.use(consoleFiles.file)
  return app
}

/** A shared computer or a proxy must not store what only a session may read. */
function forbidCaching(ctx: Context, next: Next): Promise<void> {
  ctx.set('Cache-Control', 'no-store')
  return next()
}

/** In front of the security headers: what pages of other sites read must not carry them. */
function createMonitoringRouter(parts: Parts): Router {
  const { monitoring, sentry, snapshots, checkOtlpKey, consoleFiles } = parts
  const router = new Router()
  router.options(SENTRY_PATHS, sentry.preflight)
  router.post(SENTRY_PATHS, sentry.receive)
  router.options(MONITORING_PATHS, monitoring.preflight)
  router.post('/monitoring', sentry.tunnel)
  router.post('/monitoring/snapshot', snapshots.receive)
  router.post(MONITORING_PATHS, monitoring.receive)
  router.post(SENTRY_OTLP_PATHS, checkOtlpKey, monitoring.receive)
  router.get(/^\/monitoring\/[\w.-]+\.js$/, consoleFiles.file)
  router.all(MONITORING_PATHS, monitoring.wrongMethod)
  return router
}
