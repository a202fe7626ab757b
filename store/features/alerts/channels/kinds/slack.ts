// Slack: blocks of plain text, in which nothing is markup, a link or a mention.
import { fit } from '../../../../mail/text.ts'
import { contentOf, joinTexts, jsonRequest, type Block, type RequestBuilder } from './kind.ts'

const MAX_HEADER = 150
/** Less than the 3,000 of Slack: all blocks together may have about 13,000. */
const MAX_SECTION = 1_800
const MAX_CONTEXT = 1_200
const MAX_BUTTON = 75

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (character: string) => ENTITIES[character] ?? character

export const slack: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const body = [
    { type: 'header', text: plain(title, MAX_HEADER) },
    ...section(lead),
    ...blocks.flatMap((block) => [
      ...section(linesOf(block, isOne), isOne ? {} : { accessory: button('Open', block.url) }),
      ...context(block.rule),
      ...(isOne ? [] : actions(ticketOf(block))),
    ]),
    ...section(others),
    ...actions([button('Open', isOne ? blocks[0]!.url : url), ...(isOne ? ticketOf(blocks[0]!) : [])]),
  ]
  // The text of the notification, which is read as markup.
  const text = fit(title, MAX_HEADER, { escape })
  return [jsonRequest(channel.target, { text, blocks: body, unfurl_links: false, unfurl_media: false })]
}

function linesOf(block: Block, isOne: boolean): string {
  const first = isOne ? '' : `${block.heading}: ${block.title}`
  const ticket = block.ticket?.url === null ? `Ticket ${block.ticket.name}` : ''
  return joinTexts('\n', first, block.source, joinTexts(' · ', block.context, block.facts), ticket)
}

function ticketOf({ ticket }: Block): object[] {
  return ticket === null || ticket.url === null ? [] : [button(`Ticket ${ticket.name}`, ticket.url)]
}

function section(text: string, more: object = {}): object[] {
  return text === '' ? [] : [{ type: 'section', text: plain(text, MAX_SECTION), ...more }]
}

function context(text: string): object[] {
  return text === '' ? [] : [{ type: 'context', elements: [plain(text, MAX_CONTEXT)] }]
}

function actions(elements: object[]): object[] {
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}

function button(text: string, url: string): object {
  return { type: 'button', text: plain(text, MAX_BUTTON), url }
}

function plain(text: string, max: number): object {
  return { type: 'plain_text', text: fit(text, max, { escape }), emoji: false }
}
