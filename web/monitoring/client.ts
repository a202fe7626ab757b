// The rest of the package for one watched page: decides what leaves, and with what context. It gets from the entry what it needs of it, and imports only types.

import { givenDigest, readCauses } from './cause.ts'
import { readException } from './exception.ts'
import { readHeard } from './heard.ts'
import { createJourney } from './journey.ts'
import { rememberLanding } from './landing.ts'
import { createMount } from './mount.ts'
import { watchNavigation } from './navigation.ts'
import type { Attributes, MonitoringRecord } from './options.ts'
import { watchPolicy } from './policy.ts'
import { describe, encodeRecord, envelope } from './record.ts'
import { describeResource } from './resource.ts'
import { watchRequests } from './request.ts'
import { routeOf, templateOf } from './route.ts'
import { createSender } from './send.ts'
import { createSession } from './session.ts'
import { mayReload, watchPreload } from './stale.ts'
import { followTrail } from './trail.ts'
import { gatherVitals } from './vitals.ts'
import { offerWayOut } from './wayout.ts'
import type { Trip } from './fetch.ts'
import type { Kit, Sighting, Watch } from './watch.ts'

/** A page that fails in a loop says nothing new after these. */
const recordsPerMinute = 30
/** The same error again so soon is the same event for whoever reads it. */
const duplicateMs = 1000
/** A path, a selector, a sentence. */
const breadcrumbLength = 200

export type Client = {
  report(this: void, sighting: Sighting): void
  flush(): Promise<boolean>
  shutdown(): Promise<void>
}

