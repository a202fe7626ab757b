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
import { post, TargetError, type ChannelRequest, type RequestOptions } from './request.ts'
import { oneLine } from './text.ts'

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

const NOTHING: Attempt = {
  outcome: 'sent',
  detail: 'Nothing to send: only pagers are told what is over',
  afterMs: null,
}

/** Never throws. An attempt without an answer is to be tried again. */
export async function sendMessage(
  channel: ChannelTarget,
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  try {
    const part = partFor(channel.kind, message)
    if (part === null) return NOTHING
    if (channel.kind !== 'email') return await sendRequests(channel, part, options)
    // The library of mail takes 14 MB: it is loaded with the first mail.
    const { sendMail } = await import('./mail/send-mail.ts')
    return await sendMail(channel, part, options)
  } catch (error) {
    return failure(error, channel.secret)
  }
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
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  const { kind } = channel
  const now = options.now ?? Date.now
  let last: Attempt = {
    outcome: 'sent',
    detail: 'Nothing to send: the message names no change',
    afterMs: null,
  }
  for (const request of BUILDERS[kind as keyof typeof BUILDERS](channel, message, now())) {
    last = await attempt(kind, request, options)
    if (last.outcome !== 'sent') return last
  }
  return last
}

async function attempt(kind: ChannelKind, request: ChannelRequest, options: SendOptions): Promise<Attempt> {
  const answer = await post(request, options)
  return readAnswer(kind, answer, (options.now ?? Date.now)())
}

function failure(error: unknown, secret: string): Attempt {
  const text = oneLine(error instanceof Error ? error.message : String(error))
  // A secret may be a part of the URL that Node's error names.
  const detail = secret === '' ? text : text.replaceAll(secret, '…')
  return { outcome: error instanceof TargetError ? 'refused' : 'retry', detail, afterMs: null }
}
