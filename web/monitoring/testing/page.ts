// What a browser test holds in its hands: a page in a frame, what runs in it, and what it sent.

import { expect } from 'vitest'

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
type Body = {
  resourceLogs?: { resource: { attributes: Attribute[] }; scopeLogs: { logRecords: Item[] }[] }[]
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Item[] }[] }[]
}
/** A record or span with its attributes, and those of its resource, as plain members. */
export type Received = Record<string, unknown> & Omit<Item, 'attributes'>

export type Page = {
  name: string
  /** As it is now: loaded again it is another. */
  readonly document: Document
  /** Runs source text inside the page, where `stage` has the package and React. */
  run(code: string): Promise<unknown>
  /** What the page printed to its console with console.error. */
  printed: unknown[][]
  bodies(): Promise<{ body: Body; headers: Record<string, string> }[]>
  /** All log records, of whatever event. */
  records(): Promise<Received[]>
  exceptions(): Promise<Received[]>
  spans(): Promise<Received[]>
  /** Goes elsewhere, as a reader who follows a link. */
  leave(): Promise<void>
}

let pageNumber = 0

/** Opens a page of pages.ts; with `options` it is watched already, its records going to the receiver as `answer` says. */
export async function openPage({
  path = 'plain',
  name = `page-${Date.now()}-${pageNumber++}`,
  answer = 'ok',
  init = '{}',
} = {}): Promise<Page> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;inset:0;border:0;width:400px;height:500px'
  frame.src = `/stage/${path}`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const inside = frame.contentWindow as Window & {
    eval(code: string): unknown
    console: Console
    stage?: unknown
  }
  const printed: unknown[][] = []
  inside.console.error = (...words: unknown[]) => void printed.push(words)
  const run = async (code: string) => inside.eval(`(async () => { ${code} })()`) as Promise<unknown>
  if (inside.stage)
    await run(
      `stage.init({ service: 'stage', url: '/receiver/${answer}/${name}', tracesSampleRate: 0, ...${init} })`,
    )

  const bodies = async () =>
    (await (await fetch(`/receiver/${name}`)).json()) as { body: Body; headers: Record<string, string> }[]
  const records = async () =>
    (await bodies())
      .flatMap(({ body }) => body.resourceLogs ?? [])
      .flatMap(({ resource, scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }) => logRecords.map((record) => flat(record, resource.attributes))),
      )
  return {
    name,
    get document() {
      return inside.document
    },
    run,
    printed,
    bodies,
    records,
    exceptions: async () => (await records()).filter(({ eventName }) => eventName === 'exception'),
    async spans() {
      const all = await bodies()
      return all
        .flatMap(({ body }) => body.resourceSpans ?? [])
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map((span) => flat(span, resource.attributes))),
        )
    },
    async leave() {
      const gone = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      frame.src = 'about:blank'
      await gone
      frame.remove()
    },
  }
}

/** Waits for one exception, and makes sure that there is no second. */
export async function onlyException(page: Page): Promise<Received> {
  await expect.poll(async () => (await page.exceptions()).length, { timeout: 5000 }).toBeGreaterThan(0)
  await page.run('await window.stage?.flush()')
  const exceptions = await page.exceptions()
  expect(exceptions).toHaveLength(1)
  return exceptions[0] as Received
}

/** Waits until the tracing code is there: what a page has to tell before that is lost when the page is left. */
export async function tracing(page: Page): Promise<void> {
  await expect
    .poll(() => page.run("return stage.trace.getTracer('stage').startSpan('probe').isRecording()"), {
      timeout: 5000,
    })
    .toBe(true)
}

function flat({ attributes, ...item }: Item, resource: Attribute[]): Received {
  return {
    ...Object.fromEntries(
      [...resource, ...attributes].map(({ key, value }) => [key, Object.values(value)[0]]),
    ),
    ...item,
  }
}
