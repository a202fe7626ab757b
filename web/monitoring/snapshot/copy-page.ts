// A masked copy of the page as nested arrays: texts become `*`, and of the attributes only those remain that
// are listed here. No module of another chunk is imported.

import { cleanInlineStyle, numberOf, states, type CopiedElement } from './copy-styles.ts'

/**
 * `texts`, `inputs`: what was masked. `isLong`: it has too many characters. `sheets`: of the page first; a
 * shadow root names its by position.
 */
export type PageCopy = {
  root: CopiedElement
  isLong: boolean
  texts: number
  inputs: number
  sheets: CSSStyleSheet[]
  /** The number of the first sheets, which are the page's. */
  pageSheets: number
}

/** The copy of 18,000 elements takes some 30 ms. */
export const elementLimit = 20_000
/** Characters of all texts: masking ten million takes half a second. */
export const lengthLimit = 2_000_000
/** Deeper elements are left out: browsers nest 512 elements at most when they parse a page. */
const depthLimit = 400

/** What is copied of an element. Of those that are skipped nothing is visible, or has no text of a page. */
const kinds = new Map<string, 'skip' | 'box' | 'input' | 'textarea'>([
  ['input', 'input'],
  ['textarea', 'textarea'],
])
for (const name of 'img video audio canvas iframe frame object embed svg math'.split(' '))
  kinds.set(name, 'box')
const skipped =
  'script style link meta base title head noscript template param source track area map datalist'
for (const name of skipped.split(' ')) kinds.set(name, 'skip')

const masked = /^(title|alt|placeholder|(aria-)?label)$/
const flags = /^(hidden|disabled|open|multiple|reversed|popover)$/
const numbers = /^((col|row)?span|width|height|rows|cols|size|start|viewBox|dir)$/
const isNumber = /^((-?\d{1,5}(\.\d{1,3})? ?){1,4}(px|%|r?em)?|ltr|rtl|auto)$/
/** Check boxes, radio buttons, ranges, colors, files, images. */
const withoutText = /^[cfir]/
/** A button, also one that submits or resets. */
const buttons = /^(b|su|res)/

/** `removed`: children that have just left their parents. `scrolls`: left and top in pixels. */
export type PageState = { removed: Map<Node, Node[]>; scrolls: WeakMap<Node, string> }

/**
 * Undefined: the page has too many elements. Loops over siblings and attributes take half the time of lists
 * of them.
 */
