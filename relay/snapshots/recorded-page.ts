// The recorded nodes of a page as elements, and its styles apart from them.
import type { PageElement, PageNode } from './markup.ts'
import { ELEMENT, TEXT, type RecordedNode } from './recorded-nodes.ts'
import type { Sheet } from './sheets.ts'

/** `sheets`: not harmless. `shadowSheets`: of each shadow root, which names its own by position. */
export type RecordedPage = { root: PageElement; sheets: Sheet[]; shadowSheets: Sheet[][] }

const MAX_DEPTH = 500
const SKIPPED = new Set('head style link script noscript meta title base template'.split(' '))

/** `html`: its element. */
export function toRecordedPage(html: RecordedNode): RecordedPage {
  const styles: Styles = { sheets: [], shadowSheets: [] }
  return { root: toElement(html, styles, 0), ...styles }
}

type Styles = Pick<RecordedPage, 'sheets' | 'shadowSheets'>

function toElement(node: RecordedNode, styles: Styles, depth: number): PageElement {
  const { name, children, attributes } = node
  const shadow = children.filter(({ isShadow }) => isShadow)
  const own = children.filter(({ isShadow }) => !isShadow)
  const nodes = own.flatMap((child) => toPageNode(child, styles, depth))
  if (shadow.length > 0) nodes.unshift(toShadow(shadow, styles, depth))
  const { rr_width: width, rr_height: height } = attributes
  return {
    name,
    attributes: {
      ...attributes,
      ...(width && height && { style: `width:${width};height:${height}` }),
      ...(attributes['rr_open_mode'] === 'modal' && { top: '' }),
    },
    children: name === 'textarea' ? [attributes['value'] ?? ''] : nodes,
  }
}

/** Its styles do not apply outside of it. */
function toShadow(nodes: RecordedNode[], { shadowSheets }: Styles, depth: number): PageElement {
  const own: Styles = { sheets: [], shadowSheets }
  const children = nodes.flatMap((child) => toPageNode(child, own, depth))
  const position = shadowSheets.push(own.sheets) - 1
  return { name: '#shadow', attributes: { sheets: String(position) }, children }
}

/** Styles are moved to `styles`. */
function toPageNode(node: RecordedNode, styles: Styles, depth: number): PageNode[] {
  const { type, name, text } = node
  if (depth > MAX_DEPTH) return []
  if (type === TEXT) return [text]
  if (type === ELEMENT && !SKIPPED.has(name)) return [toElement(node, styles, depth + 1)]
  styles.sheets.push(...sheetsOf(node))
  return []
}

/** The SDK writes the rules of a linked sheet that the page can read. */
function sheetsOf({ name, attributes, children }: RecordedNode): Sheet[] {
  if (name === 'head') return children.flatMap(sheetsOf)
  const { _cssText: rules, rel = '', href = '', media = '' } = attributes
  if (rules !== undefined) return [rules]
  if (name === 'link' && /\bstylesheet\b/i.test(rel)) return [{ href, media }]
  return name === 'style' ? [children.map(({ text }) => text).join('')] : []
}
