// The paths of Sentry's SDKs. An envelope is translated item by item; from there it goes the way of all data.
import type { Context, Next } from 'koa'
import { rateKey } from '../../address.ts'
import { loggedAddress } from '../../client-address.ts'
import { type ContentEncoding, contentEncodingOf, readBody } from '../../../server/body.ts'
import { isJsonObject, type JsonObject } from '../../../otlp/json-object.ts'
import { createLimiter, createLimits } from '../../rate-limit.ts'
import type { Entrance, Sender } from '../intake.ts'
import { createRefusalLog } from '../log.ts'
import { encodingOf } from '../content-type.ts'
import { type Refusal, WRONG_TYPE } from '../refusals.ts'
import {
  DENIED,
  ERROR_ITEMS,
  NO_JSON,
  PREFLIGHT,
  TOO_MANY,
  TOO_MANY_OTHERS,
  WRONG_ENCODING,
  keyOf,
  keyRefusal,
  originOf,
  parseDsn,
  queryOf,
  sendId,
  sendRefusal,
  type SentryRefusal,
} from './protocol.ts'
import { type Envelope, EnvelopeReader, NO_ENVELOPE } from './envelope.ts'
import { isReadableEncoding, readEnvelope, TOO_LARGE } from './read-envelope.ts'
import { reportRecords } from './browser-reports.ts'
import { createState, type SentryState } from './state.ts'
import { serviceOf } from './resource.ts'
import { Batch } from './batch.ts'
import { KEPT_TYPES, REPLAY_TYPES, translate, type Translation } from './translate.ts'

export type Sentry = {
  receive: (ctx: Context) => Promise<void>
  /** `POST /monitoring`: envelopes of an SDK with this path as its tunnel; what else is sent is not read. */
  tunnel: (ctx: Context, next: Next) => Promise<void>
  /** An envelope that was sent to `/monitoring` as JSON. False, and no response: it is something else. */
  receiveBytes: (ctx: Context, body: Buffer, sender: Sender) => Promise<boolean>
  preflight: (ctx: Context) => void
  state: () => SentryState
}
type Parts = Entrance & {
  /** Of a request to `/monitoring` that is not an envelope. */
  refuse: (ctx: Context, refusal: Refusal) => void
  /** Takes what becomes a snapshot. Returns the number of recordings that do not. */
  takeRecordings: (envelope: Envelope, sender: { key: string; service: string }) => number
}

/** `/api/42/envelope/` for project 42 of a DSN; `/store/` for old SDKs, the others for browsers. */
export const SENTRY_PATHS =
  /^\/(?:api\/(\d{1,20})\/(envelope|store|security|csp-report)|monitoring\/(reports))\/?$/
/** A page sends four to six requests for each view, several people share an address. */
const REQUESTS_FACTOR = 5
/** For reading an envelope that is then refused. */
const REFUSED_WORK_MS = 1

