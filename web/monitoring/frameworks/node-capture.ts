// Sends a server error as an OTLP log record, with the ids of the active span if there is one.

import { context as contextApi, createContextKey, trace } from '@opentelemetry/api'
import { withinLimits } from '../errors/attribute-limit.ts'
import { frameworkDigest, readCauses } from '../errors/cause.ts'
import { readDebugIds } from '../errors/debug-ids.ts'
import { occurrenceOf } from '../digest.ts'
import { readException } from '../errors/exception.ts'
import type { Attributes, CaptureContext } from '../options.ts'
import { encodeRecord, envelope, exceptionRecord } from '../errors/record.ts'
import { readConfig, type ServerOptions } from './config.ts'

export type ServerError = { error: unknown; mechanism: string; severity: number; attributes?: Attributes }
/** For `fetch`. */
export type ServerRequest = { url: string; method: 'POST'; headers: Record<string, string>; body: string }

/** A collector that does not respond must not tie up connections. */
const timeoutMs = 5000
/** Keeps OpenTelemetry's instrumentation from creating a span for our request. */
const suppressTracing = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

let options: ServerOptions = {}
let requestAttributes: () => Attributes | undefined = () => undefined
const pending = new Set<Promise<boolean>>()

/** Not imported: frameworks that use this file may have no `node:async_hooks`. */
export function setRequestAttributes(read: () => Attributes | undefined): void {
  requestAttributes = read
}

export function setOptions(value: ServerOptions): void {
  options = value
}

/**
 * Reports a server error and always returns its digest. An error that was reported before is not sent again.
 * Never throws.
 */
export function captureException(
  error: unknown,
  { handled, severity, attributes = {} }: Omit<CaptureContext, 'fallback'> = {},
): string {
  return send({ error, mechanism: 'manual', severity: severity ?? (handled === false ? 17 : 13), attributes })
}

export function send(serverError: ServerError): string {
  const { occurrence, request } = requestOf(serverError)
  if (request) {
    const sent = contextApi
      .with(contextApi.active().setValue(suppressTracing, true), () => post(request))
      .finally(() => pending.delete(sent))
    pending.add(sent)
  }
  return occurrence.digest
}

/** Resolves when everything has been sent; true if everything was accepted. For serverless functions. */
export async function flush(): Promise<boolean> {
  return (await Promise.all(pending)).every(Boolean)
}

/** Returns no request if the error was reported before. */
export function requestOf({ error, mechanism, severity, attributes }: ServerError) {
  const occurrence = occurrenceOf(error)
  if (occurrence.reported) return { occurrence }
  occurrence.reported = true
  const { url, headers, resource } = readConfig(options)
  const exception = readException(error)
  const causes = readCauses(error)
  const { traceId = '', spanId = '' } = trace.getActiveSpan()?.spanContext() ?? {}
  const record = exceptionRecord(
    exception,
    severity,
    { traceId, spanId },
    {
      ...withinLimits({ ...requestAttributes(), ...attributes }),
      'errata.digest': occurrence.digest,
      'errata.given_digest': frameworkDigest(error),
      'errata.cause': causes,
      'errata.debug_ids': readDebugIds(exception.stacktrace + causes),
      'errata.mechanism': mechanism,
    },
  )
  const sdk = { 'telemetry.sdk.name': 'errata', 'telemetry.sdk.language': 'nodejs' }
  const body = envelope({ ...resource, ...sdk }, [encodeRecord(record, Date.now())])
  const request: ServerRequest = { url, method: 'POST', headers, body }
  return { occurrence, request }
}

async function post({ url, ...request }: ServerRequest): Promise<boolean> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
