// What users saw: `POST /monitoring/snapshot`, and recordings of Sentry SDKs. Both have limits and a way to
// the store of their own, so that errors never wait for them.
import path from 'node:path'
import type { Context } from 'koa'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { rateKey, type Addresses } from '../address.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { encodingOf } from '../monitoring/content-type.ts'
import { createRefusalLog } from '../monitoring/log.ts'
import { DENIED_ORIGIN, type Refusal, TOO_MANY, WRONG_ENCODING } from '../monitoring/refusals.ts'
import { sendError } from '../monitoring/responses.ts'
import type { Envelope, Item } from '../monitoring/sentry/envelope.ts'
import type { Origins } from '../origin.ts'
import { createLimiter } from '../rate-limit.ts'
import type { Scrubbing } from '../secrets/scrubbing.ts'
import { createSnapshotQueue } from './queue.ts'
import { errorsOf, type RecordingContext } from './read-recording.ts'
import { createSanitizer } from './sanitizer.ts'
import type { SnapshotResult } from './thread.ts'

/** `key`: of the address, for its limit. */
export type RecordingSender = { key: string; service: string }

export type SnapshotEndpoint = {
  receive: (ctx: Context) => Promise<void>
  /** Takes the recordings of an envelope. Returns the number of those that become no snapshot. */
  takeRecordings: (envelope: Envelope, sender: RecordingSender) => number
  close: () => Promise<void>
}

type Parts = {
  config: Config
  logger: Logger
  metrics: Metrics
  addresses: Addresses
  origins: Origins
  scrubbing: Scrubbing
}

/** Bytes of a request: the SDK sends at most 128 KiB. */
const MAX_BODY = 160 * 1024
/** Of the rate of other requests: a page sends at most three snapshots. */
const RATE_SHARE = 1 / 20
/** Errors whose time is known when a recording of them comes. */
const MAX_ERRORS = 5_000

const TOO_LARGE: Refusal = { status: 413, message: `A snapshot must not have more than ${MAX_BODY} bytes.` }
const NOT_JSON: Refusal = { status: 415, message: 'The content type must be application/json.' }
const INCOMPLETE: Refusal = { status: 400, message: 'The body ended too early.' }
const FULL: Refusal = { status: 503, message: 'No space is left for snapshots.' }
const BUSY: Refusal = { status: 503, message: 'Too many snapshots wait: try again later.' }

export function createSnapshotEndpoint(parts: Parts): SnapshotEndpoint {
  const { config, logger, metrics, addresses, origins, scrubbing } = parts
  const { storeUrl, dataDir, rateLimit } = config
  const queue = createSnapshotQueue({ folder: path.join(dataDir, 'snapshots'), storeUrl, logger })
  const sanitizer = createSanitizer()
  const limiter = createLimiter(rateLimit * RATE_SHARE, Math.max(1, rateLimit * RATE_SHARE))
  const logRefusal = createRefusalLog(logger)
  const errorTimes = new Map<string, number>()
  /** Recordings, whose senders have an answer already. */
  const unfinished = new Set<Promise<unknown>>()
  return { receive, takeRecordings, close }

  async function receive(ctx: Context): Promise<void> {
    const refusal = await handle(ctx)
    if (refusal === undefined) {
      ctx.status = 200
      ctx.body = {}
      return
    }
    metrics.count('errata_relay_refused_requests_total', { status: String(refusal.status) })
    logRefusal(refusal.status, refusal.message)
    sendError(ctx, 'json', refusal)
  }

  /** Undefined: the snapshot is on the disk. */
  async function handle(ctx: Context): Promise<Refusal | undefined> {
    if (!origins.allows(ctx)) return DENIED_ORIGIN
    if (!limiter.take(rateKey(addresses.client(ctx.req)))) return TOO_MANY
    if (encodingOf(ctx.get('Content-Type')) !== 'json') return NOT_JSON
    const encoding = contentEncodingOf(ctx.req)
    if (encoding === undefined || encoding === 'br') return WRONG_ENCODING
    const body = await readBody(ctx.req, MAX_BODY)
    if (!body.ok) return body.reason === 'too large' ? TOO_LARGE : INCOMPLETE
    return take(body.bytes, encoding === 'gzip', null)
  }

  async function take(
    body: Buffer,
    isCompressed: boolean,
    recording: RecordingContext | null,
  ): Promise<Refusal | undefined> {
    const { variable, added } = scrubbing.names()
    const bytes = new Uint8Array(body)
    const result = sanitizer.run({ bytes, isCompressed, names: [...variable, ...added], recording })
    return result === null ? BUSY : store(await result)
  }

  async function store(result: SnapshotResult): Promise<Refusal | undefined> {
    if (result.status !== 200) return { status: result.status, message: result.message, field: '' }
    if (result.snapshot === null || (await queue.add(result.snapshot))) return undefined
    return FULL
  }

  function takeRecordings({ items }: Envelope, { key, service }: RecordingSender): number {
    items.forEach(rememberTime)
    const recordings = items.filter(({ type }) => type === 'replay_recording')
    const replay = jsonOf(items.find(({ type }) => type === 'replay_event'))
    const errors = errorsOf(replay)
    const taken = recordings.filter(
      (recording): recording is Item & { payload: Buffer } =>
        recording.payload !== null && errors.length > 0 && limiter.take(key),
    )
    for (const { payload } of taken) {
      const context = { errors, at: errorTimes.get(errors[0]!) ?? null, service, ...identityOf(replay) }
      const work = take(payload, false, context)
        .then((refusal) => refusal && logRefusal(refusal.status, refusal.message))
        .catch((error: unknown) => logger.warn({ error: String(error) }, 'a recording was not stored'))
        .finally(() => unfinished.delete(work))
      unfinished.add(work)
    }
    // Those that the reader has discarded are counted already.
    return recordings.filter(({ payload }) => payload !== null).length - taken.length
  }

  /** SDKs send the recording after the error. */
  function rememberTime(item: Item): void {
    if (item.type !== 'event') return
    const { event_id: id, timestamp } = objectOf(jsonOf(item))
    const at = typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(String(timestamp))
    if (typeof id !== 'string' || !Number.isFinite(at)) return
    errorTimes.set(id.replaceAll('-', '').toLowerCase(), at)
    if (errorTimes.size > MAX_ERRORS) errorTimes.delete(errorTimes.keys().next().value!)
  }

  async function close(): Promise<void> {
    sanitizer.close()
    await Promise.all(unfinished)
    await queue.close()
  }
}

function identityOf(replay: unknown): Pick<RecordingContext, 'session' | 'user' | 'trace'> {
  const { user, contexts } = objectOf(replay)
  const { trace_id: trace } = objectOf(objectOf(contexts)['trace'])
  const id = objectOf(user)['id']
  return {
    // The id of a recording is no session of the errors.
    session: '',
    user: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : '',
    trace: typeof trace === 'string' && /^[\da-f]{32}$/.test(trace) ? trace : '',
  }
}

function jsonOf(item: Item | undefined): unknown {
  return item?.payload ? parseJson(item.payload.toString('utf8')) : undefined
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
