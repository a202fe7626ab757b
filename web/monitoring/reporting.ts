// Everything that a page sends: records of errors, sessions and web vitals, and spans.

import type { Core, LoadChunk, Shared } from './core-state.ts'
import { createErrorReporter } from './error-reporter.ts'
import type { Attributes, MonitoringRecord, Options } from './options.ts'
import { createPageSpans } from './page-spans.ts'
import { encodeRecord, envelope } from './record.ts'
import { createInitialRoute, currentRoute, templateOf } from './route.ts'
import { createSender } from './sender.ts'
import { createSession } from './session.ts'
import { createTransport } from './transport.ts'
import { createVitals } from './vitals.ts'

/** Severity number of records that are no errors. */
const info = 9
const uncaught = 17

/** Sent of a record whose `beforeSend` has thrown: nothing that it might have removed, and the digest. */
const safeAttributes = [
  'exception.type',
  'errata.digest',
  'errata.given_digest',
  'errata.mechanism',
  'session.id',
]

type ReportingOptions = { reloadStale: boolean; keepUnsent: boolean; load: LoadChunk }

export function createReporting(core: Core, shared: Shared, reporting: ReportingOptions) {
  const { reloadStale, keepUnsent, load } = reporting
  const { options, url, trace } = core
  const resource = resourceAttributes(options)
  const transport = createTransport(shared.fetch)
  const sender = createSender({
    url,
    transport,
    envelope: (records) => envelope(resource, records),
    keepUnsent,
  })
  const route = () => currentRoute(options)
  const initialRoute = createInitialRoute(route)
  const vitals = createVitals(initialRoute.route)
  const newSpanId = () => shared.random(16)
  const spans = createPageSpans({
    url,
    trace,
    resource,
    initialRoute,
    route,
    templateOf,
    newSpanId,
    load,
    off: Number(options.tracesSampleRate) === 0,
  })

  function send(record: MonitoringRecord, at = Date.now(), soon = false): boolean {
    const result = applyBeforeSend(record, options)
    return !result || sender.push(encodeRecord(result, at), soon)
  }
  function sendEvent(eventName: string, attributes: Attributes): void {
    const { traceId, spanId } = trace
    send({ eventName, severityNumber: info, traceId, spanId, attributes })
  }

  const session = createSession(
    () => shared.random(32),
    (id) => sendEvent('session.start', { 'session.id': id }),
  )
  const initialSession = session()
  const errors = createErrorReporter({
    core,
    shared,
    reloads: reloadStale,
    route,
    session,
    activeIds: spans.active,
    send: (record, at) => send(record, at, true),
    sent(severity) {
      if (severity >= uncaught) spans.errorOccurred()
      void spans.flush()
    },
  })
  /** Each vital once, as it is at this moment. */
  function sendVitals(): void {
    for (const attributes of vitals.take())
      sendEvent('browser.web_vital', { ...attributes, 'session.id': initialSession })
  }
  return { errors, spans, vitals, sender, transport, sendVitals }
}

/** OpenTelemetry resource of every record and span: application, SDK and browser. */
function resourceAttributes({ service, release, environment, attributes }: Options): Attributes {
  return {
    ...attributes,
    'service.name': service,
    'service.version': release,
    'deployment.environment.name': environment,
    'telemetry.sdk.name': 'errata',
    'telemetry.sdk.language': 'webjs',
    'telemetry.sdk.version': '0.1.0',
    'user_agent.original': navigator.userAgent,
    'browser.language': navigator.language,
    'browser.mobile': (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData?.mobile,
  }
}

/** null: the record is dropped. */
function applyBeforeSend(record: MonitoringRecord, { beforeSend }: Options): MonitoringRecord | null {
  try {
    return beforeSend ? beforeSend(record) : record
  } catch {
    const attributes = Object.fromEntries(safeAttributes.map((name) => [name, record.attributes[name]]))
    return { ...record, attributes: { ...attributes, 'errata.before_send': 'failed' } }
  }
}
