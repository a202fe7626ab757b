// Everything that a page sends: records of errors, sessions and web vitals, and spans.

import { applyBeforeSend } from './before-send.ts'
import type { Core, Shared } from './core-state.ts'
import { createErrorReporter } from './error-reporter.ts'
import { createInitialRoute } from './initial-route.ts'
import type { Attributes, MonitoringRecord } from './options.ts'
import { createPageSpans } from './page-spans.ts'
import { encodeRecord, envelope } from './record.ts'
import { resourceAttributes } from './resource.ts'
import { currentRoute, templateOf } from './route.ts'
import { createSender } from './sender.ts'
import { createSession } from './session.ts'
import { createTransport } from './transport.ts'
import { createVitals } from './vitals.ts'

/** Severity number of records that are no errors. */
const info = 9

type Switches = { reloadStale: boolean; keepUnsent: boolean }

export function createReporting(core: Core, shared: Shared, { reloadStale, keepUnsent }: Switches) {
  const { options, url, trace } = core
  const resource = resourceAttributes(options)
  const transport = createTransport(shared.nativeFetch)
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
  const spans = createPageSpans({ url, trace, resource, initialRoute, route, templateOf, newSpanId })

  function send(record: MonitoringRecord, at = Date.now(), soon = false): boolean {
    const result = applyBeforeSend(record, options.beforeSend)
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
    sent: () => void spans.flush(),
  })
  /** Each vital once, as it is at this moment. */
  function sendVitals(): void {
    for (const attributes of vitals.take())
      sendEvent('browser.web_vital', { ...attributes, 'session.id': initialSession })
  }
  return {
    errors,
    spans,
    vitals,
    sender,
    transport,
    sendVitals,
  }
}
