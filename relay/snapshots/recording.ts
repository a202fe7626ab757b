// The page at an instant of a recording of a Sentry SDK, which has the form of rrweb: a copy of the page with
// an id for each node, and what has changed after it. Nothing of it is run or played.
import { isObject } from '../../server/json.ts'
import type { SnapshotEvent } from '../../server/snapshot.ts'
import type { PageElement, PageNode } from './markup.ts'

/**
 * `shadowCss`: of shadow roots, which name theirs by position. `events`: what the user did until then, at
 * most the last ones.
 */
export type RecordedPage = {
  root: PageElement
  css: string[]
  shadowCss: string[]
  at: number
  width: number
  height: number
  events: SnapshotEvent[]
}

/** As rrweb numbers them. */
const [FULL_SNAPSHOT, INCREMENT, META] = [2, 3, 4]
const [MUTATION, INTERACTION, INPUT] = [0, 2, 5]
const [ELEMENT, TEXT] = [2, 3]
const INTERACTIONS: Record<number, string> = { 2: 'click', 3: 'right click', 4: 'double click' }
const MAX_EVENTS = 50
const MAX_DEPTH = 500
/** Changes of one recording. */
const MAX_CHANGES = 200_000

type RecordedNode = {
  id: number
  type: number
  name: string
  attributes: Record<string, string>
  text: string
  isShadow: boolean
  parent: RecordedNode | null
  children: RecordedNode[]
}

type Json = Record<string, unknown>

/** Null: it has no complete page before `until`, in milliseconds since 1970. */
export function pageOf(recording: unknown[], until: number): RecordedPage | null {
  const events = recording.filter(isObject).filter(({ timestamp }) => Number(timestamp) <= until)
  const start = events.findLastIndex(({ type }) => type === FULL_SNAPSHOT)
  if (start === -1) return null
  const nodes = new Map<number, RecordedNode>()
  const page = toNode(objectOf(objectOf(events[start]!['data'])['node']), null, { nodes, depth: 0 })
  const actions: SnapshotEvent[] = []
  let changes = 0
  let at = Number(events[start]!['timestamp'])
  for (const { type, timestamp, data } of events.slice(start + 1)) {
    if (type !== INCREMENT) continue
    at = Number(timestamp)
    const change = objectOf(data)
    if (change['source'] === MUTATION) changes += applyMutation(change, nodes)
    if (change['source'] === INPUT) setValue(nodes.get(Number(change['id'])), change['text'])
    const action = actionOf(change, nodes)
    if (action !== null) actions.push({ at, text: action })
    if (changes > MAX_CHANGES) break
  }
  const html = page?.children.find(({ name }) => name === 'html')
  if (html === undefined) return null
  const meta = objectOf(events.findLast(({ type }) => type === META)?.['data'])
  const styles: Styles = { css: [], shadowCss: [] }
  const root = toElement(html, styles, 0)
  return {
    root,
    ...styles,
    at,
    width: Number(meta['width']) || 0,
    height: Number(meta['height']) || 0,
    events: actions.slice(-MAX_EVENTS),
  }
}

type Context = { nodes: Map<number, RecordedNode>; depth: number }

function toNode(json: Json, parent: RecordedNode | null, { nodes, depth }: Context): RecordedNode | null {
  const { id, type, tagName, attributes, textContent, childNodes, isShadow } = json
  if (typeof id !== 'number' || typeof type !== 'number' || depth > MAX_DEPTH) return null
  const node: RecordedNode = {
    id,
    type,
    name: typeof tagName === 'string' ? tagName.toLowerCase() : '',
    attributes: attributesOf(objectOf(attributes)),
    text: typeof textContent === 'string' ? textContent : '',
    isShadow: isShadow === true,
    parent,
    children: [],
  }
  nodes.set(id, node)
  for (const child of Array.isArray(childNodes) ? childNodes : []) {
    const added = isObject(child) ? toNode(child, node, { nodes, depth: depth + 1 }) : null
    if (added !== null) node.children.push(added)
  }
  return node
}

