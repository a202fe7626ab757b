// Writes the elements of an untrusted page as HTML: only elements and attributes of these lists, whose values
// are checked, and nothing that loads or runs. No HTML of the sender is read, so no parser can be misled.
import { harmlessStyles } from '../../server/harmless-styles.ts'

/** A text, or an element. `#shadow`: the shadow root of its parent. */
export type PageNode = string | PageElement
export type PageElement = { name: string; attributes: Record<string, string>; children: PageNode[] }

export type MarkupOptions = {
  /** Of texts that are not masked. */
  scrub: (text: string) => string
  /** The styles of a shadow root, by the names in its attribute `sheets`. */
  stylesOf: (sheets: string) => string
}

/** Characters of the HTML. */
const MAX_LENGTH = 4_000_000
/** Browsers nest 512 elements. */
const MAX_DEPTH = 450
/** Characters. */
const MAX_VALUE = 2_000

const ELEMENTS = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote body br button caption center ' +
    'cite code col colgroup data dd del details dfn dialog div dl dt em fieldset figcaption figure ' +
    'font footer form h1 h2 h3 h4 h5 h6 header hgroup hr html i img input ins kbd label legend li ' +
    'main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp ' +
    'search section select slot small span strong sub summary sup svg table tbody td textarea tfoot ' +
    'th thead time tr tt u ul var video wbr'
  ).split(' '),
)
const CUSTOM_ELEMENT = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/
const VOID = new Set('br col hr img input wbr'.split(' '))
const EMPTY = new Set('audio svg video'.split(' '))
/** Boxes of the same default size. Without scripts, a canvas is no box. */
const BOXES = /^(?:canvas|iframe|embed|object)$/
const TEXTS = new Set('title alt placeholder label aria-label'.split(' '))
/** What scripts keep in attributes. */
const STATE = /^(?:data(?!-errata)|aria)-[a-z\d-]{1,50}$/
/** Numbers in place of the values that style sheets name. */
const STATE_VALUE = /^\d{0,5}$/
/** Left and top, in pixels. */
const SCROLL = /^(-?\d{1,7}) (-?\d{1,7})$/
/** Width and height of the file of an image, in pixels. */
const NATURAL = /^(\d{1,5}) (\d{1,5})$/
/** A masked value is not one of these. */
const NUMBER_TYPES = /^(?:number|date|month|week|time|datetime-local)$/
const TEXT_TYPES = /^(?:text|email|search|tel|url|password)$/
const BUTTON_TYPES = /^(?:button|submit|reset)$/
/** Their values are no texts. */
const OTHER_TYPES = /^(?:checkbox|radio|range|color)$/

/** Other attributes, with their values. */
const ATTRIBUTES: Record<string, RegExp> = {
  class: /^[^]*$/,
  id: /^[^]*$/,
  dir: /^(?:ltr|rtl|auto)$/,
  viewBox: /^[-\d. ]{1,100}$/,
  ...Object.fromEntries(
    'colspan rowspan span width height rows cols size start'
      .split(' ')
      .map((name) => [name, /^\d{1,5}(?:\.\d{1,3})?(?:px|%|r?em)?$/]),
  ),
  // Numbers in place of the names of slots.
  ...Object.fromEntries('slot name'.split(' ').map((name) => [name, /^\d{1,5}$/])),
  ...Object.fromEntries(
    'hidden disabled open multiple reversed popover'.split(' ').map((name) => [name, /^$/]),
  ),
}

export class MarkupTooLargeError extends Error {}

/** `page`: the element `html`. Throws a `MarkupTooLargeError`. */
export function toMarkup(page: PageElement, options: MarkupOptions): string {
  const parts: string[] = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length > MAX_LENGTH) throw new MarkupTooLargeError('The page is too large.')
    parts.push(text)
  }

  function writeNode(node: PageNode, parent: Parent): void {
    if (typeof node === 'string') return write(escapeText(readableText(node, options.scrub)))
    const { depth, scroll } = parent
    if (depth > MAX_DEPTH) return
    if (node.name === '#shadow') return writeShadow(node, parent)
    const name = nameOf(node.name, parent.name)
    write(`<${name}${attributesOf(node, name, options.scrub)}${styleOf(node, scroll)}>`)
    if (VOID.has(name)) return
    if (name === 'html') write('<head></head>')
    // The parser drops the first line end of some elements.
    if (name === 'pre' || name === 'textarea') write('\n')
    const own = name === 'html' ? null : scrollOf(node)
    const children = EMPTY.has(name) ? [] : node.children
    for (const child of children) writeNode(child, { name, depth: depth + 1, scroll: own })
    if (name === 'body') write(viewMark(scrollOf(page)))
    write(`</${name}>`)
  }

  function writeShadow({ attributes, children }: PageElement, { depth, scroll }: Parent): void {
    write('<template shadowrootmode="open">')
    const styles = options.stylesOf(attributes['sheets'] ?? '')
    if (styles !== '') write(`<style>${styles}</style>`)
    for (const child of children) writeNode(child, { name: '#shadow', depth: depth + 1, scroll })
    write('</template>')
  }

  writeNode(page, { name: '', depth: 0, scroll: null })
  return parts.join('')
}

