// One watched page: puts together what the other files see, and decides what leaves.

import { createBreadcrumbs } from './breadcrumbs.ts'
import type { Sighting } from './capture.ts'
import { digestOf, occurrenceOf } from './digest.ts'
import { watchErrors } from './errors.ts'
import { readException, type Exception } from './exception.ts'
import { paintFallback } from './fallback.ts'
import { tripText, watchFetch, type Trip } from './fetch.ts'
import { guard } from './guard.ts'
import { createLimit } from './limit.ts'
import { createMount } from './mount.ts'
import type { Attributes, MonitoringRecord, Options } from './options.ts'
import { cleanUrl, createPage } from './page.ts'
import { encodeRecord } from './record.ts'
import { describeResource } from './resource.ts'
import { createSender } from './send.ts'
import { createSession } from './session.ts'
import type { Tracing } from './tracing.ts'
import { createTransport } from './transport.ts'

/** Requests that end before the tracing code has arrived wait for it. */
const earlyTripLimit = 50

export type Client = {
  report(thrown: unknown, sighting: Sighting): void
  showFallback(digest: string): void
  setUser(id: string | undefined): void
  addBreadcrumb(kind: string, text: string): void
  flush(ms: number): Promise<boolean>
  shutdown(): Promise<void>
}

export function createClient(options: Options): Client {
  const { ignoreErrors = [], beforeSend = (record) => record, propagateTo = [], fallback = true } = options
  const url = new URL(options.url ?? '/monitoring', location.href).href
  const resource = describeResource(options)
  const page = createPage(options.tracesSampleRate ?? (isLoopback(location.hostname) ? 1 : 0.1))
  const transport = createTransport()
  const sender = createSender({ url, resource, transport })
  const limit = createLimit()
  const mount = createMount(options.root)
  const breadcrumbs = createBreadcrumbs()
  const session = createSession((id) => send({ eventName: 'session.start', severityNumber: 9, attributes: { 'session.id': id } }))
  const earlyTrips: Trip[] = []
  let userId: string | undefined
  let tracing: Tracing | undefined
  let closed = false
  let unpaint: (() => void) | undefined

  function report(thrown: unknown, { mechanism, severity, attributes }: Sighting): void {
    guard(() => {
      const occurrence = occurrenceOf(thrown)
      if (occurrence.reported) return
      occurrence.reported = true
      const exception = readException(thrown)
      const line = `${exception.type}: ${exception.message}`
      if (ignoreErrors.some((ignored) => (typeof ignored === 'string' ? line.includes(ignored) : line.search(ignored) >= 0))) return
      const key = line + exception.stacktrace
      const twin = limit.twin(key)
      // The digest of a record that is held back would lead nowhere; while nobody has seen it, it can still become that of its twin.
      if (twin && !occurrence.given) occurrence.digest = twin
      if ((twin && !occurrence.given) || !limit.allow(key, occurrence.digest, severity > 20)) return limit.holdBack()
      send({
        eventName: 'exception',
        severityNumber: severity,
        attributes: {
          ...attributes,
          ...describe(exception),
          'errata.digest': occurrence.digest,
          'errata.mechanism': mechanism,
          'errata.held_back': limit.takeHeldBack() || undefined,
          'errata.breadcrumbs': breadcrumbs.toJson(),
          'session.id': session(),
          'user.id': userId,
          'url.full': cleanUrl(location),
        },
      })
      breadcrumbs.add('exception', line)
      void tracing?.flush()
    })
  }

  function send(record: Pick<MonitoringRecord, 'eventName' | 'severityNumber' | 'attributes'>): void {
    const { traceId, spanId } = tracing?.active() ?? page
    const whole = { ...record, traceId, spanId }
    let last: MonitoringRecord | null
    try {
      last = beforeSend(whole)
    } catch {
      last = { ...whole, attributes: withoutContent(record.attributes) }
    }
    if (last) sender.push(encodeRecord(last, Date.now()))
  }

  /** While nothing is mounted, whether an error was the end is known a moment later. */
  function see(thrown: unknown, sighting: Sighting): void {
    if (!mount.isEmpty()) return report(thrown, sighting)
    mount.whenStillEmpty(
      (root) => {
        report(thrown, { ...sighting, mechanism: 'boot', severity: 21 })
        showFallback(digestOf(thrown), root)
      },
      () => report(thrown, sighting),
    )
  }

  function showFallback(digest: string, into?: Element): void {
    if (fallback && !unpaint) unpaint = guard(() => paintFallback(digest, into))
  }

  function ended(trip: Trip): void {
    breadcrumbs.add('fetch', tripText(trip))
    if (tracing) tracing.add(trip)
    else if (page.sampled && earlyTrips.length < earlyTripLimit) earlyTrips.push(trip)
  }

  function hide(): void {
    if (document.visibilityState === 'visible' && !leaving) return
    mount.settle()
    transport.retryNow()
    void sender.flush()
    void tracing?.flush()
  }

  let leaving = false
  const leave = () => {
    leaving = true
    hide()
    leaving = false
  }
  // pagehide comes first and document hears nothing of it; a tab that is put away may be killed without it.
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', hide)
  const unwatchFetch = watchFetch({
    url,
    exporter: transport.fetch,
    parent: () => ({ ...(tracing?.active() ?? page), sampled: page.sampled }),
    propagateTo,
    ended,
  })
  session()
  const unwatchErrors = watchErrors(see)
  if (page.sampled) {
    void import('./later.ts').then(
      ({ startTracing }) => {
        if (closed) return
        tracing = guard(() => startTracing({ url, page, resource }))
        earlyTrips.splice(0).forEach((trip) => tracing?.add(trip))
      },
      () => {},
    )
  }

  return {
    report,
    showFallback,
    setUser: (id) => (userId = id),
    addBreadcrumb: (kind, text) => breadcrumbs.add(kind, text),
    async flush(ms) {
      const sent = Promise.all([sender.flush(), tracing?.flush()]).then(([taken]) => taken)
      return Promise.race([sent, new Promise<boolean>((resolve) => setTimeout(resolve, ms, false))])
    },
    async shutdown() {
      closed = true
      unwatchErrors()
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      breadcrumbs.close()
      await sender.flush()
      sender.close()
      await tracing?.shutdown()
      unwatchFetch()
    },
  }
}

function describe({ type, message, stacktrace, causes, givenDigest }: Exception): Attributes {
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stacktrace,
    'errata.given_digest': givenDigest,
    'errata.cause': causes.length ? JSON.stringify(causes) : '',
  }
}

/** What may leave when the application's own check of it failed. */
function withoutContent(attributes: Attributes): Attributes {
  const kept = ['exception.type', 'errata.digest', 'errata.given_digest', 'errata.mechanism', 'session.id']
  return { ...Object.fromEntries(kept.map((name) => [name, attributes[name]])), 'errata.before_send': 'failed' }
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host)
}
