// A recording of a Sentry SDK: the page at an instant and at moments before it, and what the user did.
import { isObject } from '../../server/json.ts'
import {
  applyMutation,
  objectOf,
  setScroll,
  setValue,
  toNode,
  type Json,
  type RecordedNode,
} from './recorded-nodes.ts'
import { toRecordedPage, type RecordedPage } from './recorded-page.ts'
import { applyStyleChange } from './recorded-styles.ts'
import type { RecordedSheet } from './sheet-rules.ts'

/** `text`: what the user did; empty: nothing. `page`: at that moment; null: it is not kept. */
export type Moment = { at: number; text: string; page: RecordedPage | null }

/** `moments`: the last ones until then, in their order. */
export type Recording = { page: RecordedPage; at: number; width: number; height: number; moments: Moment[] }

/** As rrweb numbers them. */
const [FULL_SNAPSHOT, INCREMENT, META] = [2, 3, 4]
const [MUTATION, INTERACTION, SCROLL, INPUT] = [0, 2, 3, 5]
const INTERACTIONS: Record<number, string> = { 2: 'click', 3: 'right click', 4: 'double click' }
const MAX_MOMENTS = 50
/** Each is as large as the page at the error. */
const MAX_PAGES = 8
/** One page is as old, whatever the user did. */
const BEFORE_MS = 5_000
/** Changes of one recording. */
const MAX_CHANGES = 200_000

/** Null: it has no complete page before `until`, in milliseconds since 1970. */
export function readMoments(recording: unknown[], until: number): Recording | null {
  const events = recording.filter(isObject).filter(({ timestamp }) => Number(timestamp) <= until)
  const start = events.findLastIndex(({ type }) => type === FULL_SNAPSHOT)
  if (start === -1) return null
  const nodes = new Map<number, RecordedNode>()
  const { node, initialOffset } = objectOf(events[start]!['data'])
  const document = toNode(objectOf(node), null, { nodes, depth: 0 })
  const { left: x = 0, top: y = 0 } = objectOf(initialOffset)
  if (document) setScroll(document, { x, y })
  const sheets = new Map<number, RecordedSheet>()
  const html = (): RecordedNode | undefined => document?.children.find(({ name }) => name === 'html')
  const changes = events.slice(start + 1).filter(({ type }) => type === INCREMENT)
  const first = Number(events[start]!['timestamp'])
  const last = Number.isFinite(until) ? until : Number(changes.at(-1)?.['timestamp'] ?? first)
  const times = timesOf(changes, first, last)
  const pages = new Map<number, RecordedPage>()
  const keepPages = (before: number): void => {
    const page = html()
    while (times.length > 0 && times[0]! < before) {
      const time = times.shift()!
      if (page !== undefined) pages.set(time, toRecordedPage(page, document!.adopted))
    }
  }
  const actions: Omit<Moment, 'page'>[] = []
  let count = 0
  let at = first
  for (const { timestamp, data } of changes) {
    keepPages(Number(timestamp))
    at = Number(timestamp)
    const change = objectOf(data)
    if (change['source'] === MUTATION) count += applyMutation(change, nodes)
    count += applyStyleChange(change, { nodes, sheets })
    if (change['source'] === SCROLL) setScroll(nodes.get(Number(change['id'])), change)
    if (change['source'] === INPUT) setValue(nodes.get(Number(change['id'])), change['text'])
    const text = actionOf(change, nodes)
    if (text !== null) actions.push({ at, text })
    if (count > MAX_CHANGES) break
  }
  keepPages(Infinity)
  const page = html()
  if (page === undefined) return null
  const meta = objectOf(events.findLast(({ type }) => type === META)?.['data'])
  const [width, height] = [Number(meta['width']) || 0, Number(meta['height']) || 0]
  return {
    page: toRecordedPage(page, document!.adopted),
    at,
    width,
    height,
    moments: momentsOf(actions, pages),
  }
}

/** The instants of the pages, in their order: the last actions, and some seconds before the last instant. */
function timesOf(changes: Json[], first: number, last: number): number[] {
  const actions = changes.filter(({ data }) => isAction(objectOf(data)))
  const lastOfEach = actions.filter(({ data }, index) => !isSameField(data, actions[index + 1]?.['data']))
  const times = lastOfEach.slice(-MAX_PAGES).map(({ timestamp }) => Number(timestamp))
  const before = last - BEFORE_MS
  return [...new Set(before > first ? [...times, before] : times)].toSorted((a, b) => a - b)
}

/** The user types: each character is a change. */
function isSameField(data: unknown, next: unknown): boolean {
  const [change, other] = [objectOf(data), objectOf(next)]
  return change['source'] === INPUT && other['source'] === INPUT && change['id'] === other['id']
}

/** A page belongs to the last action at its time. */
function momentsOf(actions: Omit<Moment, 'page'>[], pages: Map<number, RecordedPage>): Moment[] {
  const moments = actions.slice(-MAX_MOMENTS).map(({ at, text }, index, all): Moment => {
    const isLast = all[index + 1]?.at !== at
    return { at, text, page: (isLast && pages.get(at)) || null }
  })
  const times = new Set(actions.map(({ at }) => at))
  const others = [...pages].filter(([at]) => !times.has(at))
  return [...moments, ...others.map(([at, page]): Moment => ({ at, text: '', page }))].toSorted(
    (a, b) => a.at - b.at,
  )
}

function isAction({ source, type }: Json): boolean {
  return source === INPUT || (source === INTERACTION && Object.hasOwn(INTERACTIONS, Number(type)))
}

function actionOf(change: Json, nodes: Map<number, RecordedNode>): string | null {
  const node = nodes.get(Number(change['id']))
  if (node === undefined || !isAction(change)) return null
  const action = change['source'] === INPUT ? 'input' : INTERACTIONS[Number(change['type'])]!
  return `${action} ${selectorOf(node)}`
}

/** Never with a text or a value. */
function selectorOf({ name, attributes }: RecordedNode): string {
  const classes = (attributes['class'] ?? '').split(/\s+/).filter(Boolean).slice(0, 3)
  return [name, ...classes].join('.').slice(0, 100)
}
