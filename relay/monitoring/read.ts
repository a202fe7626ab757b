// A body → envelopes: decoded, then written as protobuf by a writer that validates, limits and scrubs. JSON
// is never forwarded as it came: two parsers may read duplicate keys and unknown members differently.
import { type JsonObject, isJsonObject } from '../../otlp/json-object.ts'
import { OtlpError } from '../../otlp/otlp-error.ts'
import type { Signal } from '../../otlp/otlp-json.ts'
import { readLogs, readMetrics, readTraces } from '../../otlp/read.ts'
import { type Written, createWriter } from '../../otlp/write.ts'
import type { Metrics } from '../metrics.ts'
import { encodeClientAddress } from '../client-address.ts'
import type { Encoding } from './content-type.ts'
import { type LoggedException, exceptionsIn } from './exceptions.ts'
import { createSanitizer } from './sanitize.ts'
import type { Scrubber } from '../secrets/scrub.ts'

/** A request for the collector: one signal, encoded in protobuf. */
export type Envelope = { signal: Signal; bytes: Buffer }
/** Rejected items of one signal, or none and a warning; `message` is for the sender. */
export type RejectedItems = { signal: Signal; items: number; message: string }
type Accepted = { ok: true; envelopes: Envelope[]; rejected: RejectedItems[]; exceptions: LoggedException[] }
type Reading = Accepted | { ok: false; message: string; field: string }

/** What was sent as OTLP, or what another protocol was translated into. */
export type Body = { bytes: Buffer; encoding: Encoding } | { request: JsonObject }
/** `signals`: what the path accepts; for protobuf, the first. `client`: the sender's address, '' for none. */
type Reader = (body: Body, signals: Signal[], client: string) => Reading

const MEMBERS = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' } as const
const ITEMS = { traces: 'spans', logs: 'log records', metrics: 'data points' } as const
const DECODERS = { traces: readTraces, logs: readLogs, metrics: readMetrics }

export function createReader(metrics: Metrics, scrubber: Scrubber): Reader {
  const write = createWriter(createSanitizer(scrubber))
  return read

  function read(body: Body, signals: Signal[], client: string): Reading {
    const reading: Accepted = { ok: true, envelopes: [], rejected: [], exceptions: [] }
    try {
      const extraResource = encodeClientAddress(client)
      const add = (signal: Signal, request: JsonObject) =>
        addEnvelope(reading, signal, write(signal, request, extraResource))
      if ('bytes' in body && body.encoding === 'protobuf') add(signals[0]!, DECODERS[signals[0]!](body.bytes))
      else {
        const request = 'request' in body ? body.request : parse(body.bytes)
        for (const signal of signals) if (MEMBERS[signal] in request) add(signal, request)
      }
      return reading
    } catch (error) {
      if (error instanceof OtlpError) return { ok: false, message: error.message, field: error.field }
      throw error
    }
  }

  function addEnvelope(reading: Accepted, signal: Signal, written: Written): void {
    const { bytes, accepted, rejected, repaired } = written
    if (repaired > 0) metrics.count('errata_relay_repaired_values_total', {}, repaired)
    for (const [reason, items] of rejected)
      metrics.count('errata_relay_rejected_items_total', { signal, reason }, items)
    metrics.count('errata_relay_accepted_items_total', { signal }, accepted)
    if (rejected.size > 0 || repaired > 0) reading.rejected.push(explain(signal, rejected, repaired))
    if (bytes.length === 0) return
    reading.envelopes.push({ signal, bytes })
    reading.exceptions.push(...exceptionsIn(signal, bytes))
  }
}

function parse(body: Buffer): JsonObject {
  let parsed: unknown
  try {
    const text = body.toString('utf8')
    parsed = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    // V8's own message quotes the body, which may hold secrets.
    throw new OtlpError('The body is not valid JSON.')
  }
  if (isJsonObject(parsed)) return parsed
  throw new OtlpError(
    'The body is JSON, but not an object with resourceSpans, resourceLogs or resourceMetrics.',
  )
}

function explain(signal: Signal, reasons: Map<string, number>, repaired: number): RejectedItems {
  const items = [...reasons.values()].reduce((total, count) => total + count, 0)
  const list = [...reasons].map(([reason, count]) => `${reason} (${count})`).join(', ')
  const sentences = [
    ...(items > 0 ? [`${items} ${ITEMS[signal]} rejected: ${list}.`] : []),
    ...(repaired > 0 ? [`Values of a wrong type that were repaired or left out: ${repaired}.`] : []),
  ]
  return { signal, items, message: sentences.join(' ') }
}
