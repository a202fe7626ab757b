// POST /v1/traces, /v1/logs, /v1/metrics. The collector drops data that is answered with neither 2xx nor 503.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { MetricsRequest, Signal } from '../../../otlp/otlp-json.ts'
import type { Metrics } from '../../metrics.ts'
import type { Describer } from '../grouping/describe.ts'
import { timeLimits } from '../rows/instant.ts'
import { fastTraceRows } from '../rows/fast-traces.ts'
import type { DetailLimit, RequestDetails } from '../rows/detail-limit.ts'
import type { ForgottenRows } from '../rows/forgotten-rows.ts'
import type { FingerprintLimit } from '../rows/fingerprint-limit.ts'
import { logRows } from '../rows/logs.ts'
import type { Rows } from '../rows/rows.ts'
import { RepeatedExceptions } from '../rows/repeated-exceptions.ts'
import type { RowContext } from '../rows/row-context.ts'
import type { SourceMaps } from '../source-maps/source-maps.ts'
import type { FindMapped, ReceivedStacks } from '../source-maps/stack-mapper.ts'
import { traceRows } from '../rows/traces.ts'
import type { UserAgentParser } from '../rows/user-agent.ts'
import type { Sequence } from '../../../server/event-loop.ts'
import { decode, hashOf, readBody, resourceHashes, type Encoding } from './body.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { Quarantine } from './quarantine.ts'
import type { WaitingBodies } from './waiting-bodies.ts'

/** Seconds after which a sender may try again. Opening the engine takes about one. */
const RETRY_AFTER = '2'

/** The parts of an open store that take requests. */
export type Receiver = {
  writer: BatchWriter
  quarantine: Quarantine
  /** One body at a time. */
  decoding: Sequence
  waitingBodies: WaitingBodies
  userAgents: UserAgentParser
  sourceMaps: SourceMaps
  describe: Describer
  limitFingerprint: FingerprintLimit
  detailLimit: DetailLimit
  lateOccurrences: { accepts(id: string): boolean }
  forgottenRows: Pick<ForgottenRows, 'filter'>
  retentionDays: number
  metrics: Metrics
  /** Since the start of this process. */
  counters: { metrics: number; refused: number }
}

/** `receiver` is null while the store opens and closes. */
type ReceiveOptions = { signal: Signal; receiver: Receiver | null; log: Logger }

export async function receive(ctx: Context, options: ReceiveOptions): Promise<void> {
  const { signal, receiver, log } = options
  try {
    const outcome = receiver === null ? 'busy' : await store(ctx, { signal, receiver, log })
    receiver?.metrics.count('errata_store_requests_total', { outcome })
    answer(ctx, outcome)
  } catch (error) {
    receiver?.metrics.count('errata_store_requests_total', { outcome: 'busy' })
    log.error({ err: error, signal }, 'a request could not be stored; its sender will retry')
    answer(ctx, 'busy')
  }
}

type OpenOptions = ReceiveOptions & { receiver: Receiver }

