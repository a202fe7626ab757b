// The client chunk: connects the listeners of a page with its reports. The entry passes its functions in
// `Shared`.

import type { Client, Core, LoadChunk, Shared } from './core-state.ts'
import { attempt } from './attempt.ts'
import { pathOf } from './errors/addresses.ts'
import { watchWarnings } from './errors/console-warnings.ts'
import { watchCsp } from './errors/csp.ts'
import { watchDeferred } from './errors/deferred.ts'
import { readException } from './errors/exception.ts'
import { listen } from './listen.ts'
import { watchNavigation } from './tracing/navigation.ts'
import { createReporting } from './reporting.ts'
import { isPrefetch } from './tracing/prefetch.ts'
import type { RequestRecord } from './tracing/request-record.ts'
import { wrapXhr } from './tracing/xhr.ts'

/**
 * The start of a session is sent when the page has probably started, with the first spans. A request takes 10
 * ms at a quarter of desktop speed. Errors and a closing page send it at once.
 */
const firstSendMs = 2000

export function createClient(core: Core, shared: Shared, load: LoadChunk): Client {
  const { options, url } = core
  const reloadStale = isOn(options.reloadStale)
  const keepUnsent = isOn(options.keepUnsent)
  options.feedback = isOn(options.feedback)
  const blockedAddresses = new Set<string>()
  const reporting = createReporting(core, shared, { reloadStale, keepUnsent, blockedAddresses, load })
  const { errors, spans, sender, transport, session } = reporting
  const { measureVitals, sendVitals, withFeedback, takeSnapshots } = reporting

  const addBreadcrumb = (kind: string, text: string) => shared.addBreadcrumb({ kind, text })
  function flushAll(): void {
    errors.finish()
    void sender.flush()
    spans.end()
  }
  function requestEnded(record: RequestRecord): void {
    const { url: target, response, error } = record
    const { status, headers } = response
    const timing = headers?.get('server-timing')
    if (timing?.includes('errata')) core.serverTiming = timing
    const method = (record.method ?? 'GET').toUpperCase()
    // A prefetch that succeeds was not caused by the user, and a page may have dozens.
    if (!isPrefetch(record) || !status || status >= 400)
      shared.addBreadcrumb({
        kind: 'fetch',
        text: `${method} ${pathOf(target)} → ${status ?? readException(error).type}`,
        // It may have waited for this chunk.
        at: Date.now() - performance.now() + record.end,
      })
    // Without headers and response: its body would stay in memory.
    spans.requestEnded({ ...record, method, headers: undefined, response: { status } })
  }

  const stops = [
    // `pagehide` comes before `visibilitychange` and is not dispatched to `document`.
    listen(globalThis, 'pagehide', () => {
      sender.pageLeaving(true)
      flushAll()
    }),
    listen(globalThis, 'pageshow', () => sender.pageLeaving(false)),
    listen(document, 'visibilitychange', () => {
      // A hidden page may be killed without another event.
      if (document.visibilityState !== 'hidden') return
      // The web vitals library has handled this event already, so the values are final.
      sendVitals()
      flushAll()
    }),
    listen(
      globalThis,
      'click',
      ({ target }: Event) => {
        attempt(() => target instanceof Element && addBreadcrumb('click', selectorOf(target)))
      },
      true,
    ),
    watchNavigation((from, to) => {
      addBreadcrumb('navigation', `${from} → ${to}`)
      session.active()
      spans.navigated()
    }),
    wrapXhr(core),
    watchDeferred((error) => shared.report(error, 'unhandledrejection')),
  ]
  if (isOn(options.consoleWarnings)) stops.push(watchWarnings((text) => addBreadcrumb('warning', text)))
  // In a later task: at a quarter of desktop speed, the observer takes 5 ms.
  const secondTask = setTimeout(() => {
    stops.push(watchCsp(url, blockedAddresses, (violation) => shared.report(violation, 'csp', 13)))
  })
  setTimeout(() => {
    sender.wake()
    // Before it is needed: the connection may be gone then. It also sends what an earlier page has kept.
    if (options.feedback) withFeedback()
  }, firstSendMs)
  core.ids = spans.activeForRequest
  core.ended = requestEnded
  core.requests.splice(0).forEach(requestEnded)
  core.handle = errors.report
  for (const error of core.errors.splice(0)) attempt(() => errors.report(error))
  // OpenTelemetry's exporter sends with the `__original` of a wrapped `fetch`.
  Object.assign(core.fetch ?? {}, { __original: transport.fetch })
  if (isOn(options.vitals)) void measureVitals().catch(() => {})
  if (isOn(options.snapshot)) void takeSnapshots().catch(() => {})

  return {
    feedback: (...parameters) => withFeedback(({ send }) => send(...parameters)),
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
      session.remove()
    },
  }
}

/** Classes of a selector: lists of utility classes have dozens. */
const classLimit = 4

/**
 * The control rather than an icon inside it: `button#buy.primary`, `input[type=checkbox].wide (2 of 5)`.
 * Neither text nor values.
 */
function selectorOf(target: Element): string {
  const control = target.closest('button,a,input,select,label,[role]') ?? target
  const { localName, id, classList } = control
  const names = [...classList].slice(0, classLimit).map((name) => `.${CSS.escape(name)}`)
  const roles = (localName === 'input' ? ['type', 'role'] : ['role']).map((name) => {
    const value = control.getAttribute(name)
    return value ? `[${name}=${CSS.escape(value)}]` : ''
  })
  const selector = localName + (id && `#${CSS.escape(id)}`) + roles.join('') + names.join('')
  const alike = [...document.querySelectorAll(selector)]
  return alike[1] ? `${selector} (${alike.indexOf(control) + 1} of ${alike.length})` : selector
}

/** Options of a script tag are strings; an attribute without a value is an empty string. */
function isOn(option: unknown): boolean {
  return /^(true)?$/.test(String(option))
}
