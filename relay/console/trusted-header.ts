// A person whom a proxy names in a header. Only the peer of the socket counts: anybody can write
// X-Forwarded-For.
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4 } from 'node:net'
import type { Logger } from 'pino'
import type { Identity } from '../../server/caller.ts'
import { HttpError } from '../../server/http-error.ts'
import type { TrustedHeaderSettings } from '../header-settings.ts'
import { ADDRESS } from './open-id/claims.ts'
import { identityOf } from './open-id/rights.ts'

/** Null: the request has no such header, or not from a trusted proxy. Throws 400 or 403. */
export type TrustedHeader = (request: IncomingMessage) => Identity | null

/** Between two lines of the log about a peer that is not trusted. */
const WARNING_MS = 60_000
/** Characters. */
const MAX_NAME = 100
const MAX_SUBJECT = 255

export function createTrustedHeader(settings: TrustedHeaderSettings, logger: Logger): TrustedHeader {
  const { header, groupsHeader, proxies } = settings
  let warnedAt = 0
  return (request) => {
    const names = [header, ...(groupsHeader === undefined ? [] : [groupsHeader])]
    const address = peerOf(request)
    if (!isIn(proxies, address)) {
      if (request.headers[header] !== undefined) warn(address)
      return null
    }
    for (const name of names) requireOne(request, name)
    const user = textOf(request, header)
    if (user === '') return null
    if (user.length > MAX_SUBJECT) throw new HttpError(400, `${header} is longer than ${MAX_SUBJECT}.`)
    const groups = groupsHeader === undefined ? [] : textOf(request, groupsHeader).split(',')
    const account = {
      issuer: `header:${header}`,
      subject: user,
      name: user.slice(0, MAX_NAME).toWellFormed(),
      email: ADDRESS.test(user) ? user : null,
      hasDomain: true,
      groups: groups.map((group) => group.trim()).filter((group) => group !== ''),
      notes: [],
    }
    return identityOf(account, settings)
  }

  function warn(address: string): void {
    if (Date.now() - warnedAt < WARNING_MS) return
    warnedAt = Date.now()
    logger.warn({ header, address }, 'a header was ignored: TRUSTED_PROXIES does not name its sender')
  }
}

/**
 * Throws 400 for a header that was sent twice, or with underscores, which some servers take for hyphens: the
 * proxy has let through what the browser sent.
 */
export function requireOne({ rawHeaders }: IncomingMessage, name: string): void {
  const sent = rawHeaders
    .filter((_, index) => index % 2 === 0)
    .map((each) => each.toLowerCase())
    .filter((each) => each.replaceAll('_', '-') === name)
  if (sent.length > 1 || sent.some((each) => each !== name))
    throw new HttpError(
      400,
      `${name} was sent twice, or with underscores: the proxy must remove what browsers send.`,
    )
}

/** Node reads the bytes of headers as latin-1; most proxies send UTF-8. */
function textOf({ headers }: IncomingMessage, name: string): string {
  const text = String(headers[name] ?? '')
  const bytes = Buffer.from(text, 'latin1')
  const utf8 = bytes.toString('utf8')
  const isUtf8 = Buffer.from(utf8, 'utf8').equals(bytes)
  return (isUtf8 ? utf8 : text).replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

function peerOf({ socket }: IncomingMessage): string {
  // IPv4 at an IPv6 socket; a zone belongs to a link.
  return (socket.remoteAddress ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
