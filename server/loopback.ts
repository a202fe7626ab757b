// Which addresses and host names mean the machine itself.
import { isIP } from 'node:net'

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** A name that browsers resolve to the machine itself; `host` as in the Host header or `URL.host`. */
export function isLoopbackHost(host: string): boolean {
  const name = hostName(host)
  return name === 'localhost' || name.endsWith('.localhost') || (isIP(name) !== 0 && isLoopbackAddress(name))
}

/** The name in a Host header, in lower case, without its port and the brackets of IPv6. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1')
}
