// OTLP/JSON → protobuf. A value for which a strict receiver would refuse the request is repaired (an integer
// beyond int64 and `null` for a double become doubles) or left out, and counted.
import { Int64 } from './int64.ts'
import type { JsonObject } from './json-object.ts'
import { logsRequest, tracesRequest } from './messages.ts'
import { metricsRequest } from './metrics.ts'
import type { LogsRequest, MetricsRequest, Signal, TracesRequest } from './otlp-json.ts'
import { ProtobufWriter } from './protobuf-writer.ts'
import { NO_RULES, type Sanitizer } from './sanitizer.ts'
import type { Counts } from './sink.ts'
import { writeMessage } from './write-message.ts'

/** `bytes`: empty if no item is left. */
export type Written = Counts & { bytes: Buffer }
/** `extraResource`: an encoded `resource` field. A receiver merges it with the one of the message. */
type Writer = (signal: Signal, request: JsonObject, extraResource?: Uint8Array) => Written

const REQUESTS = { traces: tracesRequest, logs: logsRequest, metrics: metricsRequest }
const NOTHING = new Uint8Array(0)

/**
 * Keeps one buffer for all requests. With a sanitizer it rejects items without valid ids and times, leaves
 * out containers without items, and throws an `OtlpError` where a list of items is no list.
 */
export function createWriter(sanitizer?: Sanitizer): Writer {
  const writer = new ProtobufWriter()
  const number = new Int64()
  return (signal, request, extraResource = NOTHING) => {
    const sink = {
      writer,
      number,
      sanitizer: sanitizer ?? NO_RULES,
      isStrict: sanitizer !== undefined,
      extraResource,
      items: 0,
      accepted: 0,
      repaired: 0,
      rejected: new Map<string, number>(),
    }
    writer.reset()
    writeMessage(sink, REQUESTS[signal], request)
    const { accepted, rejected, repaired } = sink
    return { bytes: writer.copy(), accepted, rejected, repaired }
  }
}

export function writeTraces(request: TracesRequest): Buffer {
  return createWriter()('traces', request).bytes
}

export function writeLogs(request: LogsRequest): Buffer {
  return createWriter()('logs', request).bytes
}

export function writeMetrics(request: MetricsRequest): Buffer {
  return createWriter()('metrics', request).bytes
}
