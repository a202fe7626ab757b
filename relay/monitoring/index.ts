// The door that pages send to. It answers the same whatever stands behind it, and never throws at a sender.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import { type Addresses, rateKey, truncated } from '../address.ts'
import type { Config } from '../config.ts'
import type { Send } from '../forward/batch.ts'
import type { Outcome } from '../forward/collector.ts'
import type { Meter } from '../meter.ts'
import { refuse, succeed } from './responses.ts'
import { type Body, readBody } from './body.ts'
import { nestsTooDeep } from './depth.ts'
import type { Limits } from './rate-limit.ts'
import { logException } from './log.ts'
import type { Origins } from './origin.ts'
import { type Encoding, type Envelope, createReader } from './read.ts'
import type { Refusals } from './refusal-log.ts'
import type { Scrubber } from './scrub.ts'

export type Monitoring = {
  receive: (ctx: Context) => Promise<void>
  preflight: (ctx: Context) => void
  wrongMethod: (ctx: Context) => void
}
type Parts = {
  config: Config
  logger: Logger
  meter: Meter
  scrubber: Scrubber
  addresses: Addresses
  origins: Origins
  limits: Limits
  refusals: Refusals
  accept: Send
}

const METHODS = 'POST, OPTIONS'
/** Two hours: the longest Chromium remembers a preflight. */
const PREFLIGHT_SECONDS = '7200'
const PATHS: Record<string, Signal[]> = {
  '/monitoring': ['traces', 'logs', 'metrics'],
  '/monitoring/v1/traces': ['traces'],
  '/monitoring/v1/logs': ['logs'],
  '/monitoring/v1/metrics': ['metrics'],
}

export function createMonitoring({
  config,
  logger,
  meter,
  scrubber,
  addresses,
  origins,
  limits,
  refusals,
  accept,
}: Parts): Monitoring {
  const read = createReader(meter, scrubber)
  return { receive, preflight, wrongMethod }

  async function receive(ctx: Context): Promise<void> {
    const begun = performance.now()
    const encoding = encodingOf(ctx)
    const refusal = await take(ctx, encoding)
    if (refusal !== undefined) {
      meter.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
      refusals.note(refusal.status, refusal.message)
      logger.debug({ ...refusal, path: ctx.path }, 'request refused')
      refuse(ctx, encoding ?? 'json', refusal.status, refusal.message)
    }
    meter.took((performance.now() - begun) / 1000)
  }

  /** What a request meets, in order. Answers it, or says why not. */
  async function take(ctx: Context, encoding: Encoding | undefined): Promise<Refusal | undefined> {
    if (!admit(ctx))
      return { status: 403, message: 'Pages of this origin may not send here: add it to ALLOWED_ORIGINS.' }
    const address = addresses.client(ctx.req)
    const key = rateKey(address)
    if (!limits.work.has(key) || !limits.requests.take(key)) return TOO_MANY
    const signals = PATHS[ctx.path.replace(/\/$/, '')]
    if (signals === undefined)
      return {
        status: 404,
        message: 'Nothing is received here: send to /monitoring or /monitoring/v1/{traces,logs,metrics}.',
      }
    if (encoding === undefined)
      return {
        status: 415,
        message: 'The content type must be application/json (UTF-8) or application/x-protobuf.',
      }
    const packing = ctx.get('Content-Encoding').trim().toLowerCase()
    if (packing !== '' && packing !== 'identity' && packing !== 'gzip')
      return { status: 415, message: 'The content encoding must be gzip or none.' }

    const body = await readBody(ctx.req, packing === 'gzip', config.bodyLimit)
    if (!body.ok) return bodyRefusal(body, encoding)
    // Others of this address may have used it up while this one was on its way.
    if (!limits.work.has(key)) return TOO_MANY
    const client = shown(address)
    const begun = performance.now()
    const reading = read(body.bytes, encoding, signals, client)
    limits.work.charge(key, performance.now() - begun)
    if (!reading.ok) return { status: 400, message: reading.message }
    for (const exception of reading.exceptions) logException(logger, exception, client)
    if (reading.exceptions.length > 0)
      meter.count('errata_relay_exceptions_total', {}, reading.exceptions.length)

    const outcome = await forward(reading.envelopes)
    if (outcome === 'unavailable')
      return { status: 503, message: 'The collector does not answer and the spool is full: try again later.' }
    if (outcome === 'refused') return { status: 400, message: 'The collector refused the request.' }
    succeed(ctx, encoding, reading.rejected)
    return undefined
  }

  async function forward(envelopes: Envelope[]): Promise<Outcome> {
    const [only, second] = envelopes
    if (only !== undefined && second === undefined) return accept(only.signal, only.bytes)
    const outcomes = await Promise.all(envelopes.map(({ signal, bytes }) => accept(signal, bytes)))
    return (
      outcomes.find((outcome) => outcome === 'unavailable') ??
      outcomes.find((outcome) => outcome === 'refused') ??
      'delivered'
    )
  }

  function bodyRefusal(body: Body & { ok: false }, encoding: Encoding): Refusal {
    if (body.reason === 'too large' && encoding === 'json' && nestsTooDeep(body.beginning))
      return { status: 400, message: 'The JSON is nested too deep.' }
    if (body.reason === 'too large')
      return {
        status: 413,
        message: `The body is larger than ${config.bodyLimit} bytes, as sent or unpacked (BODY_LIMIT).`,
      }
    return {
      status: 400,
      message: body.reason === 'broken' ? 'The body is not valid gzip.' : 'The body ended too early.',
    }
  }

  function shown(address: string): string {
    if (config.clientAddress === 'off') return ''
    return config.clientAddress === 'full' ? address : truncated(address)
  }

  function preflight(ctx: Context): void {
    if (!admit(ctx))
      return refuse(ctx, 'json', 403, 'Pages of this origin may not send here: add it to ALLOWED_ORIGINS.')
    ctx.set({
      Allow: METHODS,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
    ctx.set('Access-Control-Allow-Headers', 'content-type, content-encoding, traceparent, tracestate')
    ctx.status = 204
  }

  /** True when the sender may; another site's page is told so in the words of CORS. */
  function admit(ctx: Context): boolean {
    const verdict = origins.judge(ctx.req)
    if (ctx.get('Origin') !== '') ctx.vary('Origin')
    if (verdict === 'listed') ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'))
    return verdict !== 'foreign'
  }
}

type Refusal = { status: number; message: string }

const TOO_MANY: Refusal = { status: 429, message: 'Too many requests from this address: try again later.' }

function wrongMethod(ctx: Context): void {
  ctx.set('Allow', METHODS)
  refuse(ctx, encodingOf(ctx) ?? 'json', 405, `Send with POST, not ${ctx.method}.`)
}

/** Media types are case-insensitive; a charset other than UTF-8 is one we cannot read. */
function encodingOf(ctx: Context): Encoding | undefined {
  const [type = '', ...parameters] = ctx.get('Content-Type').toLowerCase().split(';')
  if (type.trim() === 'application/x-protobuf') return 'protobuf'
  if (type.trim() !== 'application/json') return undefined
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?(?:utf-8|utf8|us-ascii)"?$/.test(charset) ? 'json' : undefined
}