async function store(ctx: Context, { signal, receiver, log }: OpenOptions): Promise<Answer> {
  const encoding = ENCODINGS.get(ctx.request.type)
  if (encoding === undefined) return 'unsupported'
  const body = await readBody(ctx.req)
  if (!body.ok) return refuse(body.reason)
  const hash = hashOf(signal, body.bytes)
  const request = { signal, encoding, bytes: body.bytes, hash, details: receiver.detailLimit.begin() }
  const finish = await receiver.decoding(begin)
  return finish()

  /** Until the request waits for its batch, or for its stacks. */
  async function begin(): Promise<Finish> {
    const decision = decide()
    if (decision !== null) return () => decision
    try {
      const { stacks, toRows } = decodeBody(request, receiver)
      if (stacks !== null) return () => mapAndWrite(stacks, toRows)
      return await write(toRows, NOT_MAPPED)
    } catch (error) {
      return refuseUndecodable(error)
    }
  }

  /** Outside of the sequence: bodies of other services do not wait for these maps. */
  async function mapAndWrite({ services, map }: ReceivedStacks, toRows: ToRows): Promise<Result> {
    const remove = receiver.waitingBodies.add(services, request.bytes.length)
    if (remove === null) return 'busy'
    try {
      const find = await map()
      const finishWrite = await receiver.decoding(async () => {
        const decision = decide()
        return decision === null ? write(toRows, find).catch(refuseUndecodable) : () => decision
      })
      return await finishWrite()
    } finally {
      remove()
    }
  }

  /** Null: the body must be decoded. */
  function decide(): Result | Promise<Result> | null {
    // The sender no longer waits, and will send it again.
    if (ctx.res.destroyed) return 'busy'
    // To decode and group a body costs a hundred times its hash.
    return receiver.writer.find(request.hash)
  }

  async function write(toRows: ToRows, find: FindMapped): Promise<Finish> {
    const rows = await toRows(find)
    if (rows === null || rows.count === 0) return () => 'stored'
    const table = signal === 'traces' ? 'otel_traces' : 'otel_logs'
    const result = receiver.writer.add(request.hash, table, rows).then((written) => {
      if (written === 'busy') request.details.undo()
      return written
    })
    return () => result
  }

  function refuseUndecodable(error: unknown): Finish {
    const result = refuse(error instanceof Error ? error.message : 'undecodable')
    return () => result
  }

  function refuse(reason: string): Result {
    receiver.quarantine.write(`${signal}.${encoding === 'json' ? 'json' : 'pb'}`, body.bytes)
    receiver.counters.refused++
    log.error(
      // Up to the first quotation mark: what a parser quotes is the payload.
      { signal, bytes: body.bytes.length, why: reason.split(/["'`]/, 1)[0] },
      'a body that can never be stored was written to the quarantine',
    )
    return 'refused'
  }
}

type RequestBody = {
  signal: Signal
  encoding: Encoding
  bytes: Buffer
  hash: string
  details: RequestDetails
}

/** Waits for the result of a request, which the sequence of bodies must not. */
type Finish = () => Result | Promise<Result>

type ToRows = (find: FindMapped) => Promise<Rows> | Rows | null

/** `stacks` null: the rows need no source map. */
type DecodedBody = { stacks: ReceivedStacks | null; toRows: ToRows }

const NOT_MAPPED: FindMapped = () => null

function decodeBody(body: RequestBody, receiver: Receiver): DecodedBody {
  const { signal, encoding, bytes, hash, details } = body
  if (signal === 'metrics') {
    receiver.counters.metrics += countPoints(decode('metrics', encoding, bytes))
    return { stacks: null, toRows: () => null }
  }
  const received = Date.now()
  const context = (mappedStack: FindMapped): RowContext => ({
    bodyHash: hash,
    received,
    resourceHashes: encoding === 'protobuf' ? resourceHashes(signal, bytes) : null,
    limits: timeLimits(received, receiver.retentionDays),
    userAgents: receiver.userAgents,
    describe: receiver.describe,
    limitFingerprint: receiver.limitFingerprint,
    details,
    repeatedExceptions: new RepeatedExceptions(),
    mappedStack,
    countWithoutMaps: (sent, stack) => receiver.sourceMaps.countWithoutMaps(sent, stack),
    isForgotten: receiver.forgottenRows.filter(signal === 'logs' ? 'otel_logs' : 'otel_traces'),
    acceptsLate: (id) => receiver.lateOccurrences.accepts(id),
  })
  const { sourceMaps } = receiver
  if (signal === 'logs') {
    const request = decode('logs', encoding, bytes)
    return { stacks: sourceMaps.stacksOfLogs(request), toRows: (find) => logRows(request, context(find)) }
  }
  // To look for stacks needs the objects of the slow path.
  if (encoding === 'protobuf' && !(sourceMaps.hasMaps() && bytes.includes('exception.stacktrace')))
    return { stacks: null, toRows: (find) => fastTraceRows(bytes, context(find)) }
  const request = decode('traces', encoding, bytes)
  return { stacks: sourceMaps.stacksOfTraces(request), toRows: (find) => traceRows(request, context(find)) }
}

function countPoints(request: MetricsRequest): number {
  const metrics = (request.resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics ?? [])
    .flatMap((scope) => scope.metrics ?? [])
  const kinds = metrics.flatMap((metric) => [
    metric.gauge,
    metric.sum,
    metric.histogram,
    metric.exponentialHistogram,
    metric.summary,
  ])
  return kinds.reduce((sum, kind) => sum + (kind?.dataPoints?.length ?? 0), 0)
}

/** By content type. A web page can send any other type without a permission of this server. */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['application/x-protobuf', 'protobuf'],
  ['application/json', 'json'],
])

type Result = 'stored' | 'busy' | 'refused'

/** `unsupported`: a content type that OTLP does not have. */
type Answer = Result | 'unsupported'

const STATUS = { stored: 200, busy: 503, refused: 400, unsupported: 415 }

/** google.rpc.Code: UNAVAILABLE and INVALID_ARGUMENT. */
const PROBLEM = {
  busy: { code: 14, message: 'The store is busy: retry later.' },
  unsupported: { code: 3, message: 'Send application/x-protobuf or application/json.' },
  refused: { code: 3, message: 'This body cannot be stored. A copy is in the folder refused.' },
}

function answer(ctx: Context, outcome: Answer): void {
  ctx.status = STATUS[outcome]
  if (outcome === 'busy') ctx.set('Retry-After', RETRY_AFTER)
  if (ctx.is('application/x-protobuf')) {
    ctx.type = 'application/x-protobuf'
    ctx.body = Buffer.alloc(0)
  } else ctx.body = outcome === 'stored' ? {} : PROBLEM[outcome]
}
