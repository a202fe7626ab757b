// Changes of style sheets in a recording of a Sentry SDK: of their rules, of properties, and which sheets the
// document and shadow roots adopt.
import { listOf, objectOf, propertyValue, type Json, type RecordedNode } from './recorded-nodes.ts'
import { deleteRule, insertRule, setProperty, toSheet, type RecordedSheet } from './sheet-rules.ts'

/** `sheets`: those without an element, by their ids. */
type Page = { nodes: Map<number, RecordedNode>; sheets: Map<number, RecordedSheet> }

/** As rrweb numbers sources of changes. */
const [RULES, DECLARATION, ADOPTED] = [8, 13, 15]
/** Of the document or of a shadow root. */
const MAX_ADOPTED = 100

/** Returns the number of changes; 0: it is no change of a sheet. */
export function applyStyleChange(change: Json, page: Page): number {
  if (change['source'] === ADOPTED) return adopt(change, page)
  if (change['source'] !== RULES && change['source'] !== DECLARATION) return 0
  const sheet = sheetOf(change, page)
  if (sheet === null) return 1
  return change['source'] === RULES ? changeRules(sheet, change) : changeProperty(sheet, change)
}

function sheetOf({ styleId, id }: Json, { nodes, sheets }: Page): RecordedSheet | null {
  if (typeof styleId === 'number') return sheets.get(styleId) ?? null
  const node = nodes.get(Number(id))
  const css = node && ownCss(node)
  if (typeof css === 'string') node!.sheet ??= toSheet(css)
  return node?.sheet ?? null
}

/** Of an element whose sheet the page can read; null: of any other. */
export function ownCss({ name, attributes, children }: RecordedNode): string | null {
  const { _cssText: rules } = attributes
  return rules ?? (name === 'style' ? children.map(({ text }) => text).join('') : null)
}

/** In the order of rrweb's player. */
function changeRules(sheet: RecordedSheet, { adds, removes, replace, replaceSync }: Json): number {
  const [inserted, deleted] = [listOf(adds), listOf(removes)]
  for (const { rule, index } of inserted) if (typeof rule === 'string') insertRule(sheet, index, rule)
  for (const { index } of deleted) deleteRule(sheet, index)
  for (const css of [replace, replaceSync]) if (typeof css === 'string') Object.assign(sheet, toSheet(css))
  return 1 + inserted.length + deleted.length
}

function changeProperty(sheet: RecordedSheet, { set, remove, index }: Json): number {
  const { property, value, priority } = objectOf(set ?? remove)
  if (typeof property === 'string')
    setProperty(sheet, index, [property, set === undefined ? '' : propertyValue([value, priority])])
  return 1
}

/** A sheet that is adopted again comes without its rules. */
function adopt({ id, styleIds, styles }: Json, { nodes, sheets }: Page): number {
  const added = listOf(styles)
  for (const { styleId, rules } of added)
    if (typeof styleId === 'number') {
      const texts = listOf(rules).map(({ rule }) => (typeof rule === 'string' ? rule : ''))
      sheets.set(styleId, toSheet(texts.join('\n')))
    }
  const node = nodes.get(Number(id))
  const ids = Array.isArray(styleIds) ? [...new Set<unknown>(styleIds)].slice(0, MAX_ADOPTED) : []
  if (node) node.adopted = ids.flatMap((each) => sheets.get(Number(each)) ?? [])
  return 1 + added.length
}
