// The endpoint that pages send to. Its responses do not depend on whether collector and store are up.
import type { Context } from 'koa'
import type { Signal } from '../../otlp/otlp-json.ts'
import { rateKey } from '../address.ts'
import { loggedAddress } from '../client-address.ts'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import { type Encoding, encodingOf } from './content-type.ts'
import type { Entrance, Sender } from './intake.ts'
import { createRefusalLog } from './log.ts'
import { createLimits } from '../rate-limit.ts'
import {
  DENIED_ORIGIN,
  type Refusal,
  TOO_MANY,
  UNKNOWN_PATH,
  WRONG_ENCODING,
  WRONG_TYPE,
  bodyRefusal,
} from './refusals.ts'
import { sendError, sendSuccess } from './responses.ts'

export type Monitoring = {
  receive: (ctx: Context) => Promise<void>
  refuse: (ctx: Context, refusal: Refusal) => void
  preflight: (ctx: Context) => void
  wrongMethod: (ctx: Context) => void
}
const METHODS = 'POST, OPTIONS'
/** Two hours: the longest that Chromium caches a preflight. */
const PREFLIGHT_SECONDS = '7200'
/** Before the same paths, where Sentry receives OTLP. */
const SENTRY_PROJECT = /^\/api\/\d{1,20}\/integration\/otlp(?=\/v1\/)/
const SIGNALS: Record<string, Signal[]> = {
  '/monitoring': ['traces', 'logs', 'metrics'],
  '/monitoring/v1/traces': ['traces'],
  '/monitoring/v1/logs': ['logs'],
  '/monitoring/v1/metrics': ['metrics'],
}

/** Sends the response to a body that is not OTLP, and returns whether it was one of another protocol. */
type OtherProtocol = (ctx: Context, body: Buffer, sender: Sender) => Promise<boolean>

export function createMonitoring(entrance: Entrance, otherProtocol: OtherProtocol): Monitoring {
  const { config, logger, metrics, addresses, origins, intake } = entrance
  const limits = createLimits(config.rateLimit)
  const logRefusal = createRefusalLog(logger)
  return { receive, refuse, preflight, wrongMethod }

  async function receive(ctx: Context): Promise<void> {
    const start = performance.now()
    const encoding = encodingOf(ctx.get('Content-Type'))
    const refusal = await handle(ctx, encoding)
    if (refusal !== undefined) refuse(ctx, refusal)
    metrics.observe('errata_relay_request_seconds', (performance.now() - start) / 1000)
  }

  function refuse(ctx: Context, refusal: Refusal): void {
    metrics.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
    logRefusal(refusal.status, refusal.message)
    logger.debug({ ...refusal, path: ctx.path }, 'request refused')
    sendError(ctx, encodingOf(ctx.get('Content-Type')) ?? 'json', refusal)
  }

  /** The steps of a request, in order. Sends the response, or returns why the request is refused. */
  async function handle(ctx: Context, encoding: Encoding | undefined): Promise<Refusal | undefined> {
    if (!origins.allows(ctx)) return DENIED_ORIGIN
    const address = addresses.client(ctx.req)
    const key = rateKey(address)
    if (!limits.work.has(key) || !limits.requests.take(key)) return TOO_MANY
    const signals = SIGNALS[ctx.path.replace(/\/$/, '').replace(SENTRY_PROJECT, '/monitoring')]
    if (signals === undefined) return UNKNOWN_PATH
    if (encoding === undefined) return WRONG_TYPE
    const contentEncoding = contentEncodingOf(ctx.req)
    if (contentEncoding !== 'identity' && contentEncoding !== 'gzip') return WRONG_ENCODING

    const body = await readBody(ctx.req, config.bodyLimit, contentEncoding)
    if (!body.ok) return bodyRefusal(body, encoding, config.bodyLimit)
    // Other requests of this address may have used up its work while this body arrived.
    if (!limits.work.has(key)) return TOO_MANY
    const sender = { key, client: loggedAddress(address, config) }
    const taken = await intake({ bytes: body.bytes, encoding, signals }, sender, (milliseconds) =>
      limits.work.charge(key, milliseconds),
    )
    if (!taken.ok) {
      const isOther = encoding === 'json' && (await otherProtocol(ctx, body.bytes, sender))
      return isOther ? undefined : taken.refusal
    }
    sendSuccess(ctx, encoding, taken.rejected)
    return undefined
  }

  function preflight(ctx: Context): void {
    if (!origins.allows(ctx)) return sendError(ctx, 'json', DENIED_ORIGIN)
    ctx.set({
      Allow: METHODS,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      'Access-Control-Allow-Headers': 'content-type, content-encoding, traceparent, tracestate',
    })
    ctx.status = 204
  }
}

function wrongMethod(ctx: Context): void {
  ctx.set('Allow', METHODS)
  const encoding = encodingOf(ctx.get('Content-Type')) ?? 'json'
  sendError(ctx, encoding, { status: 405, message: `Send with POST, not ${ctx.method}.` })
}
