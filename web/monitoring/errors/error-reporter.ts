// Turns a captured error into a record with its context, and shows the screen or reloads if necessary.

import { withoutQuery, withoutQueries } from './addresses.ts'
import { frameworkDigest, readCauses } from './cause.ts'
import type { Breadcrumb, CapturedError } from './captured-error.ts'
import { readDebugIds } from './debug-ids.ts'
import { createDelays, createMountCheck } from './mount-check.ts'
import type { Attributes, MonitoringRecord, Options } from '../options.ts'
import type { SpanIds } from '../tracing/page-trace.ts'
import { createRecordLimit, isIgnored } from './record-limit.ts'
import { exceptionRecord } from './record.ts'
import { withinLimits } from './attribute-limit.ts'
import { mayReload } from './stale-chunk-reload.ts'
import { addressOf, exceptionFromEvent } from './window-events.ts'

/** Characters of a breadcrumb: a path, a selector, a sentence. */
const breadcrumbLimit = 200
const fatal = 21
const handled = 13
/** Within this time the browser reports that a policy blocked the file. */
const policyMs = 100

type ErrorReporter = {
  report(this: void, error: CapturedError): void
  /** Decides immediately about errors that wait for the application to mount: the page is closing. */
  finish(): void
}

type ReporterOptions = {
  core: { options: Options; breadcrumbs: Breadcrumb[] }
  shared: {
    fallback: (digest: string, parent: Element) => void
    addBreadcrumb: (breadcrumb: Breadcrumb) => void
  }
  /** Reload the page when a chunk is missing. */
  reloads: boolean
  /** Blocked by a policy of the page, which is reported already. */
  blockedAddresses: ReadonlySet<string>
  /** Of this address. */
  route: (url: URL) => string
  session: () => string
  activeIds: () => SpanIds
  /** Returns false if the queue is full. */
  send: (record: MonitoringRecord, at: number) => boolean
  /** Called after each record. */
  sent: (severity: number, digest: string) => void
}

export function createErrorReporter(reporter: ReporterOptions): ErrorReporter {
  const { core, shared, reloads, blockedAddresses, route, session, activeIds, send, sent } = reporter
  const delays = createDelays()
  const checkMount = createMountCheck(delays, core.options.root)
  const isAccepted = createRecordLimit()
  /** Errors that were not sent since the last record: the attribute `errata.held_back`. */
  let suppressed = 0

  /** An uncaught error before the application has mounted is fatal if the root element stays empty. */
  function report(error: CapturedError): void {
    const { mechanism, thrown } = error
    // If a policy blocked the file, that event comes later.
    if (mechanism === 'resource')
      return delays.after(policyMs, () => {
        if (!blockedAddresses.has(addressOf(thrown as Event))) sendRecord(error)
      })
    if (!/window|unhandled|vue/.test(mechanism)) return sendRecord(error)
    checkMount((emptyRoot) => {
      if (!emptyRoot) return sendRecord(error)
      sendRecord({ ...error, mechanism: 'boot', severity: fatal })
      console.error(thrown, `Digest: ${error.occurrence.digest}`)
      shared.fallback(error.occurrence.digest, emptyRoot)
    }, mechanism === 'vue')
  }

  function sendRecord(error: CapturedError): void {
    const { thrown, occurrence, at } = error
    const event = exceptionFromEvent(error)
    if (!event) return
    const { exception, mechanism } = event
    const { type } = exception
    if (isIgnored(exception, core.options)) return
    const severity = isHarmless(error, type) ? handled : error.severity
    if (!isAccepted(error, exception)) {
      suppressed++
      return
    }
    const causes = readCauses(thrown)
    const attributes = safeAttributes(withinLimits(error.attributes))
    const url = new URL(error.href)
    const stacks = [exception.stacktrace, causes, attributes['errata.react.component_stack']]
    const record = exceptionRecord(exception, severity, activeIds(), {
      ...attributes,
      'errata.digest': occurrence.digest,
      'errata.mechanism': mechanism,
      'errata.given_digest': frameworkDigest(thrown),
      'errata.cause': causes,
      'errata.debug_ids': readDebugIds(stacks.join()),
      'errata.held_back': suppressed || undefined,
      'errata.breadcrumbs': encodeBreadcrumbs(core.breadcrumbs, at),
      // Without query values and fragment, which may contain secrets.
      'url.full': url.origin + url.pathname + url.search.replace(/=[^&]*/g, '='),
      'http.route': route(url),
      'session.id': session(),
      'user.id': error.user?.id,
    })
    suppressed = send(record, at) ? 0 : suppressed + 1
    // Without the message: text that `beforeSend` removes here must not be sent with the next record.
    shared.addBreadcrumb({ kind: 'exception', text: `${type} ${occurrence.digest}`, at })
    sent(severity, occurrence.digest)
    // The screen appears right after this call.
    if (severity >= fatal) {
      // The head snippet would take the empty root element for an application that has never mounted.
      document.querySelector('#errata')?.remove()
      setTimeout(addStartPageLink)
    }
    // Keepalive requests continue while the page reloads.
    if (mechanism === 'chunk' && reloads && mayReload()) location.reload()
  }

  return { report, finish: delays.finish }
}

/** The application aborts its own requests. A missing style of another origin is not the application's. */
function isHarmless({ thrown, mechanism, severity }: CapturedError, type: string): boolean {
  if (severity >= fatal) return false
  if (mechanism === 'unhandledrejection') return type === 'AbortError'
  if (mechanism !== 'resource') return false
  const { href } = (thrown as Event).target as Partial<HTMLLinkElement>
  return !!href && !href.startsWith(`${location.origin}/`)
}

/** Without queries, which inline scripts and their frames have. */
function safeAttributes(attributes: Attributes): Attributes {
  const { 'code.file.path': file, 'errata.react.component_stack': stack } = attributes
  return {
    ...attributes,
    ...(file && { 'code.file.path': withoutQuery(String(file)) }),
    ...(stack && { 'errata.react.component_stack': withoutQueries(String(stack)) }),
  }
}

/** JSON array of `{ at, kind, text }` until `end`; an empty string if there are no breadcrumbs. */
function encodeBreadcrumbs(breadcrumbs: Breadcrumb[], end: number): string {
  const earlier = breadcrumbs.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
  const items = earlier.map(({ at, kind, text }) => ({
    at: new Date(at).toISOString(),
    kind,
    // oxlint-disable-next-line no-unnecessary-type-conversion -- it may be anything
    text: String(text).slice(0, breadcrumbLimit),
  }))
  return items.length ? JSON.stringify(items) : ''
}

/** Adds a link to the fallback screen of a reloaded page, because another reload would not help. */
function addStartPageLink(): void {
  const [timing] = performance.getEntriesByType('navigation')
  const start = `${location.origin}/`
  if (timing?.type !== 'reload' || location.href === start) return
  const screen = [...document.querySelectorAll('section[role=alert]')].find(({ textContent }) =>
    textContent.startsWith('Application error'),
  )
  const button = screen?.querySelector<HTMLElement>('button:last-of-type')
  if (!button || screen?.querySelector('a')) return
  const link = document.createElement('a')
  link.style.cssText = button.style.cssText
  link.href = start
  link.textContent = 'Start page'
  button.after(link)
}
