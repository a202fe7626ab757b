// Who sent a request, and under which name they know us. `X-Forwarded-*` is believed only as far as our own proxies wrote it: they append on the right.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

export type Addresses = {
  /** The sender's IP address; `''` when the socket is gone already. */
  client(request: IncomingMessage): string
  /** Host and port in the address bar. */
  host(request: IncomingMessage): string
  secure(request: IncomingMessage): boolean
  /** A process on this machine, not a proxy that speaks for somebody else. */
  isLocal(request: IncomingMessage): boolean
}

export function createAddresses(trustProxy: number): Addresses {
  return { client, host, secure, isLocal }

  function client(request: IncomingMessage): string {
    const told = forwarded(request, 'x-forwarded-for')
    return plainAddress(
      told !== undefined && isIP(plainAddress(told)) !== 0 ? told : (request.socket.remoteAddress ?? ''),
    )
  }

  function host(request: IncomingMessage): string {
    return forwarded(request, 'x-forwarded-host') ?? request.headers.host ?? ''
  }

  function secure(request: IncomingMessage): boolean {
    return forwarded(request, 'x-forwarded-proto') === 'https'
  }

  function isLocal(request: IncomingMessage): boolean {
    const speaksForOthers = trustProxy === 0 && request.headers['x-forwarded-for'] !== undefined
    return !speaksForOthers && isLoopbackAddress(client(request))
  }

  /** The entry that the outermost of our proxies wrote; the leftmost one is whatever the sender claims. */
  function forwarded(request: IncomingMessage, name: string): string | undefined {
    const header = request.headers[name]
    if (trustProxy === 0 || typeof header !== 'string') return undefined
    return header
      .split(',')
      .map((entry) => entry.trim())
      .slice(-trustProxy)[0]
  }
}

/** An address of the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** A name that browsers resolve to the machine itself; `host` as in the Host header or `URL.host`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([^:]*):\d+$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || (isIP(name) !== 0 && isLoopbackAddress(name))
}

/** The network: IPv4 /24, IPv6 /48. Enough to tell an outage of a region from one of everybody, too little for a person. */
export function truncated(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0')
  const groups = expand(address)
  return groups === undefined ? '' : `${groups.slice(0, 3).join(':')}::`
}

/** What shares a rate: an IPv4 address, an IPv6 /64 (one household has all of it). */
export function rateKey(address: string): string {
  return isIPv4(address) ? address : (expand(address)?.slice(0, 4).join(':') ?? address)
}

/** IPv4 that came over an IPv6 socket is IPv4; a zone or a port is no part of an address. */
function plainAddress(address: string): string {
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
