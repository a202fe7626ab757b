// The address that opens the form of an issue tracker.

/** What a template may have in braces: `{title}`. `link`: the address of the issue. */
export const PLACEHOLDERS = ['title', 'body', 'link', 'service', 'type'] as const

type Placeholder = (typeof PLACEHOLDERS)[number]

export type TicketValues = Record<Placeholder, string>

/** Every name in braces, known or not. */
export const PLACEHOLDER = /\{(\w*)\}/g

/** Trackers and the servers in front of them refuse longer addresses. */
const MAX_URL = 8_000

/** Characters of title, service and type. */
const MAX_VALUE = 200

/** The last line of a body that was cut. */
const CUT = '_Cut here. The rest is in Errata: see the link above._'

/** Bytes of a body, encoded: with less there are shorter titles. */
const MIN_BODY = 500

/**
 * Shorter than 8,000 characters if template and link are shorter than 7,000. The body is cut at the end of a
 * line.
 */
export function fillTemplate(template: string, values: TicketValues): string {
  for (let length = MAX_VALUE; ; length = Math.floor(length / 2)) {
    const bodies = template.split('{body}').length - 1
    const limit = MAX_URL - 1 - fill(template, { ...values, body: '' }, length).length
    if (length > 0 && limit < bodies * MIN_BODY) continue
    return fill(template, { ...values, body: cut(values.body, limit / Math.max(1, bodies)) }, length)
  }
}

/** Names that are no placeholders stay. */
function fill(template: string, { link, body, title, service, type }: TicketValues, length: number): string {
  const short = (text: string) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
  const texts = { link, body, title: short(title), service: short(service), type: short(type) }
  return template.replaceAll(PLACEHOLDER, (placeholder, name: string) =>
    isPlaceholder(name) ? encode(texts[name]) : placeholder,
  )
}

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name)
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** `limit`: of the encoded text. A block of code that is cut is closed. */
function cut(body: string, limit: number): string {
  if (encode(body).length <= limit) return body
  const lines: string[] = []
  let fence = ''
  let length = encode(`\n${CUT}`).length
  for (const line of body.split('\n')) {
    length += encode(`${line}\n`).length
    const next = fenceAfter(line, fence)
    // With the end of a block that is open.
    if (length + encode(`${next}\n`).length > limit) break
    lines.push(line)
    fence = next
  }
  if (lines.length === 0) return ''
  return [...lines, ...(fence === '' ? [] : [fence]), '', CUT].join('\n')
}

/** The fence of the block of code that is open after a line; empty: none is. */
function fenceAfter(line: string, open: string): string {
  if (open !== '') return line === open ? '' : open
  return /^`{3,}$/.exec(line)?.[0] ?? ''
}
