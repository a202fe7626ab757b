// Opens a page in a frame, runs code in it, reads its console output and requests.

import { afterEach, expect } from 'vitest'
import type { Options } from '../options.ts'
import type { TestSdk } from './sdk.tsx'

declare global {
  /** Only in code that runs inside a page: see `sdk.tsx`. */
  var sdk: TestSdk
}

type Attribute = { key: string; value: Record<string, unknown> }
type Item = {
  attributes: Attribute[]
  severityNumber?: number
  eventName?: string
  name?: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind?: number
  status?: { code: number }
}
type Resource = { attributes: Attribute[] }
type Body = {
  resourceLogs?: { resource: Resource; scopeLogs: { logRecords: Item[] }[] }[]
  resourceSpans?: { resource: Resource; scopeSpans: { spans: Item[] }[] }[]
}
type ReceivedRequest = { body: Body; headers: Record<string, string> }
/** A record or span with the attributes of itself and its resource as plain members. */
export type Received = Record<string, unknown> & Omit<Item, 'attributes'>

export type Page = {
  /** URL of the receiver for this page. */
  url: string
  /** The current document of the frame; a reload replaces it. */
  readonly document: Document
  /**
   * Runs `code` inside the page. The function is passed as text, so it has access to the globals of the page
   * and its parameters, but not to the test file. Functions among the parameters are passed as text too.
   */
  run<P extends unknown[], R>(code: (...parameters: P) => R | Promise<R>, ...parameters: P): Promise<R>
  /** Starts the SDK after `shutdown` or a reload; `openPage` starts it first. */
  init(options?: () => Partial<Options>): Promise<void>
  /** Parameters of each `console.error`. */
  printed: unknown[][]
  requests(): Promise<ReceivedRequest[]>
  /** Log records of every event. */
  records(): Promise<Received[]>
  exceptions(): Promise<Received[]>
  messages(): Promise<string[]>
  spans(): Promise<Received[]>
  /** Navigates away, as if the user had followed a link. */
  leave(): Promise<void>
}

type PageOptions = {
  /** A page of pages.ts. */
  path?: string
  /** Name of the receiver's list of requests. */
  name?: string
  /** Response of the receiver: a status, `ok` or a fault of receiver.ts. */
  answer?: string
  /** Runs inside the page, like `run`. */
  init?: () => Partial<Options>
}

// The pages of a test must not slow down the next test.
afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))

/** Opens a page and starts the SDK, if the page has it. */
export async function openPage({
  path = 'plain',
  name = `page-${crypto.randomUUID()}`,
  answer = 'ok',
  init = () => ({}),
}: PageOptions = {}): Promise<Page> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;inset:0;border:0;width:400px;height:500px'
  frame.src = `/pages/${path}`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const inside = frame.contentWindow as Window & {
    eval(code: string): unknown
    console: Console
    sdk?: unknown
  }
  const printed: unknown[][] = []
  inside.console.error = (...parameters: unknown[]) => void printed.push(parameters)

  const evaluate = (code: unknown) => inside.eval(`(${String(code)})`)
  const run: Page['run'] = async (code, ...parameters) =>
    (evaluate(code) as typeof code)(
      ...(parameters.map((each) =>
        typeof each === 'function' ? evaluate(each) : each,
      ) as typeof parameters),
    )
  const url = `/receiver/${answer}/${name}`
  const start = (options: () => Partial<Options>) =>
    run(
      (url, options) => sdk.init({ service: 'test-app', url, tracesSampleRate: 0, ...options() }),
      url,
      options,
    )
  if (inside.sdk) await start(init)

  const requests = async () => (await (await fetch(`/receiver/${name}`)).json()) as ReceivedRequest[]
  const records = async () =>
    (await requests())
      .flatMap(({ body }) => body.resourceLogs ?? [])
      .flatMap(({ resource, scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }) => logRecords.map((record) => flatten(record, resource))),
      )
  const exceptions = async () => (await records()).filter(({ eventName }) => eventName === 'exception')
  return {
    url,
    get document() {
      return inside.document
    },
    run,
    init: (options = () => ({})) => start(options),
    printed,
    requests,
    records,
    exceptions,
    messages: async () => (await exceptions()).map((exception) => String(exception['exception.message'])),
    spans: async () =>
      (await requests())
        .flatMap(({ body }) => body.resourceSpans ?? [])
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map((span) => flatten(span, resource))),
        ),
    async leave() {
      const left = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      frame.src = 'about:blank'
      await left
      frame.remove()
    },
  }
}

/** A page whose client chunk arrives when it is released. */
export async function openHeldPage(
  options: PageOptions = {},
): Promise<Page & { release(): Promise<unknown> }> {
  const name = `held-${crypto.randomUUID()}`
  const page = await openPage({ ...options, path: `held?${name}`, name })
  return Object.assign(page, { release: () => fetch(`/release/${name}`) })
}

/** Waits for an exception and checks that it is the only one. */
export async function onlyException(page: Page): Promise<Received> {
  await expect.poll(async () => (await page.exceptions()).length).toBeGreaterThan(0)
  await page.run(async () => void (await globalThis.sdk?.flush()))
  const exceptions = await page.exceptions()
  expect(exceptions).toHaveLength(1)
  return exceptions[0] as Received
}

/** Waits until the tracing chunk has loaded: earlier spans are lost when the page is closed. */
export async function tracingLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.run(isRecording)).toBe(true)
}

/** Runs in a page. */
function isRecording(): boolean {
  return sdk.trace.getTracer('test').startSpan('probe').isRecording()
}

/** Breadcrumbs of an exception as `kind: text`. */
export function breadcrumbsOf(exception: Received | undefined): string[] {
  const breadcrumbs = JSON.parse(String(exception?.['errata.breadcrumbs'])) as {
    kind: string
    text: string
  }[]
  return breadcrumbs.map(({ kind, text }) => `${kind}: ${text}`)
}

export type Cause = { type: string; message: string; stacktrace: string }

export function causesOf(exception: Received): Cause[] {
  return JSON.parse(String(exception['errata.cause'])) as Cause[]
}

function flatten({ attributes, ...item }: Item, resource: Resource): Received {
  const members = [...resource.attributes, ...attributes].map(({ key, value }) => [
    key,
    Object.values(value)[0],
  ])
  return { ...Object.fromEntries(members), ...item }
}
