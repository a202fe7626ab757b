// The paths of Sentry SDKs. The answer names what to use instead, with CORS headers: without them a browser
// reports a CORS error, and its user looks for the mistake in ALLOWED_ORIGINS.
import type { Context } from 'koa'
import { HttpError, sendProblem } from '../../server/http-error.ts'

/** `/api/42/envelope/` of a DSN with the project 42, and the older `/store/`. */
export const SENTRY_PATHS = /^\/api\/\d+\/(?:envelope|store)\/?$/

const SENTENCE =
  'Events of a Sentry SDK are not supported: use @errata/monitoring (npm install /monitoring.tgz of ' +
  'this host) or any OpenTelemetry SDK. The console shows how at /connect.'

export function refuseSentry(ctx: Context): void {
  ctx.req.resume()
  ctx.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' })
  if (ctx.method === 'OPTIONS') ctx.status = 204
  else sendProblem(ctx, new HttpError(404, SENTENCE))
}
