// OTLP as Sentry receives it, at a path of a project. Its sender is in the data itself.
import type { Context, Next } from 'koa'
import type { Monitoring } from '../endpoint.ts'
import { keyOf, keyRefusal } from './protocol.ts'

/** `/api/42/integration/otlp/v1/traces` for project 42 of a DSN. */
export const SENTRY_OTLP_PATHS = /^\/api\/\d{1,20}\/integration\/otlp\/v1\/(?:traces|logs)\/?$/

/** How exporters of OTLP send it, which have no DSN. */
const NO_KEY = 'The key of a DSN is missing: send the header x-sentry-auth: sentry sentry_key=…'

export type OtlpKeyCheck = (ctx: Context, next: Next) => Promise<void>

/** Refuses requests without a key that may send. `keys`: none means all. */
export function createOtlpKeyCheck(keys: string[], refuse: Monitoring['refuse']): OtlpKeyCheck {
  return async (ctx, next) => {
    const refusal = keyRefusal(keyOf(ctx), keys)
    if (refusal === undefined) await next()
    else refuse(ctx, { status: refusal.status, message: keyOf(ctx) === '' ? NO_KEY : refusal.detail })
  }
}
