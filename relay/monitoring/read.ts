// A body → envelopes: decoded, then written as protobuf by a writer that validates, limits and scrubs. JSON
// is never forwarded as it came: two parsers may read duplicate keys and unknown members differently.
import { type JsonObject, isJsonObject } from '../../otlp/json-object.ts'
import { OtlpError } from '../../otlp/otlp-error.ts'
import type { Signal } from '../../otlp/otlp-json.ts'
import { readLogs, readMetrics, readTraces } from '../../otlp/read.ts'
import { createWriter } from '../../otlp/write.ts'
import type { Metrics } from '../metrics.ts'
import { encodeClientAddress } from './client-address.ts'
import type { Encoding } from './content-type.ts'
import { type LoggedException, exceptionsIn } from './exceptions.ts'
import { FastSpanReader } from './fast-spans.ts'
import { createSanitizer } from './sanitize.ts'
import type { Scrubber } from '../secrets/scrub.ts'

/** A request for the collector: one signal, encoded in protobuf. */
export type Envelope = { signal: Signal; bytes: Buffer }
/** Rejected items of one signal, or none and a warning; `message` is for the sender. */
export type Rejected = { signal: Signal; items: number; message: string }
type Accepted = { ok: true; envelopes: Envelope[]; rejected: Rejected[]; exceptions: LoggedException[] }
type Reading = Accepted | { ok: false; message: string; field: string }

/** `signals`: those of the path; for protobuf, the first. `client`: the sender's address, '' for none. */
type Reader = (body: Buffer, encoding: Encoding, signals: Signal[], client: string) => Reading

const MEMBERS = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' } as const
const ITEMS = { traces: 'spans', logs: 'log records', metrics: 'data points' } as const
const DECODERS = { traces: readTraces, logs: readLogs, metrics: readMetrics }

export function createReader(metrics: Metrics, scrubber: Scrubber): Reader {
  const sanitizer = createSanitizer(scrubber)
  const write = createWriter(sanitizer)
  const fastSpans = new FastSpanReader(sanitizer)
  return read

  function read(body: Buffer, encoding: Encoding, signals: Signal[], client: string): Reading {
    const reading: Accepted = { ok: true, envelopes: [], rejected: [], exceptions: [] }
    try {
      const stamp = encodeClientAddress(client)
      if (encoding === 'protobuf') add(reading, signals[0]!, DECODERS[signals[0]!](body), stamp)
      else if (!addFast(reading, signals, body, stamp)) {
        const request = parse(body)
        for (const signal of signals) if (MEMBERS[signal] in request) add(reading, signal, request, stamp)
      }
      return reading
    } catch (error) {
      if (error instanceof OtlpError) return { ok: false, message: error.message, field: error.field }
      throw error
    }
  }

  function add(reading: Accepted, signal: Signal, request: JsonObject, stamp: Buffer): void {
    const { bytes, accepted, rejected, repaired } = write(signal, request, stamp)
    if (repaired > 0) metrics.count('errata_relay_repaired_values_total', {}, repaired)
    for (const [reason, items] of rejected)
      metrics.count('errata_relay_rejected_items_total', { signal, reason }, items)
    if (rejected.size > 0 || repaired > 0) reading.rejected.push(explain(signal, rejected, repaired))
    addEnvelope(reading, { signal, bytes }, accepted)
  }

  /** False: the body is for the slow path. */
  function addFast(reading: Accepted, signals: Signal[], body: Buffer, stamp: Buffer): boolean {
    const result = signals.includes('traces') ? fastSpans.read(body, stamp) : undefined
    if (result === undefined) return false
    addEnvelope(reading, { signal: 'traces', bytes: result.bytes }, result.accepted)
    return true
  }

  function addEnvelope(reading: Accepted, envelope: Envelope, accepted: number): void {
    const { signal, bytes } = envelope
    metrics.count('errata_relay_accepted_items_total', { signal }, accepted)
    if (bytes.length === 0) return
    reading.envelopes.push(envelope)
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

function explain(signal: Signal, reasons: Map<string, number>, repaired: number): Rejected {
  const items = [...reasons.values()].reduce((total, count) => total + count, 0)
  const list = [...reasons].map(([reason, count]) => `${reason} (${count})`).join(', ')
  const sentences = [
    ...(items > 0 ? [`${items} ${ITEMS[signal]} left out: ${list}.`] : []),
    ...(repaired > 0 ? [`Values that are not of their type were repaired or left out: ${repaired}.`] : []),
  ]
  return { signal, items, message: sentences.join(' ') }
}
