// The paths of Sentry's SDKs. An envelope is translated item by item; from there it goes the way of all data.
import type { Context, Next } from 'koa'
import { rateKey } from '../../address.ts'
import { loggedAddress } from '../../client-address.ts'
import { type ContentEncoding, contentEncodingOf, readBody } from '../../../server/body.ts'
import { isJsonObject, type JsonObject } from '../../../otlp/json-object.ts'
import { createLimits } from '../../rate-limit.ts'
import type { Entrance, Sender } from '../intake.ts'
import { createRefusalLog } from '../log.ts'
import { encodingOf } from '../content-type.ts'
import { type Refusal, WRONG_TYPE } from '../refusals.ts'
import { PREFLIGHT, keyOf, parseDsn, sendId, sendRefusal, type SentryRefusal } from './protocol.ts'
import { NO_ENVELOPE } from './envelope.ts'
import { isReadableEncoding, readEnvelope, TOO_LARGE } from './read-envelope.ts'
import { securityRecords } from './security-report.ts'
import { Batch } from './batch.ts'
import { KEPT_TYPES, translate, type Translation } from './translate.ts'

export type Sentry = {
  receive: (ctx: Context) => Promise<void>
  /** `POST /monitoring`: envelopes of an SDK with this path as its tunnel; what else is sent is not read. */
  tunnel: (ctx: Context, next: Next) => Promise<void>
  preflight: (ctx: Context) => void
  state: () => SentryState
}
/** For people who may use the console. */
export type SentryState = {
  /** Services by the numbers of projects. */
  projects: Record<string, string>
  /** Keys that may send; none: all. */
  keys: string[]
  /** Items that were not stored since the relay started, by type. */
  leftOut: Record<string, number>
}
type Parts = Entrance & {
  /** Of a request to `/monitoring` that is not an envelope. */
  refuse: (ctx: Context, refusal: Refusal) => void
}

/** `/api/42/envelope/` for project 42 of a DSN; `/store/` for old SDKs, `/security/` for browsers. */
export const SENTRY_PATHS = /^\/api\/(\d{1,20})\/(envelope|store|security|csp-report)\/?$/
/** A page sends four to six requests for each view, several people share an address. */
const REQUESTS_FACTOR = 5

const NO_KEY: SentryRefusal = {
  status: 401,
  detail: 'missing authorization information: a sentry_key is required',
}
const WRONG_KEY: SentryRefusal = { status: 403, detail: 'this key may not send: add it to SENTRY_KEYS' }
const DENIED: SentryRefusal = {
  status: 403,
  detail: 'This origin is not allowed: add it to ALLOWED_ORIGINS.',
}
const TOO_MANY: SentryRefusal = { status: 429, detail: 'Too many requests from this address.' }
const NO_JSON: SentryRefusal = { status: 400, detail: 'invalid JSON data' }
const WRONG_ENCODING: SentryRefusal = {
  status: 415,
  detail: 'The content encoding must be gzip, deflate, br, zstd or identity.',
}

