// OTLP as Sentry receives it, at a path of a project. Its sender is in the data itself.
import type { Context, Next } from 'koa'
import type { Monitoring } from '../endpoint.ts'
import type { Refusal } from '../refusals.ts'
import { keyOf } from './protocol.ts'

/** `/api/42/integration/otlp/v1/traces` for project 42 of a DSN. */
export const SENTRY_OTLP_PATHS = /^\/api\/\d{1,20}\/integration\/otlp\/v1\/(?:traces|logs)\/?$/

const NO_KEY: Refusal = {
  status: 401,
  message: 'The key of a DSN is missing: send the header x-sentry-auth: sentry sentry_key=…',
}
const WRONG_KEY: Refusal = { status: 403, message: 'This key may not send: add it to SENTRY_KEYS.' }

export type OtlpKeyCheck = (ctx: Context, next: Next) => Promise<void>

/** Refuses requests without a key that may send. `keys`: none means all. */
export function createOtlpKeyCheck(keys: string[], refuse: Monitoring['refuse']): OtlpKeyCheck {
  return async (ctx, next) => {
    const refusal = refusalOf(keyOf(ctx))
    if (refusal === undefined) await next()
    else refuse(ctx, refusal)
  }

  function refusalOf(key: string): Refusal | undefined {
    if (key === '') return NO_KEY
    return keys.length === 0 || keys.includes(key) ? undefined : WRONG_KEY
  }
}