/** In the order of rrweb's player. Returns the number of changes. */
function applyMutation(mutation: Json, nodes: Map<number, RecordedNode>): number {
  const [removes, adds, texts, attributes] = ['removes', 'adds', 'texts', 'attributes'].map((name) =>
    listOf(mutation[name]),
  ) as [Json[], Json[], Json[], Json[]]
  for (const { id } of removes) detach(nodes.get(Number(id)))
  // A node may come before its parent or its next sibling.
  for (let waiting = adds; waiting.length > 0;) {
    const rest = waiting.filter((add) => !insert(add, nodes))
    if (rest.length === waiting.length) break
    waiting = rest
  }
  for (const { id, value } of texts) {
    const node = nodes.get(Number(id))
    if (node && typeof value === 'string') node.text = value
  }
  for (const { id, attributes: changed } of attributes)
    setAttributes(nodes.get(Number(id)), objectOf(changed))
  return removes.length + adds.length + texts.length + attributes.length
}

function insert({ parentId, nextId, node }: Json, nodes: Map<number, RecordedNode>): boolean {
  const parent = nodes.get(Number(parentId))
  const next = typeof nextId === 'number' ? nodes.get(nextId) : undefined
  if (!parent || (typeof nextId === 'number' && next?.parent !== parent)) return false
  const added = toNode(objectOf(node), parent, { nodes, depth: 0 })
  if (added === null) return true
  parent.children.splice(next ? parent.children.indexOf(next) : parent.children.length, 0, added)
  return true
}

function detach(node: RecordedNode | undefined): void {
  if (!node?.parent) return
  node.parent.children = node.parent.children.filter((child) => child !== node)
  node.parent = null
}

function setAttributes(node: RecordedNode | undefined, changed: Json): void {
  if (!node) return
  for (const [name, value] of Object.entries(changed))
    if (value === null) delete node.attributes[name]
    else if (typeof value === 'string') node.attributes[name] = value
}

function setValue(node: RecordedNode | undefined, text: unknown): void {
  if (node && typeof text === 'string') node.attributes['value'] = text
}

function actionOf({ source, type, id }: Json, nodes: Map<number, RecordedNode>): string | null {
  const node = nodes.get(Number(id))
  if (node === undefined) return null
  const action = source === INPUT ? 'input' : source === INTERACTION ? INTERACTIONS[Number(type)] : undefined
  return action === undefined ? null : `${action} ${selectorOf(node)}`
}

/** Never with a text or a value. */
function selectorOf({ name, attributes }: RecordedNode): string {
  const classes = (attributes['class'] ?? '').split(/\s+/).filter(Boolean).slice(0, 3)
  return [name, ...classes].join('.').slice(0, 100)
}

type Styles = Pick<RecordedPage, 'css' | 'shadowCss'>

function toElement(node: RecordedNode, styles: Styles, depth: number): PageElement {
  const { name, children, attributes } = node
  const shadow = children.filter(({ isShadow }) => isShadow)
  const own = children.filter(({ isShadow }) => !isShadow)
  const nodes = own.flatMap((child) => toPageNode(child, styles, depth))
  if (shadow.length > 0) nodes.unshift(toShadow(shadow, styles, depth))
  const { rr_width: width, rr_height: height } = attributes
  return {
    name,
    attributes: { ...attributes, ...(width && height && { style: `width:${width};height:${height}` }) },
    children: name === 'textarea' ? [attributes['value'] ?? ''] : nodes,
  }
}

/** Its styles do not apply outside of it. */
function toShadow(nodes: RecordedNode[], { shadowCss }: Styles, depth: number): PageElement {
  const own: Styles = { css: [], shadowCss }
  const children = nodes.flatMap((child) => toPageNode(child, own, depth))
  const position = shadowCss.push(own.css.join('\n')) - 1
  return { name: '#shadow', attributes: { sheets: String(position) }, children }
}

/** Styles are moved to `styles`. */
function toPageNode(node: RecordedNode, styles: Styles, depth: number): PageNode[] {
  const { type, name, text } = node
  if (depth > MAX_DEPTH) return []
  if (type === TEXT) return [text]
  if (type === ELEMENT && !SKIPPED.has(name)) return [toElement(node, styles, depth + 1)]
  styles.css.push(...stylesOf(node))
  return []
}

const SKIPPED = new Set('head style link script noscript meta title base template'.split(' '))

function stylesOf({ name, attributes, children }: RecordedNode): string[] {
  if (name === 'head') return children.flatMap(stylesOf)
  const inlined = attributes['_cssText']
  if (inlined !== undefined) return [inlined]
  return name === 'style' ? [children.map(({ text }) => text).join('')] : []
}

function attributesOf(attributes: Json): Record<string, string> {
  const texts = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
    return value === true ? [[name, '']] : []
  })
  return Object.fromEntries(texts)
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}
