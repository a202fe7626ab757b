// The target of a channel: whether it can work, and how it is shown without its secret part.
import type { ChannelKind } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { isMailAddress } from '../../../mail/text.ts'
import type { ChannelTarget } from './attempt.ts'
import { PAGERDUTY } from './kinds/push.ts'
import { readChat } from './kinds/telegram.ts'

const MAX_URL = 2_000
/** Each has a mail of its own. */
const MAX_ADDRESSES = 20
/** Of the key of a signature, as Standard Webhooks require. */
const MIN_KEY = 24
const MAX_KEY = 64

const CHAT = /^(?:-?\d+|@\w+)$/

/** Shorter parts of a URL are words. */
const MIN_SECRET = 8

const HAS_KEY_IN_PATH = /^(?:slack|mattermost|discord)$/

/** URLs of the services themselves. Servers that understand the same messages have any path. */
const SERVICES: Partial<Record<ChannelKind, { hosts: RegExp; url: RegExp; example: string }>> = {
  slack: {
    hosts: /(?:^|\.)slack(?:-gov)?\.com$/,
    url: /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\/\w+\/\w+\/\w+$/,
    example: 'https://hooks.slack.com/services/T…/B…/…',
  },
  discord: {
    hosts: /(?:^|\.)discord(?:app)?\.com$/,
    url: /^https:\/\/[^/]+\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    example: 'https://discord.com/api/webhooks/…/…',
  },
  teams: {
    hosts: /(?:^|\.)(?:microsoft|office)\.com$/,
    url: /^https:\/\/[\w-]+\.webhook\.office\.com\/.+$/,
    example: 'the URL of a workflow "When a Teams webhook request is received"',
  },
  googlechat: {
    hosts: /^chat\.google(?:apis)?\.com$/,
    url: /^https:\/\/chat\.googleapis\.com\/v1\/spaces\/[^/]+\/messages\?(?=.*\bkey=).*\btoken=/,
    example: 'https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…',
  },
}

/** Throws an `HttpError` 400 that repeats no secret. `hasMail`: SMTP_URL is set. */
export function checkTarget(kind: ChannelKind, target: string, secret: string, hasMail: boolean): void {
  if (!/^[\x21-\x7e]*$/.test(secret)) throw bad('secret has characters that cannot be sent')
  if (kind === 'email') checkAddresses(target, hasMail)
  else if (kind === 'telegram') checkTelegram(target, secret)
  else if (kind === 'pagerduty') checkPagerDuty(target, secret)
  else checkUrl(kind, target)
  if (kind === 'webhook') checkKey(secret)
  if (kind === 'ntfy' && !/\/[\w-]{1,64}$/.test(new URL(target).pathname))
    throw bad('target must end with a topic of letters, digits, _ and -, such as https://ntfy.sh/TOPIC')
}

/** Mail addresses and chats as they are; of a URL neither its secret part nor values of its query. */
export function targetText(kind: ChannelKind, target: string): string {
  if (kind === 'email') return readAddresses(target).join(', ')
  const url = URL.parse(target || (kind === 'pagerduty' ? PAGERDUTY : ''))
  if (url === null) return target
  const scheme = url.protocol === 'https:' ? '' : `${url.protocol}//`
  const names = [...new Set(url.searchParams.keys())].map((name) => `${name}=…`)
  return `${scheme}${url.host}${pathText(kind, url.pathname)}${names.length > 0 ? '?' : ''}${names.join('&')}`
}

/** What must not be shown of it: a receiver may write back what it was sent. */
export function secretParts({ kind, target, secret, previousSecret }: ChannelTarget): string[] {
  const url = URL.parse(target)
  const segments = HAS_KEY_IN_PATH.test(kind) ? (url?.pathname.split('/') ?? []) : []
  const parts = [secret, previousSecret?.secret ?? '', ...(url?.searchParams.values() ?? []), ...segments]
  return parts.filter((part) => part.length >= MIN_SECRET)
}

/** Separated by commas. */
export function readAddresses(target: string): string[] {
  const addresses = target.split(',').map((address) => address.trim())
  return [...new Set(addresses.filter((address) => address !== ''))]
}

function pathText(kind: ChannelKind, path: string): string {
  if (kind === 'slack' && path.startsWith('/services/'))
    return path.replace(/^(\/services\/\w{1,3}).*/, '$1…')
  // The last segment is the key.
  return HAS_KEY_IN_PATH.test(kind) ? path.replace(/[^/]+\/?$/, '…') : path.replace(/\/$/, '')
}

function checkUrl(kind: ChannelKind, target: string): URL {
  const url = URL.parse(target)
  if (url === null || !/^https?:$/.test(url.protocol)) throw bad('target must be an http or https URL')
  if (target.length > MAX_URL) throw bad(`target must have at most ${MAX_URL} characters`)
  if (url.username !== '' || url.password !== '')
    throw bad('target must not contain a user name or a password')
  const service = SERVICES[kind]
  if (service?.hosts.test(url.hostname) && !service.url.test(url.href))
    throw bad(`target of ${kind} must be ${service.example}`)
  return url
}

function checkAddresses(target: string, hasMail: boolean): void {
  if (!hasMail) throw bad('E-mail needs a server: set SMTP_URL and MAIL_FROM')
  const addresses = readAddresses(target)
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES)
    throw bad(`target must be 1 to ${MAX_ADDRESSES} mail addresses, separated by commas`)
  const wrong = addresses.find((address) => !isMailAddress(address))
  if (wrong !== undefined) throw bad(`target has "${wrong}", which is no mail address`)
}

function checkTelegram(target: string, secret: string): void {
  if (target.includes('/')) checkUrl('telegram', target)
  if (!CHAT.test(readChat(target).chat))
    throw bad('target must be the id of a chat, such as -1001234567890, or the name of a channel: @name')
  if (!/^\d+:[\w-]+$/.test(secret)) throw bad('secret must be the token of the bot, such as 110201543:AAHdq…')
}

function checkPagerDuty(target: string, secret: string): void {
  const { hostname } = target === '' ? new URL(PAGERDUTY) : checkUrl('pagerduty', target)
  if (hostname.endsWith('.pagerduty.com') && !/^\w{32}$/.test(secret))
    throw bad('secret must be the routing key of the integration, 32 letters and digits')
  if (secret === '') throw bad('secret must be the routing key of the integration')
}

/** Without a secret the store makes one. */
function checkKey(secret: string): void {
  if (secret === '') return
  const [, text = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret) ?? []
  const { length } = Buffer.from(text, 'base64')
  if (length < MIN_KEY || length > MAX_KEY)
    throw bad(`secret must be whsec_ and the base64 of ${MIN_KEY} to ${MAX_KEY} bytes`)
}

function bad(text: string): HttpError {
  return new HttpError(400, `${text}.`)
}
