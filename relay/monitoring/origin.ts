// Whose pages may send, or change anything: our own always, others when listed. What is no browser has no origin and may.
import type { IncomingMessage } from 'node:http'
import { type Addresses, isLoopbackHost } from '../address.ts'

export type Origins = {
  /** `own`: same origin, or no browser at all. `listed`: another site that may. `foreign`: another site. */
  judge(request: IncomingMessage): 'own' | 'listed' | 'foreign'
}

/** `onLoopback`: the relay is not reachable from outside, so pages under development on this machine may send. */
export function createOrigins(addresses: Addresses, allowed: string[] | '*', onLoopback: boolean): Origins {
  return { judge }

  function judge(request: IncomingMessage): 'own' | 'listed' | 'foreign' {
    const { origin, 'sec-fetch-site': site } = request.headers
    // Written by the browser itself; no page can forge it.
    if (site === 'same-origin') return 'own'
    if (origin === undefined) return site === undefined || site === 'none' ? 'own' : 'foreign'
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    if (host !== '' && host === addresses.host(request).toLowerCase()) return 'own'
    if (allowed === '*' || allowed.includes(origin)) return 'listed'
    return onLoopback && host !== '' && isLoopbackHost(host) ? 'listed' : 'foreign'
  }
}
