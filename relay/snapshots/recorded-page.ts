// The recorded nodes of a page as elements, and its styles apart from them.
import type { PageElement, PageNode } from './markup.ts'
import { ELEMENT, TEXT, type RecordedNode } from './recorded-nodes.ts'
import { ownCss } from './recorded-styles.ts'
import { cssOf, type RecordedSheet } from './sheet-rules.ts'
import type { Sheet } from './sheets.ts'

/** `sheets`: not harmless. `shadowSheets`: of each shadow root, which names its own by position. */
export type RecordedPage = { root: PageElement; sheets: Sheet[]; shadowSheets: Sheet[][] }

const MAX_DEPTH = 500
const SKIPPED = new Set('head style link script noscript meta title base template'.split(' '))

/** Characters of the sheets that shadow roots adopt: a thousand of them may share one. */
const MAX_ADOPTED = 1_000_000

/** `html`: its element. `adopted`: by the document. */
export function toRecordedPage(html: RecordedNode, adopted: RecordedSheet[]): RecordedPage {
  const styles: Styles = { sheets: [], shadowSheets: [], space: { left: MAX_ADOPTED } }
  const root = toElement(html, styles, 0)
  return { root, sheets: [...styles.sheets, ...adopted.map(cssOf)], shadowSheets: styles.shadowSheets }
}

/** `space`: characters. */
type Styles = Pick<RecordedPage, 'sheets' | 'shadowSheets'> & { space: { left: number } }

function toElement(node: RecordedNode, styles: Styles, depth: number): PageElement {
  const { name, children, attributes, adopted } = node
  const shadow = children.filter(({ isShadow }) => isShadow)
  const own = children.filter(({ isShadow }) => !isShadow)
  const nodes = own.flatMap((child) => toPageNode(child, styles, depth))
  if (shadow.length > 0) nodes.unshift(toShadow(shadow, adopted, styles, depth))
  const { rr_width: width, rr_height: height } = attributes
  return {
    name,
    attributes: {
      ...withoutStates(attributes),
      ...(width && height && { style: `width:${width};height:${height}` }),
      ...(attributes['rr_open_mode'] === 'modal' && { top: '' }),
    },
    children: name === 'textarea' ? [attributes['value'] ?? ''] : nodes,
  }
}

/** Their values may be data. Copies of this SDK have numbers in their place. */
function withoutStates(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !/^(?:data|aria)-(?!label)/.test(name)),
  )
}

/** Its styles do not apply outside of it. */
function toShadow(
  nodes: RecordedNode[],
  adopted: RecordedSheet[],
  { shadowSheets, space }: Styles,
  depth: number,
): PageElement {
  const own: Styles = { sheets: [], shadowSheets, space }
  const children = nodes.flatMap((child) => toPageNode(child, own, depth))
  for (const css of adopted.map(cssOf)) {
    space.left -= css.length
    if (space.left >= 0) own.sheets.push(css)
  }
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
function sheetsOf(node: RecordedNode): Sheet[] {
  const { name, attributes, children, sheet } = node
  if (name === 'head') return children.flatMap(sheetsOf)
  const css = sheet === null ? ownCss(node) : cssOf(sheet)
  if (css !== null) return [css]
  const { rel = '', href = '', media = '' } = attributes
  return name === 'link' && /\bstylesheet\b/i.test(rel) ? [{ href, media }] : []
}
