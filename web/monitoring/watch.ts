// The always-loaded part: hears of every error at once, gives it its digest, and keeps it for the rest of the package, which arrives a moment later.
// Whatever becomes of that rest, nothing heard is lost: what still waits when the page goes away, or when the rest cannot be loaded, leaves alone.

import { nativeFetch, sendAlone } from './alone.ts'
import type { Client } from './client.ts'
import { occurrenceOf, type Occurrence } from './digest.ts'
import { watchErrors } from './errors.ts'
import { paintFallback } from './fallback.ts'
import { watchFetch, type Ids, type Requests, type Trip } from './fetch.ts'
import { guard } from './guard.ts'
import type { Attributes, Options } from './options.ts'
import { createPage, type Page } from './page.ts'
import { random } from './random.ts'

export type Mechanism =
  | 'window.error'
  | 'unhandledrejection'
  | 'react.uncaught'
  | 'react.caught'
  | 'react.recoverable'
  | 'resource'
  | 'chunk'
  | 'boot'
  | 'csp'
  | 'manual'

export type Sighting = {
  thrown: unknown
  occurrence: Occurrence
  mechanism: Mechanism
  severity: number
  attributes?: Attributes | undefined
  at: number
}

/** A page that is watched, and what is known of it before the rest is there. */
export type Watch = {
  options: Options
  /** Where everything is sent, absolute. */
  url: string
  page: Page
  user: { id: string } | null
  breadcrumbs: { at: number; kind: string; text: string }[]
  /** What happened before the rest is there; from then on it goes straight to `take` and `ended`. */
  waiting: Sighting[]
  trips: Trip[]
  take: (sighting: Sighting) => void
  ended: (trip: Trip) => void
  /** Ids of the span that is active, else of the page; asked once for each request that departs. */
  active: () => Ids
  requests?: Requests
  client?: Client
  /** Resolves when the rest is here, or never will be. */
  arrival?: Promise<unknown>
  stop: () => void
}

/** Enough to see the way to an error; more is a recording. The same bound serves what waits. */
const keptLimit = 30

/** What the later parts need of this one. They are handed it: beside a script tag, a chunk that imported it would run it a second time. */
const kit = { nativeFetch, random, showFallback, keepBreadcrumb, report }
export type Kit = typeof kit

let watch: Watch | undefined
let painted = false

export function startWatch(options: Options): void {
  if (watch || String(options.enabled) === 'false' || !globalThis.document) return
  const url = new URL(options.url ?? '/monitoring', location.href).href
  const page = createPage(options.tracesSampleRate)
  const waiting: Sighting[] = []
  const trips: Trip[] = []
  const own: Watch = {
    options,
    url,
    page,
    user: null,
    breadcrumbs: [],
    waiting,
    trips,
    active: () => page,
    ended: keepIn(trips),
    take: keepIn(waiting),
    stop() {
      unwatchErrors()
      own.requests?.undo()
      removeEventListener('pagehide', alone)
      alone()
    },
  }
  watch = own
  // Unless the rest is here, from now on each leaves for itself, plainly.
  const alone = () => own.client ?? hand((sighting) => sendAlone(own, sighting))
  const hand = (take: Watch['take']) => {
    own.take = take
    for (const sighting of waiting.splice(0)) guard(() => take(sighting))
  }
  const unwatchErrors = watchErrors(report)
  own.requests = watchFetch(own)
  addEventListener('pagehide', alone)
  own.arrival = import('./client.ts')
    .then(({ createClient }) => {
      if (own === watch) hand((own.client = createClient(own, kit)).report)
    })
    .catch(alone)
}

function keepIn<T>(list: T[]): (item: T) => void {
  return (item) => {
    if (list.length < keptLimit) list.push(item)
  }
}

/** Returns the digest, always. */
export function report(
  thrown: unknown,
  mechanism: Mechanism,
  severity = 17,
  attributes?: Attributes,
): string {
  const occurrence = occurrenceOf(thrown)
  if (watch && !occurrence.reported) {
    occurrence.reported = true
    guard(() => watch?.take({ thrown, occurrence, mechanism, severity, attributes, at: Date.now() }))
  }
  occurrence.given = true
  return occurrence.digest
}

/** Paints the screen once, unless nobody watches or the application wants none. */
export function showFallback(digest: string, place: Element = document.body): void {
  // A script tag knows only strings.
  if (!watch || String(watch.options.fallback) === 'false' || painted) return
  painted = true
  guard(() => paintFallback(place, digest))
}

export function keepBreadcrumb(kind: string, text: string): void {
  const kept = watch?.breadcrumbs
  kept?.splice(0, kept.push({ at: Date.now(), kind, text }) - keptLimit)
}

/** Says who uses the page, from now on: `user.id` of every record. null: nobody. Use an opaque id, not a name or an address. */
export function setUser(user: { id: string } | null): void {
  if (watch) watch.user = user
}

/** Sends all that waits, errors first. True when everything was taken within `ms` milliseconds (default 2000). */
export async function flush(ms = 2000): Promise<boolean> {
  const own = watch
  const sent = own?.arrival?.then(() => own.client?.flush() ?? false)
  return sent ? Promise.race([sent, new Promise<boolean>((resolve) => setTimeout(resolve, ms, false))]) : true
}

/** Sends what waits, then undoes everything: listeners, the layer around `fetch`, tracing. `init` may follow again. */
export async function shutdown(): Promise<void> {
  const own = watch
  watch = undefined
  own?.stop()
  await own?.client?.shutdown()
}
