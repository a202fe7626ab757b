// Telegram: HTML. Words stay words, any other text is code, in which it looks for no mention, link or
// command.
import { escapeHtml, fit, runsOf } from '../../../../mail/text.ts'
import { contentOf, joinTexts, jsonRequest, type Block, type RequestBuilder } from './kind.ts'

const API = 'https://api.telegram.org'

/** Characters without tags. Five blocks of four lines and the title have less than the 4,096 of Telegram. */
const MAX_TITLE = 250
const MAX_LINE = 160
const MAX_LINE_OF_ONE = 600
const MAX_LEAD = 2_000

export const telegram: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const rows =
    blocks.length === 1
      ? blocks.map((block) => linesOf(block, MAX_LINE_OF_ONE))
      : [
          inert(lead, MAX_LEAD),
          ...blocks.map(paragraphOf),
          `\n${joinTexts('\n', inert(others, MAX_LINE), link('Open', url))}`,
        ]
  const { api, chat } = readChat(channel.target)
  return [
    jsonRequest(`${api}/bot${channel.secret}/sendMessage`, {
      chat_id: chat,
      parse_mode: 'HTML',
      text: joinTexts('\n', bold(title, MAX_TITLE), ...rows),
      link_preview_options: { is_disabled: true },
    }),
  ]
}

/**
 * `target`: the id of a chat, or the URL of a Bot API server whose last segment is the id. Chats that are
 * public also have a name: `@channel`.
 */
export function readChat(target: string): { api: string; chat: string } {
  const slash = target.lastIndexOf('/')
  return slash < 0
    ? { api: API, chat: target }
    : { api: target.slice(0, slash), chat: target.slice(slash + 1) }
}

function paragraphOf(block: Block): string {
  return `\n${bold(`${block.heading}: ${block.title}`, MAX_LINE)}\n${linesOf(block, MAX_LINE)}`
}

function linesOf(block: Block, max: number): string {
  const context = joinTexts(' · ', block.context, block.facts)
  return joinTexts(
    '\n',
    inert(block.source, max),
    inert(context, max),
    inert(block.rule, max),
    joinTexts(' · ', link('Open', block.url), ticketOf(block, max)),
  )
}

function bold(text: string, max: number): string {
  return `<b>${inert(text, max)}</b>`
}

function inert(text: string, max: number): string {
  if (text === '') return ''
  const runs = runsOf(fit(text, max)).map((run) => ({ ...run, html: escapeHtml(run.text) }))
  return runs.map(({ isPlain, html }) => (isPlain ? html : `<code>${html}</code>`)).join(' ')
}

function ticketOf({ ticket }: Block, max: number): string {
  if (ticket === null) return ''
  const text = `Ticket ${ticket.name}`
  return ticket.url === null ? inert(text, max) : link(text, ticket.url)
}

/**
 * Not a button: Telegram refuses a message with a button whose URL has a local name. A link contains no
 * code, and its text is no second link.
 */
function link(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
