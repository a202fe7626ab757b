// Thousands of issues of twenty services, one event each, spread over a day.
import { getJson, post } from '../testing/http.ts'
import { attributes, nanoseconds, newDigest, stacktrace } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'

const PER_REQUEST = 200
const SERVICES = 20
const USERS = 900
const HOURS = 22

/** Resolves when the list has them. */
export async function sendManyIssues(url: string, count: number): Promise<void> {
  const now = Date.now()
  for (let first = 0; first < count; first += PER_REQUEST) {
    const logRecords = Array.from({ length: PER_REQUEST }, (_, offset) => recordOf(first + offset, now))
    const service = `shop-${(first / PER_REQUEST) % SERVICES}`
    const resource = { attributes: attributes({ 'service.name': service, 'service.version': '2026.11.3' }) }
    const response = await post(`${url}/monitoring/v1/logs`, {
      resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }],
    })
    if (response.status !== 200) throw new Error(`logs: ${response.status} ${await response.text()}`)
  }
  await waitFor(
    `${count} issues`,
    async () => (await getJson<IssuesAnswer>(`${url}/api/issues?range=24h&limit=1`)).total >= count,
    { timeoutMs: 60_000, intervalMs: 1_000 },
  )
}

function recordOf(number: number, now: number) {
  const message = `Value ${number} of the cart cannot be read while the page is painted`
  const frame = `handle${number} (https://shop.example/assets/cart-${number}.js:${number + 1}:7)`
  return {
    timeUnixNano: nanoseconds(now - ((number * 7_919) % (HOURS * 3_600)) * 1_000),
    eventName: 'exception',
    severityNumber: 17,
    attributes: attributes({
      'exception.type': `Case${number}Error`,
      'exception.message': message,
      'exception.stacktrace': stacktrace(`Case${number}Error`, message, [frame]),
      'errata.digest': newDigest(),
      'url.full': 'https://shop.example/cart',
      'http.route': '/cart',
      'user.id': `u-${number % USERS}`,
    }),
  }
}
