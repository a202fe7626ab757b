// The nodes of a recording of a Sentry SDK, which has the form of rrweb: a copy of the page with an id for
// each node, and changes of it. Nothing of it is run or played.
import { isObject } from '../../server/json.ts'
import { withProperties } from './css-text.ts'
import type { RecordedSheet } from './sheet-rules.ts'

/** `sheet`: once a script has changed its rules. `adopted`: sheets of a document, or of the shadow root. */
export type RecordedNode = {
  id: number
  type: number
  name: string
  attributes: Record<string, string>
  text: string
  isShadow: boolean
  sheet: RecordedSheet | null
  adopted: RecordedSheet[]
  parent: RecordedNode | null
  children: RecordedNode[]
}

/** As rrweb numbers types of nodes. */
export const [ELEMENT, TEXT] = [2, 3]
const MAX_DEPTH = 500
/** Characters of the styles of an element, as a copy of a page has them. */
const MAX_STYLE = 2_000

export type Json = Record<string, unknown>

type Context = { nodes: Map<number, RecordedNode>; depth: number }

export function toNode(
  json: Json,
  parent: RecordedNode | null,
  { nodes, depth }: Context,
): RecordedNode | null {
  const { id, type, tagName, attributes, textContent, childNodes, isShadow } = json
  if (typeof id !== 'number' || typeof type !== 'number' || depth > MAX_DEPTH) return null
  const node: RecordedNode = {
    id,
    type,
    name: typeof tagName === 'string' ? tagName.toLowerCase() : '',
    attributes: attributesOf(objectOf(attributes)),
    text: typeof textContent === 'string' ? textContent : '',
    isShadow: isShadow === true,
    sheet: null,
    adopted: [],
    parent,
    children: [],
  }
  nodes.set(id, node)
  const { rr_scrollLeft: x = 0, rr_scrollTop: y = 0 } = node.attributes
  if (x || y) setScroll(node, { x, y })
  for (const child of Array.isArray(childNodes) ? childNodes : []) {
    const added = isObject(child) ? toNode(child, node, { nodes, depth: depth + 1 }) : null
    if (added !== null) node.children.push(added)
  }
  return node
}

/** In the order of rrweb's player. Returns the number of changes. */
export function applyMutation(mutation: Json, nodes: Map<number, RecordedNode>): number {
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
    if (node) forgetSheet(node.parent)
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
  forgetSheet(parent)
  parent.children.splice(next ? parent.children.indexOf(next) : parent.children.length, 0, added)
  return true
}

function detach(node: RecordedNode | undefined): void {
  if (!node?.parent) return
  node.parent.children = node.parent.children.filter((child) => child !== node)
  forgetSheet(node.parent)
  node.parent = null
}

/** A browser reads the sheet of an element again where its text changes. */
function forgetSheet(node: RecordedNode | null): void {
  if (node) node.sheet = null
}

function setAttributes(node: RecordedNode | undefined, changed: Json): void {
  if (!node) return
  if ('_cssText' in changed) forgetSheet(node)
  for (const [name, value] of Object.entries(changed))
    if (value === null) delete node.attributes[name]
    else if (typeof value === 'string') node.attributes[name] = value
    else if (name === 'style') setStyle(node, objectOf(value))
}

/** `changed`: the properties, where the recording is shorter with these. */
function setStyle({ attributes }: RecordedNode, changed: Json): void {
  const values = Object.entries(changed).map(([name, value]) => [name, propertyValue(value)] as const)
  attributes['style'] = withProperties((attributes['style'] ?? '').slice(0, MAX_STYLE), values)
}

/** A value, or the value and its priority. Empty: the property is removed. */
export function propertyValue(recorded: unknown): string {
  const [value, priority] = Array.isArray(recorded) ? (recorded as unknown[]) : [recorded]
  if (typeof value !== 'string' || value === '') return ''
  return priority === 'important' ? `${value} !important` : value
}

export function setValue(node: RecordedNode | undefined, text: unknown): void {
  if (node && typeof text === 'string') node.attributes['value'] = text
}

/** As the copies of this SDK have it. Of the document, its element does. */
export function setScroll(node: RecordedNode | undefined, { x, y }: Json): void {
  const element = node?.type === ELEMENT ? node : node?.children.find(({ type }) => type === ELEMENT)
  if (element) element.attributes['scroll'] = `${Math.round(Number(x))} ${Math.round(Number(y))}`
}

function attributesOf(attributes: Json): Record<string, string> {
  const texts = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
    return value === true ? [[name, '']] : []
  })
  return Object.fromEntries(texts)
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}