export function createSentry({ config, logger, metrics, addresses, origins, intake, refuse }: Parts): Sentry {
  const logRefusal = createRefusalLog(logger)
  const limits = createLimits(config.rateLimit * REQUESTS_FACTOR)
  const envelopeLimits = { item: config.bodyLimit, keeps: (type: string) => KEPT_TYPES.has(type) }
  const leftOut = new Map<string, number>()
  return { receive, tunnel, preflight, state }

  async function tunnel(ctx: Context, next: Next): Promise<void> {
    await (encodingOf(ctx.get('Content-Type')) === undefined ? receive(ctx) : next())
  }

  async function receive(ctx: Context): Promise<void> {
    const start = performance.now()
    const refusal = await handle(ctx)
    if (refusal === 'no envelope') refuse(ctx, WRONG_TYPE)
    else if (refusal !== undefined) {
      metrics.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
      logRefusal(refusal.status, refusal.detail)
      logger.debug({ ...refusal, path: ctx.path }, 'envelope refused')
      ctx.req.resume()
      sendRefusal(ctx, refusal)
    }
    metrics.observe('errata_relay_request_seconds', (performance.now() - start) / 1000)
  }

  /** Sends the response, or returns why the request is refused. */
  async function handle(ctx: Context): Promise<SentryRefusal | 'no envelope' | undefined> {
    if (!origins.allows(ctx)) return DENIED
    const address = addresses.client(ctx.req)
    const key = rateKey(address)
    if (!limits.work.has(key) || !limits.requests.take(key)) return TOO_MANY
    const sender = { key, client: loggedAddress(address, config) }
    const [, project = '', kind = 'envelope'] = SENTRY_PATHS.exec(ctx.path) ?? []
    const encoding = ctx.get('Content-Encoding').trim().toLowerCase()
    if (!isReadableEncoding(encoding)) return WRONG_ENCODING
    if (kind === 'envelope') return handleEnvelope(ctx, { project, encoding, sender })
    const refusal = checkKey(keyOf(ctx))
    if (refusal !== undefined) return refusal
    const contentEncoding = contentEncodingOf(ctx.req)
    if (contentEncoding === undefined) return WRONG_ENCODING
    const body = await readJson(ctx, contentEncoding)
    if (kind !== 'store') return handleReport(ctx, body, { project, sender })
    return isJsonObject(body) ? handleEvent(ctx, body, { project, sender }) : NO_JSON
  }

  async function handleEnvelope(
    ctx: Context,
    { project, encoding, sender }: { project: string; encoding: string; sender: Sender },
  ): Promise<SentryRefusal | 'no envelope' | undefined> {
    const envelope = await readEnvelope(ctx.req, encoding, envelopeLimits)
    const dsn = parseDsn(envelope.header['dsn'])
    const refusal = checkKey(keyOf(ctx) || (dsn?.key ?? ''))
    if (project === '' && envelope.problem === NO_ENVELOPE) return 'no envelope'
    if (envelope.problem !== null && envelope.items.length === 0)
      return {
        status: envelope.problem === TOO_LARGE ? 413 : 400,
        detail: `invalid event envelope: ${envelope.problem}`,
      }
    if (refusal !== undefined) return refusal
    const origin = { project: project || (dsn?.project ?? ''), ...originOf(ctx) }
    return store(ctx, translate(envelope, origin, config.sentryProjects), sender)
  }

  function handleEvent(
    ctx: Context,
    event: JsonObject,
    { project, sender }: ReportContext,
  ): Promise<SentryRefusal | undefined> {
    const payload = Buffer.from(JSON.stringify(event))
    const items = [{ type: 'event', header: {}, payload, bytes: payload.length }]
    const origin = { project, ...originOf(ctx) }
    return store(ctx, translate({ header: {}, items, problem: null }, origin, config.sentryProjects), sender)
  }

  function handleReport(
    ctx: Context,
    body: unknown,
    { project, sender }: ReportContext,
  ): Promise<SentryRefusal | undefined> {
    const origin = {
      project,
      ...originOf(ctx),
      release: queryOf(ctx, 'sentry_release'),
      environment: queryOf(ctx, 'sentry_environment'),
    }
    const records = securityRecords(body)
    if (records.length === 0) return Promise.resolve(NO_JSON)
    const batch = new Batch(config.sentryProjects)
    batch.addRecords(origin, records)
    return store(ctx, { eventId: '', logs: batch.logs(), traces: null, leftOut: new Map() }, sender)
  }

  async function store(
    ctx: Context,
    translation: Translation,
    sender: Sender,
  ): Promise<SentryRefusal | undefined> {
    for (const [type, count] of translation.leftOut) {
      metrics.count('errata_relay_sentry_items_left_out_total', { type }, count)
      leftOut.set(type, (leftOut.get(type) ?? 0) + count)
    }
    const requests = [translation.logs, translation.traces].filter((request) => request !== null)
    const outcomes = await Promise.all(requests.map((request) => take(request, sender)))
    const refused = outcomes.find((outcome) => outcome !== undefined)
    // What was kept would be counted twice if it were sent again, and no SDK sends it again.
    if (refused !== undefined && outcomes.every((outcome) => outcome !== undefined))
      return { status: refused.status, detail: refused.message }
    sendId(ctx, translation.eventId)
    return undefined
  }

  async function take(request: JsonObject, sender: Sender): Promise<Refusal | undefined> {
    const body = { bytes: Buffer.from(JSON.stringify(request)), encoding: 'json' as const, signals: SIGNALS }
    const taken = await intake(body, sender, (milliseconds) => limits.work.charge(sender.key, milliseconds))
    return taken.ok ? undefined : taken.refusal
  }

  function checkKey(key: string): SentryRefusal | undefined {
    if (key === '') return NO_KEY
    return config.sentryKeys.length === 0 || config.sentryKeys.includes(key) ? undefined : WRONG_KEY
  }

  async function readJson(ctx: Context, encoding: ContentEncoding): Promise<unknown> {
    const body = await readBody(ctx.req, config.bodyLimit, encoding)
    if (!body.ok) return undefined
    try {
      return JSON.parse(body.bytes.toString('utf8'))
    } catch {
      return undefined
    }
  }

  function state(): SentryState {
    const { sentryProjects, sentryKeys } = config
    return {
      projects: Object.fromEntries(sentryProjects),
      keys: sentryKeys,
      leftOut: Object.fromEntries(leftOut),
    }
  }

  function preflight(ctx: Context): void {
    if (origins.allows(ctx)) ctx.set(PREFLIGHT)
    ctx.status = 204
  }
}

type ReportContext = { project: string; sender: Sender }

const SIGNALS = ['traces' as const, 'logs' as const]

function originOf(ctx: Context): { userAgent: string } {
  return { userAgent: ctx.get('User-Agent') }
}

function queryOf(ctx: Context, name: string): string {
  const value = ctx.query[name]
  return typeof value === 'string' ? value : ''
}
