// A body → envelopes for the collector: parsed, checked item by item, bounded, scrubbed, stamped and written anew as protobuf.
// JSON is never passed on as it came: what one parser reads and what the next one reads differ (duplicate keys, unknown members).
// What needs no change takes a quick way to the same end: JSON is translated in one pass, spans in protobuf are walked to the last byte.
import { WireError, readLogs, readMetrics, readTraces } from '../../otlp/read.ts'
import type { Signal } from '../../otlp/otlp-json.ts'
import { createWriter } from '../../otlp/write.ts'
import type { Meter } from '../meter.ts'
import { ShapeError, checkRequest } from './check.ts'
import { CLIENT_ADDRESS, type Checked } from './checked.ts'
import { createCleaner } from './clean.ts'
import type { SeenException } from './exceptions.ts'
import type { Passed } from './plain.ts'
import type { Scrubber } from './scrub.ts'
import { createTranslation } from './translate.ts'
import { createWalk } from './walk.ts'

export type Encoding = 'json' | 'protobuf'
export type Envelope = { signal: Signal; bytes: Buffer }
/** Items left out of one signal, and why, in words. */
export type Rejected = { signal: Signal; items: number; why: string }
export type Reading =
  | { ok: true; envelopes: Envelope[]; rejected: Rejected[]; exceptions: SeenException[] }
  | { ok: false; message: string }

type Part = { signal: Signal; bytes: Buffer; checked: Checked }
export type Reader = (body: Buffer, encoding: Encoding, signals: Signal[], client: string) => Reading

const MEMBERS = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' } as const
export const ITEMS = { traces: 'spans', logs: 'log records', metrics: 'data points' } as const

export function createReader(meter: Meter, scrubber: Scrubber): Reader {
  const cleaner = createCleaner(scrubber, CLIENT_ADDRESS)
  const walk = createWalk(scrubber)
  const translate = createTranslation(scrubber)
  const writer = createWriter(() => meter.count('errata_relay_repaired_values_total'))
  return read

  /** `signals`: those the path may carry; protobuf names none, so there the first counts. */
  function read(body: Buffer, encoding: Encoding, signals: Signal[], client: string): Reading {
    try {
      if (encoding === 'protobuf' && signals[0] === 'traces') {
        const walked = walk(body, client)
        if (walked !== undefined) return pass(walked)
      } else if (encoding === 'json') {
        const translated = translate(body, signals, client)
        if (translated !== undefined) return pass(translated)
      }
      if (encoding === 'protobuf') return finish([check(signals[0]!, decode(signals[0]!, body), client)])
      const request = parse(body)
      return finish(
        signals
          .filter((signal) => MEMBERS[signal] in request)
          .map((signal) => check(signal, request, client)),
      )
    } catch (error) {
      if (error instanceof WireError || error instanceof ShapeError)
        return { ok: false, message: error.message }
      throw error
    }
  }

  function pass({ signal, bytes, items, exceptions }: Passed): Reading {
    meter.count('errata_relay_accepted_items_total', { signal }, items)
    return { ok: true, envelopes: [{ signal, bytes }], rejected: [], exceptions }
  }

  function check(signal: Signal, request: Record<string, unknown>, client: string): Part {
    const checked = checkRequest(signal, request, client, cleaner)
    return { signal, checked, bytes: writer[signal](request) }
  }

  function finish(parts: Part[]): Reading {
    const rejected: Rejected[] = []
    for (const { signal, checked } of parts) {
      meter.count('errata_relay_accepted_items_total', { signal }, checked.accepted)
      let items = 0
      for (const [reason, times] of checked.rejected) {
        meter.count('errata_relay_rejected_items_total', { signal, reason }, times)
        items += times
      }
      if (items > 0) rejected.push({ signal, items, why: explain(signal, items, checked.rejected) })
    }
    return {
      ok: true,
      envelopes: parts.filter(({ bytes }) => bytes.length > 0),
      rejected,
      exceptions: parts.flatMap(({ checked }) => checked.exceptions),
    }
  }
}

function decode(signal: Signal, body: Buffer): Record<string, unknown> {
  if (signal === 'traces') return readTraces(body)
  return signal === 'logs' ? readLogs(body) : readMetrics(body)
}

function parse(body: Buffer): Record<string, unknown> {
  let parsed: unknown
  try {
    const text = body.toString('utf8')
    parsed = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    // V8's own message quotes the body, which may hold what nobody should read in a log.
    throw new ShapeError('The body is not valid JSON.')
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return parsed as Record<string, unknown>
  throw new ShapeError(
    'The body is JSON, but not an object with resourceSpans, resourceLogs or resourceMetrics.',
  )
}

function explain(signal: Signal, items: number, reasons: Map<string, number>): string {
  const list = [...reasons].map(([reason, times]) => `${reason} (${times})`).join(', ')
  return `${items} ${ITEMS[signal]} left out: ${list}.`
}
