// Address, host, scheme of a request. `X-Forwarded-*` is trusted only for entries that our proxies appended.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { isLoopbackAddress } from '../server/loopback.ts'

export type Addresses = {
  /** The sender's IP address; `''` when the socket is closed already. */
  client: (request: IncomingMessage) => string
  /** Host and port in the address bar. */
  host: (request: IncomingMessage) => string
  isSecure: (request: IncomingMessage) => boolean
  /** A process on this machine, and not a proxy that forwards for another sender. */
  isLocal: (request: IncomingMessage) => boolean
}

export function createAddresses(trustProxy: number): Addresses {
  return { client, host, isSecure, isLocal }

  function client(request: IncomingMessage): string {
    const address = normalize(forwardedEntry(request, 'x-forwarded-for') ?? '')
    return isIP(address) !== 0 ? address : normalize(request.socket.remoteAddress ?? '')
  }

  function host(request: IncomingMessage): string {
    return forwardedEntry(request, 'x-forwarded-host') ?? request.headers.host ?? ''
  }

  function isSecure(request: IncomingMessage): boolean {
    return forwardedEntry(request, 'x-forwarded-proto') === 'https'
  }

  function isLocal(request: IncomingMessage): boolean {
    const isProxy = trustProxy === 0 && request.headers['x-forwarded-for'] !== undefined
    return !isProxy && isLoopbackAddress(client(request))
  }

  /** The entry that the outermost of our proxies wrote. Entries to the left of it may be forged. */
  function forwardedEntry(request: IncomingMessage, name: string): string | undefined {
    const header = request.headers[name]
    if (trustProxy === 0 || typeof header !== 'string') return undefined
    return header
      .split(',')
      .map((entry) => entry.trim())
      .slice(-trustProxy)[0]
  }
}

/** IPv4 /24 or IPv6 /48: enough to recognise a regional outage, too little to identify a person. */
export function truncate(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0')
  const groups = expand(address)
  return groups === undefined ? '' : `${groups.slice(0, 3).join(':')}::`
}

/** Senders that share a rate limit: one IPv4 address, or one IPv6 /64, which one household has. */
export function rateKey(address: string): string {
  return isIPv4(address) ? address : (expand(address)?.slice(0, 4).join(':') ?? address)
}

/** Without zone and port; IPv4 that came through an IPv6 socket as IPv4. */
function normalize(address: string): string {
  return address
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] | undefined {
  if (isIP(address) !== 6) return undefined
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
