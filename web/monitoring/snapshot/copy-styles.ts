// Style sheets without what may be text of the page: strings, URLs, comments. And the names of classes and
// ids in them: others have no effect on what the page looks like, and may be data.

/** A text, or an element: its name, its attributes and its children. A shadow root has the name `#shadow`. */
export type CopiedNode = string | CopiedElement
export type CopiedElement = [name: string, attributes: Record<string, string>, ...children: CopiedNode[]]

/**
 * In turn: an escape, a selector of inputs of a type or of a direction, a comment, the names of grid areas, a
 * URL, strings.
 */
const string = String.raw`"(\\[^]|[^"\\])*"?|'(\\[^]|[^'\\])*'?`
const textParts = new RegExp(
  String.raw`\\[^]|\[[\w-]+="(\\[^]|[^"\\])*"|\/\*[^]*?(\*\/|$)|grid-template(-areas)?:[^;{}]*|` +
    String.raw`url\((${string}|\\[^]|[^)"'\\])*\)?|${string}`,
  'gi',
)
/** Properties of an attribute whose values are no names, such as scripts give to areas and transitions. */
const inlineProperties = new RegExp(
  '^(display|position|top|right|bottom|left|(m(in|ax)-)?(width|height|(inline|block)-size)|' +
    '(margin|padding|inset|flex|overflow)(-.*)?|border(?!-image).*|background(-color)?|color|opacity|' +
    'transform|translate|scale|rotate|order|(row-|column-)?gap|(align|justify|place)-.*|z-index|' +
    'visibility|float|clear|font-[sw].*|line-height|white-space.*|box-.*|aspect-ratio|' +
    'object-.*|text-.*)$',
)
/** Attributes in which scripts keep what an element is or shows. */
export const states = /^(data|aria)-(?!label)/
const names = /[.#[](([\w-]|[^\0-\x7F]|\\[\da-f]{1,6}\s?|\\[^])+)/gi

/** In place of a text, which may be one of the page. */
export function numberOf(values: Map<string, string>, text: string): string {
  if (!values.has(text)) values.set(text, `${values.size}`)
  return values.get(text)!
}

/** `values`: gets a number for each attribute with a value that a selector names. */
export function cleanStyles(css: string, values: Map<string, string>): string {
  return css.replaceAll(textParts, (part) => {
    if (/^(\\|\[(type|dir)=|g)/i.test(part)) return part
    if (part.startsWith('[')) return part.replace(/".*/s, `"${numberOf(values, part)}"`)
    if (/^u/i.test(part)) return 'none'
    return part.startsWith('/') ? '' : '""'
  })
}

export function cleanInlineStyle({ style }: HTMLElement): string {
  const properties = [...style].filter((name) => inlineProperties.test(name))
  return cleanStyles(properties.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'), new Map())
}

/** A sheet of another origin, which a page cannot read. `position`: of itself, or of what imports it. */
type UnreadSheet = [position: number, path: string, media: string]

/** `css`: of each sheet. */
export function readStyles(
  sheets: CSSStyleSheet[],
  values: Map<string, string>,
): { css: string[]; unread: UnreadSheet[] } {
  const unread: UnreadSheet[] = []
  let position = 0
  const read = (sheet: CSSStyleSheet): string => {
    if (sheet.disabled) return ''
    const { mediaText } = sheet.media
    try {
      const css = [...sheet.cssRules].map(rule).join('\n')
      return mediaText && css ? `@media ${mediaText} {\n${css}\n}` : css
    } catch {
      if (sheet.href) unread.push([position, new URL(sheet.href).pathname, mediaText])
      return ''
    }
  }
  const rule = (each: CSSRule): string => {
    const { styleSheet } = each as CSSImportRule
    if (styleSheet) return read(styleSheet)
    return each instanceof CSSFontFaceRule ? '' : cleanStyles(each.cssText, values)
  }
  const css = sheets.map((sheet, index) => {
    position = index
    return read(sheet)
  })
  return { css, unread }
}

/** Removes from the copy the classes and ids that no style sheet names. */
export function keepNames(
  root: CopiedNode,
  css: string[],
  areClassesKept: boolean,
  values: Map<string, string>,
): void {
  const used = new Set<string>()
  for (const [, name = ''] of css.join('\n').matchAll(names)) used.add(unescape(name))
  const prune = (node: CopiedNode): void => {
    if (typeof node === 'string') return
    const [, attributes, ...children] = node
    const { id, class: classes } = attributes
    if (!used.has(id as string)) delete attributes['id']
    if (classes && !areClassesKept)
      attributes['class'] = classes
        .split(/\s+/)
        .filter((name) => used.has(name))
        .join(' ')
    if (!attributes['class']) delete attributes['class']
    for (const name in attributes)
      if (states.test(name))
        if (used.has(name)) attributes[name] = values.get(`[${name}="${attributes[name]}"`) ?? ''
        else delete attributes[name]
    children.forEach(prune)
  }
  prune(root)
}

function unescape(name: string): string {
  return name.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code?: string, sign?: string) =>
    code ? String.fromCodePoint(Number(`0x${code}`) || 0xff_fd) : (sign ?? ''),
  )
}
