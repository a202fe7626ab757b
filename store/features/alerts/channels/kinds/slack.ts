// Slack: blocks of plain text, in which nothing is markup, a link or a mention.
import { fit } from '../../../../mail/text.ts'
import { contentOf, joinTexts, jsonRequest, type Block, type RequestBuilder } from './kind.ts'

const MAX_HEADER = 150
/** Less than the 3,000 of Slack: all blocks together may have about 13,000. */
const MAX_SECTION = 1_800
const MAX_CONTEXT = 1_200

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (character: string) => ENTITIES[character] ?? character

export const slack: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const body = [
    { type: 'header', text: plain(title, MAX_HEADER) },
    ...section(lead),
    ...blocks.flatMap((block) => [
      ...section(linesOf(block, isOne), isOne ? {} : { accessory: button(block.url) }),
      ...context(block.rule),
    ]),
    ...section(others),
    { type: 'actions', elements: [button(isOne ? blocks[0]!.url : url)] },
  ]
  // The text of the notification, which is read as markup.
  const text = fit(title, MAX_HEADER, { escape })
  return [jsonRequest(channel.target, { text, blocks: body, unfurl_links: false, unfurl_media: false })]
}

function linesOf(block: Block, isOne: boolean): string {
  const first = isOne ? '' : `${block.heading}: ${block.title}`
  return joinTexts('\n', first, block.source, joinTexts(' · ', block.context, block.facts))
}

function section(text: string, more: object = {}): object[] {
  return text === '' ? [] : [{ type: 'section', text: plain(text, MAX_SECTION), ...more }]
}

function context(text: string): object[] {
  return text === '' ? [] : [{ type: 'context', elements: [plain(text, MAX_CONTEXT)] }]
}

function button(url: string): object {
  return { type: 'button', text: plain('Open', MAX_HEADER), url }
}

function plain(text: string, max: number): object {
  return { type: 'plain_text', text: fit(text, max, { escape }), emoji: false }
}
