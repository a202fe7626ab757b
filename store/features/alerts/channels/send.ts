// Sends a message to a channel, once. The caller decides when to try again.
import type { ChannelKind } from '../../../../contract/alerts.ts'
import type { Message } from '../messages/message.ts'
import { readAnswer } from './answer.ts'
import type { Attempt, ChannelTarget } from './attempt.ts'
import { googlechat, teams } from './kinds/cards.ts'
import type { RequestBuilder } from './kinds/kind.ts'
import { discord, mattermost } from './kinds/markdown-chats.ts'
import { ntfy, pagerduty } from './kinds/push.ts'
import { slack } from './kinds/slack.ts'
import { telegram } from './kinds/telegram.ts'
import { webhook } from './kinds/webhook.ts'
import type { MailOptions } from './mail/send-mail.ts'
import { post, TargetError, type RequestOptions } from './request.ts'
import { secretParts } from './target-text.ts'
import { oneLine } from '../../../mail/text.ts'

/** `targets`: which addresses requests may reach. `publicUrl`: of the console, without its last slash. */
export type SendOptions = RequestOptions & { mail: MailOptions; publicUrl: string; now?: () => number }

const BUILDERS: Record<Exclude<ChannelKind, 'email'>, RequestBuilder> = {
  webhook,
  slack,
  mattermost,
  discord,
  teams,
  googlechat,
  telegram,
  ntfy,
  pagerduty,
}

/** Never throws. An attempt without an answer is to be tried again. */
export async function sendMessage(
  channel: ChannelTarget,
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  const attempt = await send(channel, message, options).catch(failure)
  const detail = secretParts(channel).reduce((text, part) => text.replaceAll(part, '…'), attempt.detail)
  return { ...attempt, detail }
}

async function send(channel: ChannelTarget, message: Message, options: SendOptions): Promise<Attempt> {
  const part = partFor(channel.kind, message)
  if (part === null) return nothing('only pagers are told what is over')
  if (channel.kind !== 'email') return await sendRequests(channel, channel.kind, part, options)
  // Mail needs some megabytes of code: it is loaded with the first one.
  const { sendMail } = await import('./mail/send-mail.ts')
  return await sendMail(channel, part, options)
}

/** Only pagers receive changes that are over. Null: no change is left. */
function partFor(kind: ChannelKind, message: Message): Message | null {
  if (kind === 'pagerduty' || message.changes.length === 0) return message
  const changes = message.changes.filter(({ isOver }) => !isOver)
  return changes.length === 0 ? null : { ...message, changes }
}

/** Stops at the first request that fails: PagerDuty takes an event twice without harm. */
async function sendRequests(
  channel: ChannelTarget,
  kind: keyof typeof BUILDERS,
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  const { now = Date.now } = options
  let last = nothing('the message names no change')
  for (const request of BUILDERS[kind](channel, message, now())) {
    last = readAnswer(kind, await post(request, options), now())
    if (last.outcome !== 'sent') break
  }
  return last
}

function nothing(reason: string): Attempt {
  return { outcome: 'sent', detail: `Nothing to send: ${reason}`, afterMs: null }
}

/** Where every address of a name fails, Node's error has a code and no text. */
function failure(error: NodeJS.ErrnoException): Attempt {
  const detail = oneLine(error.message || (error.code ?? 'no connection'))
  return { outcome: error instanceof TargetError ? 'refused' : 'retry', detail, afterMs: null }
}
