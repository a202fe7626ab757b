// The client chunk: connects the listeners of a page with the records and spans that are sent. It is given the
// functions it needs of the entry (`Shared`), and imports only types from there.

import { applyBeforeSend } from './before-send.ts'
import { watchClicks } from './click-breadcrumbs.ts'
import type { Client, Core, Shared } from './core-state.ts'
import { watchCsp } from './csp.ts'
import { createErrorReporter } from './error-reporter.ts'
import { readException } from './exception.ts'
import { createInitialRoute } from './initial-route.ts'
import { watchNavigation } from './navigation.ts'
import type { Attributes, MonitoringRecord } from './options.ts'
import { watchLifecycle } from './page-lifecycle.ts'
import { createPageSpans } from './page-spans.ts'
import { encodeRecord, envelope } from './record.ts'
import type { RequestRecord } from './request-record.ts'
import { resourceAttributes } from './resource.ts'
import { currentRoute, templateOf } from './route.ts'
import { createSender } from './sender.ts'
import { createSession } from './session.ts'
import { watchPreloadErrors } from './stale-chunk-reload.ts'
import { createTransport } from './transport.ts'
import { createVitals } from './vitals.ts'
import { wrapXhr } from './xhr.ts'

/** Severity number of records that are no errors. */
const info = 9

export function createClient(core: Core, shared: Shared): Client {
  const { options, url, trace } = core
  const reloads = isOn(options.reloadStale)
  const resource = resourceAttributes(options)
  const transport = createTransport(shared.nativeFetch)
  const sender = createSender({
    url,
    transport,
    envelope: (records) => envelope(resource, records),
    keepUnsent: isOn(options.keepUnsent),
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
    reloads,
    route,
    session,
    activeIds: spans.active,
    send: (record, at) => send(record, at, true),
    sent: () => void spans.flush(),
  })

  function sendVitals(): void {
    for (const attributes of vitals.take())
      sendEvent('browser.web_vital', { ...attributes, 'session.id': initialSession })
  }
  function flushAll(): void {
    errors.finish()
    void sender.flush()
    spans.end()
  }
  function requestEnded(record: RequestRecord): void {
    const request = { ...record, method: record.method.toUpperCase() }
    const { method, url: target, status, error } = request
    const address = (target.origin === location.origin ? '' : target.origin) + target.pathname
    shared.addBreadcrumb('fetch', `${method} ${address} → ${status ?? readException(error).type}`)
    spans.requestEnded(request)
  }

  const stops = [
    watchLifecycle({
      // The web vitals library handles this event first, so the values are final.
      hidden() {
        sendVitals()
        flushAll()
      },
      leaving() {
        sender.pageLeaving(true)
        flushAll()
      },
      restored: () => sender.pageLeaving(false),
    }),
    watchClicks(shared.addBreadcrumb),
    watchNavigation((from, to) => {
      shared.addBreadcrumb('navigation', `${from} → ${to}`)
      spans.navigated()
    }),
    wrapXhr(core),
  ]
  if (reloads) stops.push(watchPreloadErrors((error) => void shared.report(error, 'chunk', 17)))
  // In a task of its own: at a quarter of the speed of a desktop, first request and observer block the page for 40 ms.
  const secondTask = setTimeout(() => {
    sender.wake()
    stops.push(watchCsp(url, (violation) => void shared.report(violation, 'csp', 13)))
  })
  core.activeIds = spans.activeForRequest
  core.requestEnded = requestEnded
  core.requests.splice(0).forEach(requestEnded)
  // OpenTelemetry's exporter sends with the `__original` of a wrapped `fetch`.
  Object.assign(core.fetchWrapper?.wrapper ?? {}, { __original: transport.fetch })
  if (isOn(options.vitals)) {
    void import('./chunks/pace.ts').then(
      ({ measure }) => measure(vitals.add),
      () => {},
    )
  }

  return {
    report: errors.report,
    async flush() {
      const [records, spansAccepted = true] = await Promise.all([sender.flush(), spans.flush()])
      return records && spansAccepted
    },
    async shutdown() {
      clearTimeout(secondTask)
      for (const stop of stops) stop()
      sendVitals()
      await sender.flush()
      await spans.shutdown()
      sender.close()
    },
  }
}

/** Options of a script tag are strings; an attribute without a value is an empty one. */
function isOn(option: unknown): boolean {
  return option === true || option === 'true' || option === ''
}
