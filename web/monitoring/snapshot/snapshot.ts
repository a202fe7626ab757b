// What the user saw when an error was caught: a masked copy of the page, sent after the record of the error.

import type { CapturedError } from '../errors/captured-error.ts'
import type { Attributes, Options, ResourceAttributes } from '../options.ts'
import { copyPage, lengthLimit, type PageCopy } from './copy-page.ts'
import { keepNames, readStyles } from './copy-styles.ts'

/** Of a page. Later errors are most often results of the first ones. */
const snapshotLimit = 3
const uncaught = 17
/** Of the compressed JSON. */
const byteLimit = 131_072
const timeoutMs = 30_000

/** Why the page is not in a snapshot. */
type Reason = 'elements' | 'size' | 'gone'

export type Snapshots = {
  /** Sends the copy that was taken of the error with this digest, if one was. */
  send(attributes: Attributes): void
}

type SnapshotOptions = {
  core: {
    url: string
    options: Options
    trace: { traceId: string }
    controller: AbortController
    handle: (error: CapturedError) => void
    takeSnapshot?: (thrown: unknown) => void
  }
  shared: { fetch: typeof fetch }
  resource: ResourceAttributes
}

type Taken = {
  thrown: unknown
  at: number
  copy: PageCopy | undefined
  reason: Reason | undefined
  digest?: string
}

export function createSnapshots({ core, shared, resource }: SnapshotOptions): Snapshots {
  const { url, options, controller } = core
  const { fetch } = shared
  const { root = '#root,#app' } = options
  // React removes a tree before it reports the error. The removed elements are in the records.
  const observer = new MutationObserver(() => {})
  const mounts = document.querySelectorAll(root)
  for (const node of [document, document.documentElement, document.body, ...mounts])
    observer.observe(node, { childList: true })
  // After the error, without its tree, the page may be too short to be scrolled.
  const scrolls = new WeakMap<Node, string>()
  const keepScroll = (target: EventTarget | null) => {
    const isElement = target instanceof Element
    const element = isElement ? target : document.documentElement
    const [left, top] = isElement ? [element.scrollLeft, element.scrollTop] : [scrollX, scrollY]
    scrolls.set(element, `${left | 0} ${top | 0}`)
  }
  keepScroll(document)
  const listening = { capture: true, passive: true, signal: controller.signal }
  document.addEventListener('scroll', ({ target }) => keepScroll(target), listening)
  const { handle } = core
  let count = 0
  let taken: Taken | undefined

  function take(thrown: unknown): void {
    const removed = new Map<Node, Node[]>()
    for (const { target, removedNodes } of observer.takeRecords())
      removed.set(target, [...(removed.get(target) ?? []), ...removedNodes])
    // Children that a script moves: they are in the page, or were removed on purpose.
    for (const [parent, nodes] of removed) {
      const gone = nodes.filter((node) => !node.isConnected)
      if (parent.childNodes.length || !gone.length) removed.delete(parent)
      else removed.set(parent, gone)
    }
    if (count >= snapshotLimit || (taken && taken.thrown === thrown)) return
    const isGone = [...mounts].some((mount) => !mount.firstElementChild && !removed.has(mount))
    const copy = isGone ? undefined : copyPage({ removed, scrolls })
    const reason = copy ? undefined : isGone ? 'gone' : 'elements'
    taken = { thrown, at: Date.now(), copy, reason }
  }

  core.takeSnapshot = take
  core.handle = (error) => {
    const { thrown, severity, mechanism, occurrence } = error
    try {
      if (severity >= uncaught && !/resource|csp|console/.test(mechanism)) take(thrown)
    } catch {
      // The error is reported without a snapshot.
    }
    handle(error)
    // The reporter may have given it the digest of an equal error.
    if (taken && taken.thrown === thrown) taken.digest = occurrence.digest
    deliver()
  }
  controller.signal.addEventListener('abort', () => observer.disconnect())

  /** Of the last record that was sent. */
  let sent: Attributes | undefined
  function deliver(): void {
    if (!taken?.digest || sent?.['errata.digest'] !== taken.digest) return
    const [snapshot, attributes] = [taken, sent]
    taken = sent = undefined
    count++
    // After the record of the error, and after the page has shown its fallback.
    setTimeout(() => void post(snapshot, attributes).catch(() => {}))
  }

  async function post({ at, copy, reason }: Taken, attributes: Attributes): Promise<void> {
    const about = {
      digest: attributes['errata.digest'],
      service: resource['service.name'],
      session: attributes['session.id'],
      user: attributes['user.id'],
      trace: core.trace.traceId,
      at,
      width: innerWidth,
      height: innerHeight,
      dark: matchMedia('(prefers-color-scheme:dark)').matches,
      reason,
    }
    let body = await compress(encode(about, copy))
    if (body.size > byteLimit) body = await compress(encode({ ...about, reason: 'size' }))
    const isCompressed = body.type !== 'application/json'
    // Not with keepalive: the budget of 64 KiB is for errors.
    await fetch(url.replace(/\/?(\?.*)?$/, '/snapshot'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) },
      body,
      signal: AbortSignal.any?.([controller.signal, AbortSignal.timeout(timeoutMs)]) ?? null,
    })
  }

  return {
    send(attributes) {
      sent = attributes
      deliver()
    },
  }
}

function encode(about: { reason: Reason | undefined }, copy?: PageCopy): string {
  if (!copy) return JSON.stringify(about)
  const { root, isLong, texts, inputs, sheets, pageSheets } = copy
  if (!isLong) {
    const values = new Map<string, string>()
    const { css, unread } = readStyles(sheets, values)
    keepNames(root, css, unread.length > 0, values)
    const json = JSON.stringify({ ...about, root, texts, inputs, css, pageSheets, unread })
    if (json.length <= lengthLimit) return json
  }
  return encode({ ...about, reason: 'size' })
}

/** Not in Safari before 16.4. */
async function compress(json: string): Promise<Blob> {
  const blob = new Blob([json], { type: 'application/json' })
  if (!globalThis.CompressionStream) return blob
  return new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}
