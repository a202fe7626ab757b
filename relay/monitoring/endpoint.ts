// The endpoint that pages send to. Its responses do not depend on whether collector and store are up.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import { type Addresses, rateKey, truncate } from '../address.ts'
import type { Config } from '../config.ts'
import type { Send } from '../delivery/batch.ts'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import type { Metrics } from '../metrics.ts'
import { type Encoding, encodingOf } from './content-type.ts'
import type { LoggedException } from './exceptions.ts'
import { createRefusalLog, logException } from './log.ts'
import type { Origins } from '../origin.ts'
import { createLimits } from '../rate-limit.ts'
import { type Envelope, createReader } from './read.ts'
import {
  DENIED_ORIGIN,
  REFUSED_BY_COLLECTOR,
  type Refusal,
  SPOOL_FULL,
  TOO_MANY,
  UNKNOWN_PATH,
  WRONG_ENCODING,
  WRONG_TYPE,
  bodyRefusal,
} from './refusals.ts'
import { sendError, sendSuccess } from './responses.ts'
import type { Scrubber } from '../secrets/scrub.ts'

export type Monitoring = {
  receive: (ctx: Context) => Promise<void>
  preflight: (ctx: Context) => void
  wrongMethod: (ctx: Context) => void
}
type Parts = {
  config: Config
  logger: Logger
  metrics: Metrics
  scrubber: Scrubber
  addresses: Addresses
  origins: Origins
  accept: Send
  /** Called with the key of the sender, its address as logged, and its log records as OTLP in protobuf. */
  observeSessions: (key: string, client: string, logs: Buffer) => void
}
const METHODS = 'POST, OPTIONS'
/** Two hours: the longest that Chromium caches a preflight. */
const PREFLIGHT_SECONDS = '7200'
const SIGNALS: Record<string, Signal[]> = {
  '/monitoring': ['traces', 'logs', 'metrics'],
  '/monitoring/v1/traces': ['traces'],
  '/monitoring/v1/logs': ['logs'],
  '/monitoring/v1/metrics': ['metrics'],
}

export function createMonitoring(parts: Parts): Monitoring {
  const { config, logger, metrics, addresses, origins, accept } = parts
  const limits = createLimits(config.rateLimit)
  const logRefusal = createRefusalLog(logger)
  const read = createReader(metrics, parts.scrubber)
  return { receive, preflight, wrongMethod }

  async function receive(ctx: Context): Promise<void> {
    const start = performance.now()
    const encoding = encodingOf(ctx.get('Content-Type'))
    const refusal = await handle(ctx, encoding)
    if (refusal !== undefined) {
      metrics.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
      logRefusal(refusal.status, refusal.message)
      logger.debug({ ...refusal, path: ctx.path }, 'request refused')
      sendError(ctx, encoding ?? 'json', refusal)
    }
    metrics.observe('errata_relay_request_seconds', (performance.now() - start) / 1000)
  }

  /** The steps of a request, in order. Sends the response, or returns why the request is refused. */
  async function handle(ctx: Context, encoding: Encoding | undefined): Promise<Refusal | undefined> {
    if (!isAllowed(ctx)) return DENIED_ORIGIN
    const address = addresses.client(ctx.req)
    const key = rateKey(address)
    if (!limits.work.has(key) || !limits.requests.take(key)) return TOO_MANY
    const signals = SIGNALS[ctx.path.replace(/\/$/, '')]
    if (signals === undefined) return UNKNOWN_PATH
    if (encoding === undefined) return WRONG_TYPE
    const contentEncoding = contentEncodingOf(ctx.req)
    if (contentEncoding !== 'identity' && contentEncoding !== 'gzip') return WRONG_ENCODING

    const body = await readBody(ctx.req, config.bodyLimit, contentEncoding)
    if (!body.ok) return bodyRefusal(body, encoding, config.bodyLimit)
    // Other requests of this address may have used up its work while this body arrived.
    if (!limits.work.has(key)) return TOO_MANY
    const client = loggedAddress(address, config)
    const start = processorTime()
    const result = read(body.bytes, encoding, signals, client)
    limits.work.charge(key, processorTime() - start)
    if (!result.ok) return { status: 400, message: result.message, field: result.field }
    logExceptions(result.exceptions, client)
    for (const { signal, bytes } of result.envelopes)
      if (signal === 'logs') parts.observeSessions(key, client, bytes)
    const refusal = await forward(result.envelopes)
    if (refusal === undefined) sendSuccess(ctx, encoding, result.rejected)
    return refusal
  }

  function logExceptions(exceptions: LoggedException[], client: string): void {
    for (const exception of exceptions) logException(logger, exception, client)
    if (exceptions.length > 0) metrics.count('errata_relay_exceptions_total', {}, exceptions.length)
  }

  async function forward(envelopes: Envelope[]): Promise<Refusal | undefined> {
    const outcomes = await Promise.all(envelopes.map(({ signal, bytes }) => accept(signal, bytes)))
    if (outcomes.includes('unavailable')) return SPOOL_FULL
    return outcomes.includes('refused') ? REFUSED_BY_COLLECTOR : undefined
  }

  function preflight(ctx: Context): void {
    if (!isAllowed(ctx)) return sendError(ctx, 'json', DENIED_ORIGIN)
    ctx.set({
      Allow: METHODS,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      'Access-Control-Allow-Headers': 'content-type, content-encoding, traceparent, tracestate',
    })
    ctx.status = 204
  }

  /** Whether the sender may send. Sets the CORS headers for pages of allowed sites. */
  function isAllowed(ctx: Context): boolean {
    const origin = origins.classify(ctx.req)
    if (ctx.get('Origin') !== '') ctx.vary('Origin')
    if (origin === 'allowed') ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'))
    return origin !== 'denied'
  }
}

function wrongMethod(ctx: Context): void {
  ctx.set('Allow', METHODS)
  const encoding = encodingOf(ctx.get('Content-Type')) ?? 'json'
  sendError(ctx, encoding, { status: 405, message: `Send with POST, not ${ctx.method}.` })
}

function loggedAddress(address: string, { clientAddress }: Config): string {
  if (clientAddress === 'off') return ''
  return clientAddress === 'full' ? address : truncate(address)
}

/** Milliseconds of this thread. Wall time would charge a sender for other work of the machine. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
