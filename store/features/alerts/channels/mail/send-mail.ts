// Sends a message by SMTP: one mail for each address, since each has its own link to unsubscribe.
import { createHash } from 'node:crypto'
import type { Message } from '../../messages/message.ts'
import type { Attempt, ChannelTarget } from '../attempt.ts'
import { readAddresses } from '../target-text.ts'
import { oneLine } from '../../../../mail/text.ts'
import { openTransport, TOTAL_MS } from '../../../../mail/transport.ts'
import { alertMail } from './alert-mail.ts'

const MAX_DETAIL = 2_000
/** Beyond it the oldest are forgotten, and their addresses may get a mail again. */
const MAX_ACCEPTED = 10_000

/**
 * `url`: SMTP_URL, null without mail. `from`: a mailbox, `Errata <errata@shop.example>`. `unsubscribeUrl`: a
 * page of the console that unsubscribes the address on POST, never on GET. `accepted`: ids of mails that a
 * server took, of messages that other addresses did not get yet; one set for the process.
 */
export type MailOptions = {
  url: string | null
  from: string
  unsubscribeUrl: (channelId: string, address: string) => string
  accepted: Set<string>
}

/** `publicUrl`: of the console, without its last slash. Times in milliseconds. */
type Options = { mail: MailOptions; publicUrl: string; connectMs?: number; totalMs?: number }

/** `isConnected`: the server takes mails. Without it (no TLS, wrong password), others fail as well. */
type Result = {
  id: string
  address: string
  outcome: Attempt['outcome']
  detail: string
  isConnected: boolean
}

/** A message is sent when a server took a mail and no other address might take it later. */
export async function sendMail(channel: ChannelTarget, message: Message, options: Options): Promise<Attempt> {
  const { accepted, url } = options.mail
  if (url === null)
    return { outcome: 'refused', detail: 'Mail needs SMTP_URL, which is not set', afterMs: null }
  const started = performance.now()
  const results = await sendAll(channel, message, { ...options, url })
  const outcomes = new Set(results.map(({ outcome }) => outcome))
  const isWaiting = outcomes.has('retry')
  for (const { id, outcome } of results)
    if (isWaiting && outcome === 'sent') accepted.add(id)
    else accepted.delete(id)
  for (const id of [...accepted].slice(0, -MAX_ACCEPTED)) accepted.delete(id)
  const ms = Math.round(performance.now() - started)
  return {
    outcome: isWaiting ? 'retry' : outcomes.has('sent') ? 'sent' : 'refused',
    detail: `${describe(results)} in ${ms} ms`,
    afterMs: null,
  }
}

async function sendAll(
  channel: ChannelTarget,
  message: Message,
  options: Options & { url: string },
): Promise<Result[]> {
  const host = new URL(options.publicUrl).hostname
  const transport = openTransport(options)
  const results: Result[] = []
  try {
    for (const address of readAddresses(channel.target)) {
      const id = messageId('message', host, `${message.id} ${address}`)
      const mail = () => mailFor(channel, message, { ...options, host, id, address })
      const result = options.mail.accepted.has(id)
        ? ({ outcome: 'sent', detail: 'accepted before', isConnected: true } as const)
        : await send(() => transport.sendMail(mail()))
      results.push({ id, address, ...result })
      if (!result.isConnected) break
    }
  } finally {
    transport.close()
  }
  return results
}

type MailPart = Options & { host: string; id: string; address: string }

function mailFor(channel: ChannelTarget, message: Message, part: MailPart) {
  const { mail, publicUrl, host, id, address, totalMs = TOTAL_MS } = part
  const stop = mail.unsubscribeUrl(channel.id, address)
  const { changes } = message
  const subject = changes.length === 1 ? changes[0]!.subject : message.subject
  const thread = subject === undefined ? undefined : messageId('thread', host, subject)
  return {
    ...alertMail(message, { rules: `${publicUrl}/alerts`, stop }),
    from: mail.from,
    to: { name: '', address },
    messageId: id,
    // The first mail of a thread, which does not exist.
    ...(thread === undefined ? {} : { inReplyTo: thread, references: thread }),
    headers: {
      'List-ID': `<${createHash('sha256').update(channel.id).digest('hex').slice(0, 16)}.${host}>`,
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: AbortSignal.timeout(totalMs),
  }
}

/** The same for the same text: a mail that is sent again after a crash has its id. */
function messageId(word: string, host: string, text: string): string {
  return `<${word}.${createHash('sha256').update(text).digest('hex').slice(0, 32)}@${host}>`
}

type Sent = Pick<Result, 'outcome' | 'detail' | 'isConnected'>

async function send(deliver: () => Promise<{ response?: string | undefined }>): Promise<Sent> {
  try {
    return { outcome: 'sent', detail: oneLine((await deliver()).response ?? ''), isConnected: true }
  } catch (error) {
    const { message, responseCode, code = '' } = error as Error & { responseCode?: number; code?: string }
    const isFinal = responseCode !== undefined && responseCode >= 500
    const outcome = isFinal ? 'refused' : 'retry'
    return { outcome, detail: oneLine(message), isConnected: code === 'EENVELOPE' || code === 'EMESSAGE' }
  }
}

/** What the server answered; of several addresses, what it refused. */
function describe(results: Result[]): string {
  const failures = results.filter(({ outcome }) => outcome !== 'sent')
  const texts = failures.map(({ address, detail }) => `${address}: ${detail}`)
  const text = texts.length === 0 ? (results[0]?.detail ?? '') : texts.join('; ')
  return Array.from(text).slice(0, MAX_DETAIL).join('')
}
