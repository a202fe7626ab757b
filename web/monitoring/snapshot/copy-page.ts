// A masked copy of the page as nested arrays: texts become `*`, and of the attributes only those remain that
// are listed here. No module of another chunk is imported.

import { cleanInlineStyle, type CopiedElement, type CopiedNode } from './copy-styles.ts'

/** `texts`, `inputs`: what was masked. `sheets`: of the page first; a shadow root names its own by position. */
export type PageCopy = {
  root: CopiedElement
  texts: number
  inputs: number
  sheets: CSSStyleSheet[]
  /** The number of the first sheets, which are the page's. */
  pageSheets: number
}

/** The copy of 18,000 elements takes some 30 ms. */
export const elementLimit = 20_000
/** Deeper elements are left out: browsers nest 512 elements at most when they parse a page. */
const depthLimit = 400

/** No text of a page, or nothing that is visible. */
const skipped =
  /^(script|style|link|meta|base|title|head|noscript|template|param|source|track|area|map|datalist)$/
/** Boxes without content. */
const media = /^(img|video|audio|canvas|iframe|frame|object|embed|svg|math)$/
const masked = /^(title|alt|placeholder|label|aria-label)$/
const flags = /^(hidden|disabled|open|multiple|reversed)$/
const numbers = /^(colspan|rowspan|span|width|height|rows|cols|size|start)$/
const isNumber = /^\d{1,5}(\.\d{1,3})?(px|%)?$/
const withoutText = /^(checkbox|radio|range|color|file|image)$/
const buttons = /^(button|submit|reset)$/

/** Undefined: the page has too many elements. `removed`: children that have just left their parents. */
export function copyPage(removed: Map<Node, Node[]>): PageCopy | undefined {
  const candidates = [document.documentElement, ...(removed.get(document) ?? [])]
  const html = candidates.find((node) => node instanceof Element)
  if (!html) return undefined
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  const positions = new Map(sheets.map((sheet, position) => [sheet, position]))
  const pageSheets = sheets.length
  let [texts, inputs, elements] = [0, 0, 0]

  const mask = (text: string): string => {
    texts++
    return text.replaceAll(/\S/gu, '*')
  }
  const textOf = (text: string, isReadable: boolean) => (isReadable || !text.trim() ? text : mask(text))
  const valueOf = (value: string): string => {
    inputs++
    return value.replaceAll(/\S/gu, '*')
  }

  function attributesOf(element: Element, isReadable: boolean): Record<string, string> {
    const copy: Record<string, string> = {}
    for (const { name, value } of element.attributes)
      if (name === 'class' || name === 'id') copy[name] = value
      else if (name === 'style') copy[name] = cleanInlineStyle(element as HTMLElement)
      else if (masked.test(name)) copy[name] = textOf(value, isReadable)
      else if (flags.test(name)) copy[name] = ''
      else if (numbers.test(name) && isNumber.test(value)) copy[name] = value
      else if (name === 'dir' && /^(ltr|rtl|auto)$/.test(value)) copy[name] = value
      else if (name === 'viewBox' && /^[-\d. ]+$/.test(value)) copy[name] = value
    return copy
  }

  function input(element: HTMLInputElement, isReadable: boolean): CopiedElement | undefined {
    const { type, value } = element
    if (type === 'hidden') return undefined
    const copy = attributesOf(element, isReadable)
    if (buttons.test(type)) return ['input', { ...copy, type, value: textOf(value, isReadable) }]
    if (withoutText.test(type)) return ['input', { ...copy, type }]
    // The length of a password is a part of it.
    const text = type === 'password' ? value && '********' : value
    return ['input', { ...copy, type: 'text', ...(text && { value: valueOf(text) }) }]
  }

  function shadowOf(root: ShadowRoot, isReadable: boolean, depth: number): CopiedElement {
    const own = [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) => {
      if (!positions.has(sheet)) positions.set(sheet, sheets.push(sheet) - 1)
      return positions.get(sheet)
    })
    return element('#shadow', { sheets: own.join(' ') }, childrenOf(root, isReadable, depth))
  }

  function childrenOf(parent: Node, isReadable: boolean, depth: number): CopiedNode[] {
    const nodes = [...parent.childNodes, ...(removed.get(parent) ?? [])]
    if (depth > depthLimit) return []
    return nodes.map((node) => copy(node, isReadable, depth)).filter((node) => node !== undefined)
  }

  function copy(node: Node, isParentReadable: boolean, depth: number): CopiedNode | undefined {
    if (node.nodeType === 3) return textOf((node as Text).data, isParentReadable)
    if (!(node instanceof Element)) return undefined
    const name = node.localName
    if (skipped.test(name) || ++elements > elementLimit) return undefined
    const isReadable = isParentReadable || node.hasAttribute('data-errata-unmask')
    if (media.test(name)) return [name, attributesOf(node, isReadable)]
    if (name === 'input') return input(node as HTMLInputElement, isReadable)
    const attributes = attributesOf(node, isReadable)
    if (name === 'textarea') return [name, attributes, valueOf((node as HTMLTextAreaElement).value)]
    const { shadowRoot } = node
    const shadow = shadowRoot ? [shadowOf(shadowRoot, isReadable, depth + 1)] : []
    return element(name, attributes, [...shadow, ...childrenOf(node, isReadable, depth + 1)])
  }

  const root = copy(html, false, 0) as CopiedElement
  return elements > elementLimit ? undefined : { root, texts, inputs, sheets, pageSheets }
}

function element(name: string, attributes: CopiedElement[1], children: readonly CopiedNode[]): CopiedElement {
  return [name, attributes, ...children] as CopiedElement
}
