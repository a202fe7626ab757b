// Teams (Workflows) and Google Chat, which show cards.
import { byteSize, escapeHtml, fit } from '../../../../mail/text.ts'
import {
  contentOf,
  joinTexts,
  jsonRequest,
  withQuery,
  type Block,
  type RequestBuilder,
  type Ticket,
} from './kind.ts'

/**
 * Bytes of one text. A block has three or four, so five blocks and the JSON around them have less than 20 KB:
 * Teams takes 28 KB, Google Chat 32,000 bytes.
 */
const MAX_TEXT = { size: byteSize, max: 900 }
const MAX_LEAD = { size: byteSize, max: 3_000 }

/** In `TextRun`, unlike in `TextBlock`, Teams reads no Markdown. */
export const teams: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const isOne = blocks.length === 1
  const rows = blocks.flatMap((block) => [
    ...(isOne ? [] : textRun(`${block.heading}: ${block.title}`, { weight: 'Bolder', ...opens(block.url) })),
    ...textRun(block.source, { fontType: 'Monospace' }),
    ...textRun(joinTexts(' · ', block.context, block.facts)),
    ...textRun(block.rule, { isSubtle: true }),
    ...(block.ticket === null ? [] : ticketRun(block.ticket)),
  ])
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      ...textRun(title, { weight: 'Bolder', size: 'Medium' }),
      ...textRun(lead, {}, MAX_LEAD.max),
      ...rows,
      ...textRun(others),
    ],
    actions: [{ ...opens(isOne ? blocks[0]!.url : url).selectAction, title: 'Open' }],
  }
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  }
  return [jsonRequest(channel.target, { type: 'message', summary: title, attachments: [attachment] })]
}

function ticketRun({ name, url }: Ticket): object[] {
  return textRun(`Ticket ${name}`, url === null ? {} : opens(url))
}

function opens(url: string) {
  return { selectAction: { type: 'Action.OpenUrl', url } }
}

function textRun(text: string, style: object = {}, max = MAX_TEXT.max): object[] {
  if (text === '') return []
  // `{{DATE(…)}}` is a function of Adaptive Cards.
  const plain = fit(text.replaceAll(/\{(?=\{)/g, '{\u200b'), max, MAX_TEXT)
  return [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: plain, ...style }] }]
}

/** Texts of its widgets are HTML. The message has no `text`, in which `<users/all>` would be a mention. */
export const googlechat: RequestBuilder = (channel, message) => {
  const { title, lead, blocks, others, url } = contentOf(message)
  const [first] = blocks
  const isOne = blocks.length === 1
  const widgets = [
    ...paragraph([html(lead, MAX_LEAD.max)]),
    ...blocks.flatMap((block) => [
      ...paragraph([
        ...(isOne ? [] : [`<b>${html(`${block.heading}: ${block.title}`)}</b>`]),
        html(block.source),
        html(joinTexts(' · ', block.context, block.facts)),
        html(block.rule),
        block.ticket?.url === null ? html(`Ticket ${block.ticket.name}`) : '',
      ]),
      ...(isOne ? [] : [buttons(openOf(block.url), ...ticketOf(block))]),
    ]),
    ...paragraph([html(others)]),
    first && isOne ? buttons(openOf(first.url), ...ticketOf(first)) : buttons(openOf(url)),
  ]
  const body = {
    fallbackText: title.replaceAll('<', '‹').replaceAll('>', '›'),
    cardsV2: [{ cardId: 'errata', card: { header: { title }, sections: [{ widgets }] } }],
  }
  if (!first || !isOne) return [jsonRequest(channel.target, body)]
  const target = withQuery(channel.target, { messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' })
  return [jsonRequest(target, { ...body, thread: { threadKey: fit(first.subject, MAX_TEXT.max, MAX_TEXT) } })]
}

function paragraph(lines: string[]): object[] {
  const text = joinTexts('<br>', ...lines)
  return text === '' ? [] : [{ textParagraph: { text } }]
}

function html(text: string, max = MAX_TEXT.max): string {
  return fit(text, max, { size: byteSize, escape: escapeHtml })
}

type Button = { text: string; url: string }

function openOf(url: string): Button {
  return { text: 'Open', url }
}

function ticketOf({ ticket }: Block): Button[] {
  return ticket === null || ticket.url === null ? [] : [{ text: `Ticket ${ticket.name}`, url: ticket.url }]
}

function buttons(...list: Button[]): object {
  return { buttonList: { buttons: list.map(({ text, url }) => ({ text, onClick: { openLink: { url } } })) } }
}
