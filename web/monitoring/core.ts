// The entry: listens for errors, assigns digests, shows the fallback screen, queues for the client chunk. If
// the page is closed first or the chunk does not load, the queue is sent without it.

import { occurrenceOf } from './digest.ts'
import { watchConsole } from './errors/console-errors.ts'
import { paintFallback } from './errors/fallback.ts'
import { guard } from './guard.ts'
import { random } from './random.ts'
import { wrapFetch } from './tracing/fetch.ts'
import { nativeFetch, sendMinimal } from './sending/minimal-send.ts'
import { listenForErrors } from './errors/error-listeners.ts'
import { createPageTrace } from './tracing/page-trace.ts'
import type { CapturedError, Mechanism } from './errors/captured-error.ts'
import type { Core, LoadClient, Shared } from './core-state.ts'
import type { Attributes, AttributeValue, FeedbackContext, Options } from './options.ts'
import type { RequestRecord } from './tracing/request-record.ts'

/** Breadcrumbs of a record: enough to see what led to an error. */
const breadcrumbLimit = 30
/** Errors, and requests, that wait for the client chunk. */
const queueLimit = 100

const shared: Shared = {
  fetch: nativeFetch,
  random,
  fallback: showFallback,
  addBreadcrumb,
  report,
}

let core: Core | undefined

export function start(options: Options, loadClient: LoadClient): void {
  if (core || isOff(options.enabled)) return
  // On a server and in a worker these lines throw, and `init` does nothing.
  const url = new URL(options.url ?? '/monitoring', location.href).href
  // Without a function `guard` catches the TypeError.
  const trace = createPageTrace(guard(options.tracesSampler!) ?? options.tracesSampleRate)
  const errors: CapturedError[] = []
  const requests: RequestRecord[] = []
  const state: Core = {
    options,
    url,
    errors,
    handle: addTo(errors),
    ids: () => trace,
    trace,
    controller: new AbortController(),
    requests,
    attributes: {},
    breadcrumbs: [],
    ended: addTo(requests),
  }
  core = state
  // Without the client chunk each error is sent by itself, except for `cause`: that the chunk did not load,
  // which Firefox also reports when the page is left.
  // `handle` is set for later errors; as an argument, it has fewer bytes than as a statement.
  const sendAll = (cause?: unknown) =>
    state.client ??
    errors.splice(0).map((error) => error.thrown == cause || sendMinimal(error), (state.handle = sendMinimal))
  const { signal } = state.controller
  listenForErrors(report, signal)
  if (!isOff(options.consoleErrors)) watchConsole(report, shared, signal)
  wrapFetch(state, signal)
  addEventListener('pagehide', sendAll)
  state.loaded = loadClient()
    .then(({ create }) => (state === core ? (state.client = create(state, shared)) : sendAll()))
    .catch(sendAll)
}

/** Options of a script tag are strings. */
function isOff(option: unknown): boolean {
  return /false/.test(option as string)
}

function addTo<T>(list: T[]): (item: T) => void {
  return (item) => list[queueLimit - 1] || list.push(item)
}

/** Reports an error unless it was reported before, with the state of the page at this time. */
export function report(thrown: unknown, mechanism: Mechanism, severity = 17, attributes?: Attributes): void {
  const occurrence = occurrenceOf(thrown)
  if (!core || occurrence.reported) return
  occurrence.reported = true
  guard(() =>
    core!.handle({
      // The application may change it before the client chunk has loaded.
      ...core!,
      thrown,
      occurrence,
      mechanism,
      severity,
      attributes: { ...core!.attributes, ...attributes },
      at: Date.now(),
      href: location.href,
    }),
  )
}

/** `Server-Timing` of the latest response with digests of server errors, if any. */
export function readServerTiming(): string | undefined {
  return core?.serverTiming
}

/** Shows the fallback screen once per page, unless the application has disabled it. */
export function showFallback(digest: string, parent: Element = document.body): void {
  if (!core || isOff(core.options.fallback)) return
  core.options.fallback = false
  guard(() => paintFallback(parent, digest))
}

/** Before a framework replaces a part of the page because of an error, which it reports afterwards. */
export function takeSnapshot(thrown: unknown): void {
  guard(() => core?.takeSnapshot?.(thrown))
}

/**
 * Adds a breadcrumb. The latest 30 are sent with each error, each truncated to 200 characters.
 * Example: `addBreadcrumb({ kind: 'cart', text: 'added 9780' })`.
 */
export function addBreadcrumb(breadcrumb: { kind: string; text: string }): void {
  guard(
    () =>
      (core!.breadcrumbs = [
        ...core!.breadcrumbs.slice(1 - breadcrumbLimit),
        { at: Date.now(), ...breadcrumb },
      ]),
  )
}

/** Sets `user.id` of all later records. Use an opaque id, not a name or an email address. null: no user. */
export function setUser(user: { id: string } | null): void {
  if (core) core.user = user
}

/** Adds attributes to all later records; undefined removes one. */
export function setAttributes(attributes: Attributes): void {
  guard(() => Object.assign(core!.attributes, attributes))
}

/** Adds the value of a feature flag to all later records, `errata.flag.NAME`; undefined removes it. */
export function setFlag(name: string, value: AttributeValue | undefined): void {
  setAttributes({ [`errata.flag.${name}`]: value })
}

/**
 * Sends what a user wrote about the application, at most 4,096 characters, from a form of your own. It is
 * kept in `localStorage` while it cannot be sent.
 */
export function captureFeedback(text: string, context?: FeedbackContext): void {
  void core?.loaded?.then(() => core?.client?.feedback(text, context))
}

/** Sends the queue. Resolves to true if everything was accepted within `ms` milliseconds (default 2000). */
export async function flush(ms = 2000): Promise<boolean> {
  return (
    !core ||
    !!(await Promise.race([
      core.loaded?.then(() => core?.client?.flush()),
      new Promise<void>((resolve) => setTimeout(resolve, ms)),
    ]))
  )
}

/** Sends the queue and removes all listeners, wrappers and tracing. `init` may be called again. */
export async function shutdown(): Promise<void> {
  const state = core
  // Undefined: `abort` returns nothing. Fewer bytes than two statements.
  core = state?.controller.abort() as undefined
  await state?.client?.shutdown()
}