export function createClient(watch: Watch, kit: Kit): Client {
  const { options, url, page } = watch
  const { ignoreErrors = [], beforeSend, root } = options
  const reloads = isOn(options.reloadStale)
  const resource = describeResource(options)
  let [minute, inMinute, heldBack] = [0, 0, 0]
  const sender = createSender({
    url,
    nativeFetch: kit.nativeFetch,
    envelope: (records) => envelope(resource, records),
    keep: isOn(options.keepUnsent),
  })
  const mount = createMount(root)
  const route = () => routeOf(options)
  const landing = rememberLanding(route)
  const vitals = gatherVitals(landing.route)
  const journey = createJourney({
    url,
    page,
    resource,
    landing,
    route,
    templateOf,
    newSpanId: () => kit.random(16),
  })
  const session = createSession(
    () => kit.random(32),
    (id) => {
      const { traceId, spanId } = page
      send(
        { eventName: 'session.start', severityNumber: 9, traceId, spanId, attributes: { 'session.id': id } },
        Date.now(),
        false,
      )
    },
  )
  const recent = new Map<string, { digest: string; at: number }>()

  /** While nothing is mounted, whether an error was the end is known a moment later. */
  function report(sighting: Sighting): void {
    if (!/window|unhandled/.test(sighting.mechanism)) return decide(sighting)
    mount.check((empty) => {
      decide(empty ? { ...sighting, mechanism: 'boot', severity: 21 } : sighting)
      if (!empty) return
      console.error(sighting.thrown, `Digest: ${sighting.occurrence.digest}`)
      kit.showFallback(sighting.occurrence.digest, empty)
    })
  }

  function decide(sighting: Sighting): void {
    const { thrown, occurrence, severity, attributes, at } = sighting
    const seen = readHeard(thrown, sighting.mechanism)
    if (!seen) return
    const { exception, mechanism } = seen
    const { type, message, stacktrace } = exception
    const line = `${type}: ${message}`
    if (
      ignoreErrors.some((ignored) =>
        typeof ignored === 'string' ? line.includes(ignored) : line.search(ignored) >= 0,
      )
    )
      return
    if (at - minute > 60_000) {
      ;[minute, inMinute] = [at, 0]
      recent.clear()
    }
    // What was thrown in the same place with the same words; the way there may differ.
    const place = line + stacktrace.replace(line, '').split('\n', 2).join('')
    const twin = recent.get(place)
    // The digest of a record that is held back would lead nowhere; while nobody has seen it, it can still become that of its twin.
    const isTwin = twin && at - twin.at < duplicateMs && !occurrence.given
    if (isTwin) occurrence.digest = twin.digest
    if (isTwin || (++inMinute > recordsPerMinute && severity < 21)) {
      heldBack++
      return
    }
    recent.set(place, { digest: occurrence.digest, at })
    const context = {
      ...attributes,
      'errata.digest': occurrence.digest,
      'errata.mechanism': mechanism,
      'errata.given_digest': givenDigest(thrown),
      'errata.cause': readCauses(thrown),
      'errata.held_back': heldBack || undefined,
      'errata.breadcrumbs': breadcrumbsOf(watch),
      'http.route': route(),
      'session.id': session(),
      'user.id': watch.user?.id,
    }
    // Without room it is one of those that the next record counts.
    heldBack = send(describe(exception, severity, journey.active(), context), at) ? 0 : heldBack + 1
    // Without the message: what beforeSend takes out of one record must not leave with the next.
    kit.keepBreadcrumb('exception', `${type} ${occurrence.digest}`)
    void journey.flush()
    // The screen is painted right after it is told of.
    if (severity >= 21) setTimeout(offerWayOut)
    // What waits leaves with keepalive as the page goes.
    if (mechanism === 'chunk' && reloads && mayReload()) location.reload()
  }

  function send(record: MonitoringRecord, at: number, soon = true): boolean {
    let last: MonitoringRecord | null = record
    try {
      if (beforeSend) last = beforeSend(record)
    } catch {
      last = { ...record, attributes: withoutContent(record.attributes) }
    }
    return !last || sender.push(encodeRecord(last, at), soon)
  }

  /** Each once, together with whatever else leaves as the page is put away: what changes afterwards belongs to no page load. */
  function sendVitals(): void {
    const { traceId, spanId } = page
    for (const attributes of vitals.take()) {
      const context = { ...attributes, 'session.id': visitId }
      send(
        { eventName: 'browser.web_vital', severityNumber: 9, traceId, spanId, attributes: context },
        Date.now(),
        false,
      )
    }
  }

  function leave(): void {
    mount.settle()
    void sender.flush()
    journey.leave()
  }

  // What was under way when the page went will arrive, although the page hears of no answer.
  const go = () => {
    sender.leaving(true)
    leave()
  }
  const back = () => sender.leaving(false)
  const hide = () => {
    if (document.visibilityState !== 'hidden') return
    // Known since this very event, which the measuring code hears of first.
    sendVitals()
    leave()
  }
  // pagehide comes first and document hears nothing of it; a tab that is put away may be killed without it.
  addEventListener('pagehide', go)
  addEventListener('pageshow', back)
  document.addEventListener('visibilitychange', hide)
  const visitId = session()
  let unwatchPolicy: (() => void) | undefined
  // In a task of its own: at a quarter of a desk's speed the first request and this observer hold the page for 40 ms.
  const secondTask = setTimeout(() => {
    sender.wake()
    unwatchPolicy = watchPolicy(url, (forbidden) => void kit.report(forbidden, 'csp', 13))
  })
  const leaveTrail = followTrail(kit.keepBreadcrumb)
  const unwatchNavigation = watchNavigation((from, to) => {
    kit.keepBreadcrumb('navigation', `${from} → ${to}`)
    journey.navigated()
  })
  const unwatchPreload = reloads ? watchPreload((error) => void kit.report(error, 'chunk', 17)) : undefined
  const unwatchRequests = watchRequests(watch)
  const travelled = (ended: Trip) => {
    const trip = { ...ended, method: ended.method.toUpperCase() }
    const { method, url, status, error } = trip
    kit.keepBreadcrumb(
      'fetch',
      `${method} ${url.origin === location.origin ? '' : url.origin}${url.pathname} → ${status ?? readException(error).type}`,
    )
    journey.travelled(trip)
  }
  watch.active = journey.departing
  watch.ended = travelled
  watch.trips.splice(0).forEach(travelled)
  // Where OpenTelemetry's exporter looks for a way past layers like ours.
  Object.assign(watch.requests?.layer ?? {}, { __original: sender.fetch })
  if (isOn(options.vitals)) {
    void import('./pace.ts').then(
      ({ measure }) => measure(vitals.note),
      () => {},
    )
  }

  return {
    report,
    async flush() {
      const [records, spans = true] = await Promise.all([sender.flush(), journey.flush()])
      return records && spans
    },
    async shutdown() {
      clearTimeout(secondTask)
      removeEventListener('pagehide', go)
      removeEventListener('pageshow', back)
      document.removeEventListener('visibilitychange', hide)
      unwatchNavigation()
      sendVitals()
      await sender.flush()
      await journey.shutdown()
      sender.close()
      leaveTrail()
      unwatchRequests()
      unwatchPreload?.()
      unwatchPolicy?.()
    },
  }
}

/** An attribute of a script tag is a text, and a mere name an empty one. */
function isOn(option: unknown): boolean {
  return option === true || option === 'true' || option === ''
}

function breadcrumbsOf({ breadcrumbs }: Watch): string {
  return breadcrumbs.length
    ? JSON.stringify(
        breadcrumbs.map(({ at, kind, text }) => ({
          at: new Date(at).toISOString(),
          kind,
          text: text.slice(0, breadcrumbLength),
        })),
      )
    : ''
}

/** What may leave when the application's own check of it failed. */
function withoutContent(attributes: Attributes): Attributes {
  const kept = ['exception.type', 'errata.digest', 'errata.given_digest', 'errata.mechanism', 'session.id']
  return {
    ...Object.fromEntries(kept.map((name) => [name, attributes[name]])),
    'errata.before_send': 'failed',
  }
}
