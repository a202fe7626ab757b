// The link of a mail that stops further mails to its address. It has a key, so that it needs no login.
import { timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../../../server/http-error.ts'
import { writeSetting } from '../../../database/settings.ts'
import { JsonMessage, type Body } from '../../../http/body.ts'
import { ofPath, text } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'

type Link = { channel: string; address: string; key: string }

const LINK = {
  id: ofPath('The id of a channel.'),
  address: text('A mail address of the channel.'),
  key: text('The key of the link.'),
}

/** Mail programs open links by themselves: only a POST changes something. */
const showPath = path('GET /api/channels/:id/unsubscribe', {
  summary: 'A page that asks whether a mail address wants no more messages; without a login',
  parameters: LINK,
  answer: 'text/html',
  handle({ parameters: { id, ...link } }, context: AlertContext): string {
    checkLink(context, { channel: id, ...link })
    return page(
      `<p>Stop mails to <b>${escaped(link.address)}</b>?</p>
       <form method="post"><button>Stop these mails</button></form>`,
    )
  },
})

/** What the body says does not matter: mail programs send a form. */
const ANY_BODY: Body<null> = {
  type: null,
  isUpload: false,
  read(message) {
    if (!(message instanceof JsonMessage)) message.resume()
    return Promise.resolve(null)
  },
}

const unsubscribePath = path('POST /api/channels/:id/unsubscribe', {
  summary: 'Sends no more messages to a mail address; without a login',
  parameters: LINK,
  body: ANY_BODY,
  role: 'read',
  answer: 'text/html',
  async handle({ parameters: { id, ...link } }, context: AlertContext): Promise<string> {
    checkLink(context, { channel: id, ...link })
    await writeSetting(context.engine, { kind: 'unsubscribed', id: `${id} ${link.address}`, value: true })
    context.alerts.changed()
    return page(
      `<p>No more mails are sent to <b>${escaped(link.address)}</b>.</p>
       <p>Whoever manages the alerts can add the address again.</p>`,
    )
  },
})

export const unsubscribePaths = [showPath, unsubscribePath]

function checkLink({ alerts }: AlertContext, { channel, address, key }: Link): void {
  const [expected, received] = [alerts.keyOfLink(channel, address), key].map((each) => Buffer.from(each))
  if (expected!.length === received!.length && timingSafeEqual(expected!, received!)) return
  throw new HttpError(403, 'The link is incomplete: open it from the mail again.')
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Mails of Errata</title>
<h1>Mails of Errata</h1>
${content}
</html>
`
}

function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
