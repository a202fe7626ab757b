// Mattermost and Discord, which read Markdown: words stay words, any other text becomes a span of code, in
// which both read no markup, link or mention.
import { inline } from '../../../../http/markdown-text.ts'
import { fit, runsOf } from '../../../../mail/text.ts'
import {
  colorOf,
  contentOf,
  joinTexts,
  jsonRequest,
  withQuery,
  type Block,
  type RequestBuilder,
} from './kind.ts'

/** Half of what old servers of Mattermost accept. */
const MAX_FALLBACK = 300
/** Of Discord: 256 for a title, 6,000 for all texts of a message. */
const MAX_EMBED_TITLE = 256
const MAX_EMBED_TITLES = 150
const MAX_NOTE = 300

export const mattermost: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const rows = blocks.map((block, index) => ({
    fallback: fit(`${block.heading}: ${block.title}`, MAX_FALLBACK),
    color: colorOf(message.changes[index]),
    text: joinTexts(
      '\n',
      `**${markdown(`${block.heading}: ${block.title}`)}**`,
      ...linesOf(block),
      joinTexts(' · ', link('Open', block.url), ticketOf(block)),
    ),
  }))
  const summary = {
    fallback: fit(title, MAX_FALLBACK),
    color: colorOf(undefined),
    text: joinTexts('\n', `**${markdown(title)}**`, markdown(lead), markdown(others), link('Open', url)),
  }
  return [jsonRequest(channel.target, { text: '', attachments: isOne ? rows : [summary, ...rows] })]
}

export const discord: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const rows = blocks.map((block, index) => ({
    title: markdown(`${block.heading}: ${block.title}`, isOne ? MAX_EMBED_TITLE : MAX_EMBED_TITLES),
    url: block.url,
    description: joinTexts('\n', ...linesOf(block), ticketOf(block)),
    color: Number(colorOf(message.changes[index]).replace('#', '0x')),
    timestamp: message.at,
  }))
  const summary = {
    title: markdown(title, MAX_EMBED_TITLE),
    url,
    description: joinTexts('\n', markdown(lead), markdown(others)),
    color: Number(colorOf(undefined).replace('#', '0x')),
    timestamp: message.at,
  }
  const body = { content: '', embeds: isOne ? rows : [summary, ...rows], allowed_mentions: { parse: [] } }
  // Without `wait` a message that is not stored is no error.
  return [jsonRequest(withQuery(channel.target, { wait: 'true' }), body)]
}

function linesOf(block: Block): string[] {
  const context = joinTexts(' · ', markdown(block.context), markdown(block.facts))
  return [markdown(block.source), context, markdown(block.rule)]
}

/** On one line, at most `max` characters with what Markdown needs. */
function markdown(text: string, max = MAX_NOTE): string {
  if (text === '') return ''
  let size = max
  for (;;) {
    const runs = runsOf(fit(text, size))
    const result = runs.map((run) => (run.isPlain ? run.text : inline(run.text))).join(' ')
    if (result.length <= max || size <= 1) return result
    size = Math.max(1, size - (result.length - max))
  }
}

function ticketOf({ ticket }: Block): string {
  if (ticket === null) return ''
  const text = markdown(`Ticket ${ticket.name}`)
  return ticket.url === null ? text : link(text, ticket.url)
}

/** `text`: of Markdown. `url`: encoded, but for parentheses. */
function link(text: string, url: string): string {
  return `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
