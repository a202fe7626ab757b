// The mail of a digest: what happened in a week, or in the first day of a release.
import type { Today } from '../../../../contract/today.ts'
import { digestParts, type DigestOptions, type DigestParts } from './digest-parts.ts'
import {
  brand,
  buttons,
  footer,
  heading,
  item,
  page,
  pair,
  paragraph,
  section,
  type Item,
  type Pair,
} from '../../../mail/layout.ts'

export function digestSubject(today: Today, options: DigestOptions): string {
  return digestParts(today, options).subject
}

/** Of a mail: some programs cut a longer one. */
const MAX_BYTES = 100_000

/** At most 100 kB. Nothing in it is fetched. */
export function digestHtml(today: Today, options: DigestOptions): string {
  const html = htmlOf(digestParts(today, options))
  if (Buffer.byteLength(html) <= MAX_BYTES) return html
  // Hostile texts alone make it as long.
  return htmlOf(digestParts(today, { ...options, assigned: [] }))
}

function htmlOf(parts: DigestParts): string {
  const { title, scope, lead, changes, sections, delivery, links, reason } = parts
  return page({
    title,
    preview: lead,
    rows: [
      brand(scope),
      heading(title),
      paragraph(lead),
      ...(changes.rows.length === 0 ? [] : [section(changes.title, changes.note), ...changes.rows.map(item)]),
      ...sections.flatMap(({ title: name, note, rows }) => [section(name, note), ...rows.map(pair)]),
      ...(delivery === '' ? [] : [section('Errata itself'), paragraph(delivery)]),
      buttons(links),
      footer(reason),
    ],
  })
}

export function digestText(today: Today, options: DigestOptions): string {
  const { title, scope, lead, changes, sections, delivery, links, reason } = digestParts(today, options)
  const lines = [
    scope === '' ? title : `${title}, ${scope}`,
    '',
    lead,
    '',
    ...(changes.rows.length === 0 ? [] : [...headingLines(changes), ...changes.rows.flatMap(itemLines)]),
    ...sections.flatMap((part) => [...headingLines(part), ...part.rows.map(pairLine), '']),
    ...(delivery === '' ? [] : [`Errata itself: ${delivery}`, '']),
    ...links.map(({ text, url }) => `${text}: ${url}`),
    '',
    reason.map((part) => (typeof part === 'string' ? part : `${part.text} (${part.url})`)).join(''),
  ]
  return `${lines.join('\n')}\n`
}

function headingLines({ title, note }: { title: string; note: string }): string[] {
  return [`${title} (${note})`, '']
}

function itemLines({ label, text, url, notes, figures }: Item): string[] {
  return [`${label}: ${text}`, `  ${[...figures, ...notes].join(', ')}`, `  ${url}`, '']
}

function pairLine({ text, note, before, after }: Pair): string {
  const values = [before, after].filter(Boolean).join(' → ')
  return `${text}, ${note}: ${values}`
}