export function copyPage({ removed, scrolls }: PageState): PageCopy | undefined {
  const candidates = [document.documentElement, ...(removed.get(document) ?? [])]
  const html = candidates.find((node) => node instanceof Element)
  if (!html) return undefined
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  const positions = new Map(sheets.map((sheet, position) => [sheet, position]))
  const styles = new Map<string, string>()
  /** Their names are texts of the page. */
  const slots = new Map<string, string>()
  const pageSheets = sheets.length
  let [texts, inputs, elements, length] = [0, 0, 0, 0]

  const stars = (text: string): string => {
    length += text.length
    return length > lengthLimit ? '' : text.replaceAll(/\S+/g, (word) => '*'.repeat(word.length))
  }

  const textOf = (text: string, isReadable: boolean): string => {
    if (isReadable || !/\S/.test(text)) return text
    texts++
    return stars(text)
  }
  const valueOf = (value: string): string => {
    inputs++
    return stars(value)
  }

  function attribute(element: Element, { name, value }: Attr, isReadable: boolean): string | undefined {
    if (name === 'class' || name === 'id') return value
    if (name === 'slot' || (name === 'name' && element.localName === 'slot'))
      return value && numberOf(slots, value)
    if (masked.test(name)) return textOf(value, isReadable)
    if (flags.test(name)) return ''
    if (states.test(name)) return value
    if (numbers.test(name)) return isNumber.test(value) ? value : undefined
    if (name !== 'style') return undefined
    // Rows of a table most often have the same.
    let style = styles.get(value)
    if (style === undefined) styles.set(value, (style = cleanInlineStyle(element as HTMLElement)))
    return style
  }

  function attributesOf(element: Element, isReadable: boolean): Record<string, string> {
    const copy: Record<string, string> = {}
    const { attributes } = element
    // oxlint-disable-next-line typescript/prefer-for-of -- its iterator takes longer than the rest
    for (let index = 0; index < attributes.length; index++) {
      const each = attributes[index]!
      const value = attribute(element, each, isReadable)
      if (value !== undefined) copy[each.name] = value
    }
    return copy
  }

  function input(element: HTMLInputElement, isReadable: boolean): CopiedElement | undefined {
    const { type, value } = element
    if (type === 'hidden') return undefined
    const copy = attributesOf(element, isReadable)
    copy['type'] = type
    // The length of a password is a part of it.
    const text = type === 'password' ? value && '********' : value
    if (buttons.test(type)) copy['value'] = textOf(value, isReadable)
    else if (text && !withoutText.test(type)) copy['value'] = valueOf(text)
    return ['input', copy]
  }

  function addShadow(copied: CopiedElement, root: ShadowRoot, isReadable: boolean, depth: number): void {
    const own = [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) => {
      if (!positions.has(sheet)) positions.set(sheet, sheets.push(sheet) - 1)
      return positions.get(sheet)
    })
    const shadow: CopiedElement = ['#shadow', { sheets: own.join(' ') }]
    addChildren(shadow, root, isReadable, depth)
    copied.push(shadow)
  }

  function addChildren(copied: CopiedElement, parent: Node, isReadable: boolean, depth: number): void {
    if (depth > depthLimit) return
    for (let node = parent.firstChild; node; node = node.nextSibling) add(copied, node, isReadable, depth)
    for (const node of removed.get(parent) ?? []) add(copied, node, isReadable, depth)
  }

  function add(parent: CopiedElement, node: Node, isReadable: boolean, depth: number): void {
    if (node.nodeType === 3) parent.push(textOf((node as Text).data, isReadable))
    else if (node.nodeType === 1) {
      const element = copy(node as Element, isReadable, depth)
      if (element) parent.push(element)
    }
  }

  function copy(node: Element, isParentReadable: boolean, depth: number): CopiedElement | undefined {
    // Of a form, it may be a field with this name.
    const { localName }: { localName: unknown } = node
    const name = String(localName)
    const kind = kinds.get(name)
    if (kind === 'skip' || ++elements > elementLimit) return undefined
    const isUnmasked = isParentReadable || node.hasAttribute('data-errata-unmask')
    // What somebody has typed.
    const isReadable = isUnmasked && !/^(?!false)/.test(node.getAttribute('contenteditable') ?? 'false')
    if (kind === 'input') return input(node as HTMLInputElement, isReadable)
    const attributes = attributesOf(node, isReadable)
    // Not in engines in which the attribute has no effect.
    const isPopover = 'popover' in attributes && 'popover' in node
    if (isPopover && !node.matches(':popover-open')) return undefined
    if (isPopover || (name === 'dialog' && node.matches(':modal'))) attributes['top'] = ''
    const scroll = scrolls.get(node)
    if (scroll) attributes['scroll'] = scroll
    const copied: CopiedElement = [name, attributes]
    if (kind === 'textarea') copied.push(valueOf((node as HTMLTextAreaElement).value))
    if (kind) {
      // Without its file an image has no size of its own.
      const { naturalWidth, naturalHeight } = node as HTMLImageElement
      if (naturalWidth) attributes['natural'] = `${naturalWidth} ${naturalHeight}`
      return copied
    }
    const { shadowRoot } = node
    if (shadowRoot) addShadow(copied, shadowRoot, isReadable, depth + 1)
    addChildren(copied, node, isReadable, depth + 1)
    return copied
  }

  const root = copy(html, false, 0)
  const isLong = length > lengthLimit
  return elements > elementLimit || !root ? undefined : { root, isLong, texts, inputs, sheets, pageSheets }
}
