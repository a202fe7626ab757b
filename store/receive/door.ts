// The collector's door. Its answers decide about life and death of data: a collector drops what is answered with anything but 2xx and 503.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { MetricsRequest, Signal } from '../../otlp/otlp-json.ts'
import { boundsAt } from '../rows/instant.ts'
import { logRows } from '../rows/logs.ts'
import { protobufTraceRows } from '../rows/protobufTraces.ts'
import type { Rows } from '../rows/rows.ts'
import { traceRows } from '../rows/traces.ts'
import type { Store } from '../store.ts'
import { decode, hashOf, readBody, type Encoding } from './body.ts'
import type { Outcome } from './group.ts'

/** Seconds after which a sender comes again. Opening the engine takes about one. */
const RETRY_AFTER = '2'

export type Receiving = { signal: Signal; store: () => Store | null; log: Logger }

export async function receive(ctx: Context, { signal, store, log }: Receiving): Promise<void> {
  const open = store()
  try {
    const outcome = open === null ? 'busy' : await take(ctx, signal, open, log)
    answer(ctx, outcome)
  } catch (error) {
    log.error({ err: error, signal }, 'a request could not be taken now')
    answer(ctx, 'busy')
  }
}

async function take(ctx: Context, signal: Signal, store: Store, log: Logger): Promise<Outcome> {
  const encoding: Encoding = ctx.is('application/x-protobuf') ? 'protobuf' : 'json'
  const body = await readBody(ctx.req)
  if (!body.ok) return refuse(body.reason, body.bytes)
  const hash = hashOf(signal, body.bytes)
  let rows: Rows | null
  try {
    rows = rowsOf(signal, encoding, body.bytes, hash, store)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'undecodable', body.bytes)
  }
  if (rows === null || rows.count === 0) return 'stored'
  const outcome = await store.group.add(hash, signal === 'traces' ? 'otel_traces' : 'otel_logs', rows)
  return outcome === 'refused' ? refuse('the engine cannot read its rows', body.bytes) : outcome

  function refuse(reason: string, bytes: Buffer): Outcome {
    store.refused.putAside(`${signal}.${encoding === 'json' ? 'json' : 'pb'}`, bytes)
    store.counted.refused++
    // Not the message of the parser: it quotes the payload.
    log.error(
      { signal, bytes: bytes.length, why: reason.split(/["'`]/, 1)[0] },
      'a body that can never be taken was put aside',
    )
    return 'refused'
  }
}

function rowsOf(
  signal: Signal,
  encoding: Encoding,
  bytes: Buffer,
  bodyHash: string,
  store: Store,
): Rows | null {
  if (signal === 'metrics') {
    store.counted.metrics += pointsIn(decode('metrics', encoding, bytes))
    return null
  }
  const making = { bodyHash, bounds: boundsAt(Date.now(), store.retentionDays), agents: store.agents }
  if (signal === 'logs') return logRows(decode('logs', encoding, bytes), making)
  return encoding === 'protobuf'
    ? protobufTraceRows(bytes, making)
    : traceRows(decode('traces', encoding, bytes), making)
}

function pointsIn(request: MetricsRequest): number {
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

function answer(ctx: Context, outcome: Outcome): void {
  const json = !ctx.is('application/x-protobuf')
  ctx.status = { stored: 200, busy: 503, refused: 400 }[outcome]
  if (outcome === 'busy') ctx.set('Retry-After', RETRY_AFTER)
  if (json)
    ctx.body = outcome === 'stored' ? {} : { code: outcome === 'busy' ? 14 : 3, message: WORDS[outcome] }
  else {
    ctx.type = 'application/x-protobuf'
    ctx.body = Buffer.alloc(0)
  }
}

const WORDS = {
  busy: 'The store cannot take this now.',
  refused: 'This body can never be taken; it was put aside.',
}