export function createSentry(parts: Parts): Sentry {
  const { config, logger, metrics, addresses, origins, intake, refuse, takeRecordings } = parts
  const logRefusal = createRefusalLog(logger)
  const limits = createLimits(config.rateLimit * REQUESTS_FACTOR)
  /** Requests with errors, beyond the limit of all requests. */
  const moreErrors = createLimiter(config.rateLimit * REQUESTS_FACTOR)
  const envelopeLimits = { item: config.bodyLimit, keeps: isKept }
  const errorLimits = { item: config.bodyLimit, keeps: (type: string) => ERROR_ITEMS.has(type) }
  const { count: countLeftOut, read: state } = createState(config, metrics)
  return { receive, tunnel, receiveBytes, preflight, state }

  async function tunnel(ctx: Context, next: Next): Promise<void> {
    await (encodingOf(ctx.get('Content-Type')) === undefined ? receive(ctx) : next())
  }

  async function receive(ctx: Context): Promise<void> {
    const start = performance.now()
    const refusal = await handle(ctx)
    if (refusal === 'no envelope') refuse(ctx, WRONG_TYPE)
    else if (refusal !== undefined) {
      ctx.req.resume()
      refuseEnvelope(ctx, refusal)
    }
    metrics.observe('errata_relay_request_seconds', (performance.now() - start) / 1000)
  }

  async function receiveBytes(ctx: Context, body: Buffer, sender: Sender): Promise<boolean> {
    const reader = new EnvelopeReader(envelopeLimits)
    reader.push(body)
    const envelope = reader.end()
    // A line of JSON alone is the start of any envelope.
    if (envelope.items.length === 0) return false
    const refusal = await take(ctx, envelope, { project: '', sender, isLimited: false })
    if (refusal !== undefined) refuseEnvelope(ctx, refusal)
    return true
  }

  function refuseEnvelope(ctx: Context, refusal: SentryRefusal): void {
    metrics.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
    logRefusal(refusal.status, refusal.detail)
    logger.debug({ ...refusal, path: ctx.path }, 'envelope refused')
    sendRefusal(ctx, refusal)
  }

  /** Sends the response, or returns why the request is refused. */
  async function handle(ctx: Context): Promise<SentryRefusal | 'no envelope' | undefined> {
    if (!origins.allows(ctx)) return DENIED
    const address = addresses.client(ctx.req)
    const key = rateKey(address)
    if (!limits.work.has(key)) return TOO_MANY
    const isLimited = !limits.requests.take(key)
    if (isLimited && !moreErrors.has(key)) return TOO_MANY
    const sender = { key, client: loggedAddress(address, config) }
    const [, project = '', path, reports] = SENTRY_PATHS.exec(ctx.path) ?? []
    const kind = path ?? reports ?? 'envelope'
    const encoding = ctx.get('Content-Encoding').trim().toLowerCase()
    if (!isReadableEncoding(encoding)) return WRONG_ENCODING
    if (kind === 'envelope') return handleEnvelope(ctx, { project, encoding, sender, isLimited })
    if (isLimited && !moreErrors.take(key)) return TOO_MANY
    const refusal = kind === 'reports' ? undefined : keyRefusal(keyOf(ctx), config.sentryKeys)
    if (refusal !== undefined) return refusal
    const contentEncoding = contentEncodingOf(ctx.req)
    if (contentEncoding === undefined) return WRONG_ENCODING
    const body = await readJson(ctx, contentEncoding)
    if (kind !== 'store') return handleReport(ctx, body, { project, sender })
    return isJsonObject(body) ? handleEvent(ctx, body, { project, sender }) : NO_JSON
  }

  async function handleEnvelope(
    ctx: Context,
    { project, encoding, sender, isLimited }: EnvelopeContext,
  ): Promise<SentryRefusal | 'no envelope' | undefined> {
    const envelope = await readEnvelope(ctx.req, encoding, isLimited ? errorLimits : envelopeLimits)
    if (project === '' && envelope.problem === NO_ENVELOPE) return 'no envelope'
    return take(ctx, envelope, { project, sender, isLimited })
  }

  async function take(
    ctx: Context,
    envelope: Envelope,
    { project, sender, isLimited }: TakeContext,
  ): Promise<SentryRefusal | undefined> {
    const dsn = parseDsn(envelope.header['dsn'])
    const refusal = keyRefusal(keyOf(ctx) || (dsn?.key ?? ''), config.sentryKeys)
    if (refusal !== undefined) return refusal
    if (isLimited && !hasErrors(envelope)) {
      limits.work.charge(sender.key, REFUSED_WORK_MS)
      return TOO_MANY_OTHERS
    }
    if (isLimited && !moreErrors.take(sender.key)) return TOO_MANY
    const origin = { project: project || (dsn?.project ?? ''), ...originOf(ctx) }
    const translation = translate(envelope, origin, config.sentryProjects)
    const service = origin.project === '' ? UNKNOWN : serviceOf(origin.project, config.sentryProjects)
    const lost = takeRecordings(envelope, { key: sender.key, service })
    if (lost > 0) translation.leftOut.set('replay_recording', lost)
    const { problem } = envelope
    if (problem !== null && translation.logs === null && translation.traces === null)
      return { status: problem === TOO_LARGE ? 413 : 400, detail: `invalid event envelope: ${problem}` }
    return store(ctx, translation, { sender, isLimited })
  }

  function handleEvent(
    ctx: Context,
    event: JsonObject,
    { project, sender }: ReportContext,
  ): Promise<SentryRefusal | undefined> {
    const payload = Buffer.from(JSON.stringify(event))
    const items = [{ type: 'event', header: {}, payload, bytes: payload.length }]
    const origin = { project, ...originOf(ctx) }
    const translation = translate({ header: {}, items, problem: null }, origin, config.sentryProjects)
    return store(ctx, translation, { sender, isLimited: false })
  }

  function handleReport(
    ctx: Context,
    body: unknown,
    { project, sender }: ReportContext,
  ): Promise<SentryRefusal | undefined> {
    const origin = {
      project,
      ...originOf(ctx),
      service: queryOf(ctx, 'service'),
      release: queryOf(ctx, 'sentry_release') || queryOf(ctx, 'release'),
      environment: queryOf(ctx, 'sentry_environment') || queryOf(ctx, 'environment'),
    }
    const records = reportRecords(body)
    if (records.length === 0) return Promise.resolve(NO_JSON)
    const batch = new Batch(config.sentryProjects)
    batch.addRecords(origin, records)
    const translation = { eventId: '', logs: batch.logs(), traces: null, leftOut: new Map<string, number>() }
    return store(ctx, translation, { sender, isLimited: false })
  }

  async function store(
    ctx: Context,
    translation: Translation,
    { sender, isLimited }: { sender: Sender; isLimited: boolean },
  ): Promise<SentryRefusal | undefined> {
    countLeftOut(translation.leftOut)
    const requests = [translation.logs, translation.traces].filter((request) => request !== null)
    const outcomes = await Promise.all(requests.map((request) => forward(request, sender)))
    const refused = outcomes.find((outcome) => outcome !== undefined)
    // What was kept would be counted twice if it were sent again, and no SDK sends it again.
    if (refused !== undefined && outcomes.every((outcome) => outcome !== undefined))
      return { status: refused.status, detail: refused.message }
    sendId(ctx, translation.eventId, isLimited)
    return undefined
  }

  async function forward(request: JsonObject, sender: Sender): Promise<Refusal | undefined> {
    const taken = await intake({ request, signals: SIGNALS }, sender, (milliseconds) =>
      limits.work.charge(sender.key, milliseconds),
    )
    return taken.ok ? undefined : taken.refusal
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

  function preflight(ctx: Context): void {
    if (origins.allows(ctx)) ctx.set(PREFLIGHT)
    ctx.status = 204
  }
}

type ReportContext = { project: string; sender: Sender }
/** `isLimited`: only errors are accepted. */
type TakeContext = ReportContext & { isLimited: boolean }
type EnvelopeContext = TakeContext & { encoding: string }

const isKept = (type: string): boolean => KEPT_TYPES.has(type) || REPLAY_TYPES.has(type)

/** As OpenTelemetry names it. */
const UNKNOWN = 'unknown_service'

const SIGNALS = ['traces' as const, 'logs' as const]

function hasErrors({ items }: Envelope): boolean {
  return items.some(({ type }) => ERROR_ITEMS.has(type))
}