/** How far a page or an element is scrolled, in pixels. */
type Scroll = { left: number; top: number }
type Parent = { name: string; depth: number; scroll: Scroll | null }

/** Null: it is at its start. */
function scrollOf({ attributes }: PageElement): Scroll | null {
  const [, left, top] = SCROLL.exec(attributes['scroll'] ?? '') ?? []
  return Number(left) || Number(top) ? { left: Number(left), top: Number(top) } : null
}

/** Where the window is scrolled to: a frame opens there by the fragment of its address. */
function viewMark(scroll: Scroll | null): string {
  if (scroll === null) return ''
  return `<i id="errata-view" style="position:absolute;left:${scroll.left}px;top:${scroll.top}px"></i>`
}

/** `scroll`: of the parent. A document without scripts cannot scroll it. */
function styleOf({ attributes }: PageElement, scroll: Scroll | null): string {
  const own = harmlessStyles((attributes['style'] ?? '').slice(0, MAX_VALUE))
  const [, width, height] = NATURAL.exec(attributes['natural'] ?? '') ?? []
  const natural = width === undefined ? '' : `--errata-ratio:${width}/${height}`
  const moved = scroll === null ? '' : `translate:${0 - scroll.left}px ${0 - scroll.top}px`
  const style = [natural, own, moved].filter((part) => part !== '').join(';')
  return style === '' ? '' : attribute('style', style)
}

function nameOf(name: string, parent: string): string {
  if (parent === '') return 'html'
  if (name === 'body' && parent !== 'html') return 'div'
  if (BOXES.test(name)) return 'svg'
  return name !== 'html' && (ELEMENTS.has(name) || CUSTOM_ELEMENT.test(name)) ? name : 'span'
}

function attributesOf({ attributes }: PageElement, name: string, scrub: (text: string) => string): string {
  const hasValue = name === 'input' && !OTHER_TYPES.test(attributes['type'] ?? '')
  let result =
    name === 'input' ? typeOf(attributes) : name === 'img' ? ` alt=""${naturalWidth(attributes)}` : ''
  for (const [key, sent] of Object.entries(attributes)) {
    const value = sent.slice(0, MAX_VALUE)
    // An image without an address shows it beside a broken icon, or else its title.
    const target = key === 'alt' ? 'title' : key
    if (key === 'top' || (key === 'dark' && name === 'html')) result += ` data-errata-${key}=""`
    else if (TEXTS.has(key) || (key === 'value' && hasValue))
      result += attribute(target, readableText(value, scrub))
    else if (STATE.test(key) && STATE_VALUE.test(value)) result += attribute(key, value)
    else if (Object.hasOwn(ATTRIBUTES, key) && ATTRIBUTES[key]!.test(value)) result += attribute(key, value)
  }
  return result
}

/** Styles that name another type find it in an attribute of its own. */
function typeOf({ type = '' }: Record<string, string>): string {
  if (NUMBER_TYPES.test(type)) return ` type="text" data-errata-type="${type}"`
  const isShown = [TEXT_TYPES, BUTTON_TYPES, OTHER_TYPES].some((types) => types.test(type))
  return ` type="${isShown ? type : 'text'}"`
}

/** The styles of the page come before it. The height follows from it. */
function naturalWidth({ natural = '', width, height }: Record<string, string>): string {
  const [, value] = NATURAL.exec(natural) ?? []
  return value === undefined || width !== undefined || height !== undefined ? '' : ` width="${value}"`
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`
}

/** A masked text has no secret. */
function readableText(text: string, scrub: (text: string) => string): string {
  return /^[*\s]*$/.test(text) ? text : scrub(text)
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
