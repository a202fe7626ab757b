// Mail addresses that want no more messages. The link of a mail has a key, so that it needs no login.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../../database/settings.ts'
import type { Body } from '../../../http/body.ts'
import { ofPath, text } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import type { StoredChannel } from './channel.ts'
import { readAddresses } from './target-text.ts'

type Link = { channel: string; address: string; key: string }

const KEY_ID = 'unsubscribe'

/** The same for all mails of an installation, also after a restart. */
export async function readSigningKey(engine: Engine): Promise<string> {
  const keys = await readSettings<string>(engine, 'key')
  const stored = keys.find(({ id }) => id === KEY_ID)?.value
  if (stored) return stored
  const value = randomBytes(32).toString('hex')
  await writeSetting(engine, { kind: 'key', id: KEY_ID, value })
  return value
}

export function keyOfLink(signingKey: string, channel: string, address: string): string {
  return createHmac('sha256', signingKey).update(`${channel} ${address}`).digest('base64url')
}

/** By channel: the addresses without those that have unsubscribed. */
export async function readUnsubscribed(engine: Engine): Promise<Set<string>> {
  const settings = await readSettings<true>(engine, 'unsubscribed')
  return new Set(settings.flatMap(({ id, value }) => (value ? id : [])))
}

export function withoutUnsubscribed(channel: StoredChannel, unsubscribed: Set<string>): StoredChannel {
  if (channel.kind !== 'email') return channel
  const addresses = readAddresses(channel.target)
  const target = addresses.filter((address) => !unsubscribed.has(`${channel.id} ${address}`)).join(', ')
  return { ...channel, target }
}

/** People have entered these addresses again. */
export async function subscribeAgain(engine: Engine, channel: string, target: string): Promise<void> {
  const unsubscribed = await readUnsubscribed(engine)
  for (const address of readAddresses(target)) {
    const id = `${channel} ${address}`
    if (unsubscribed.has(id)) await writeSetting(engine, { kind: 'unsubscribed', id, value: null })
  }
}

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
    message.resume()
    return Promise.resolve(null)
  },
}

const unsubscribePath = path('POST /api/channels/:id/unsubscribe', {
  summary: 'Sends no more messages to a mail address; without a login',
  parameters: LINK,
  body: ANY_BODY,
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
