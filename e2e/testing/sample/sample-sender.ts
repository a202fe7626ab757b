// Senders of the sample data, and how they send it.
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../../server/startup-error.ts'
import { post } from '../http.ts'
import { attributes } from '../telemetry.ts'

export type Client = { service: string; release: string; userAgent: string }

export const HOUR_MS = 3_600_000
export const RELEASE = '2026.11.3'
export const PREVIOUS_RELEASE = '2026.11.2'
export const RELEASE_AGE_MS = 3 * HOUR_MS
/** Below the relay's limit for a body. */
const ITEMS_PER_REQUEST = 300
/** With the default limits a seed never waits. Five minutes are enough for a tenth of them. */
const MAX_WAITS = 10

export const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
]

/**
 * In few requests: the relay limits the requests of an address, and considers an address with 50 sessions a
 * proxy.
 */
export async function sendByClient<Item>(
  sent: { from: Client; item: Item }[],
  sendItems: (from: Client, items: Item[]) => Promise<void>,
  itemsPerRequest = ITEMS_PER_REQUEST,
): Promise<void> {
  for (const group of Map.groupBy(sent, ({ from }) => JSON.stringify(from)).values())
    for (let first = 0; first < group.length; first += itemsPerRequest) {
      const part = group.slice(first, first + itemsPerRequest)
      await sendItems(
        part[0]!.from,
        part.map(({ item }) => item),
      )
    }
}

export function client(service: string, release: string, number: number): Client {
  return { service, release, userAgent: USER_AGENTS[number % USER_AGENTS.length]! }
}

/** The shop is deployed last: `d` opens its release. `age`: milliseconds. */
export function releaseOf(service: string, age: number): string {
  return age < (service === 'shop' ? 1 : 1.5) * RELEASE_AGE_MS ? RELEASE : PREVIOUS_RELEASE
}

export function resource({ service, release, userAgent }: Client) {
  return {
    attributes: attributes({
      'service.name': service,
      'service.version': release,
      'deployment.environment.name': 'production',
      'user_agent.original': userAgent,
    }),
  }
}

export function sendLogs(url: string, from: Client, logRecords: readonly object[]): Promise<void> {
  return send(url, 'logs', { resourceLogs: [{ resource: resource(from), scopeLogs: [{ logRecords }] }] })
}

export function sendSpans(url: string, from: Client, spans: readonly object[]): Promise<void> {
  return send(url, 'traces', { resourceSpans: [{ resource: resource(from), scopeSpans: [{ spans }] }] })
}

/** Where the relay asks the sender to wait, it waits. Throws a `StartupError`: `npm run seed` prints it. */
export async function send(url: string, signal: 'logs' | 'traces', body: unknown): Promise<void> {
  for (let waits = 0; ; waits++) {
    const response = await post(`${url}/monitoring/v1/${signal}`, body)
    if (response.status === 200) return
    const text = await response.text()
    const seconds = Number(response.headers.get('retry-after'))
    if (!(seconds > 0) || waits === MAX_WAITS)
      throw new StartupError(`The relay refused the sample data with status ${response.status}: ${text}`)
    console.error(`The relay answers ${response.status}: waiting for ${seconds} s, as it asks.`)
    await sleep(1_000 * seconds)
  }
}

/** A number from 0 to 1 that looks random and is the same in every run. */
export function spread(number: number, seed: number): number {
  return Math.abs(Math.sin(number * 12.9898 + seed * 78.233) * 43_758.5453) % 1
}
