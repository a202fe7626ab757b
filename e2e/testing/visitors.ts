// What a user met in each session: a page load, its web vital, and an error in it.
import { send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { attributes, exceptionLog, logsOf, nanoseconds } from './telemetry.ts'
import { sendTrace } from './traces.ts'

const HOUR_MS = 3_600_000

/** The last session is an hour old, each earlier one an hour more. Resolves to the issue of the errors. */
export async function sendVisitorData(
  url: string,
  { user, sessions, service = 'shop' }: { user: string; sessions: string[]; service?: string },
): Promise<string> {
  const digests: string[] = []
  for (const [index, session] of sessions.entries()) {
    const at = Date.now() - (sessions.length - index) * HOUR_MS
    const ids = { 'user.id': user, 'session.id': session }
    const page = { name: 'page load /cart', service, start: 0, milliseconds: 1_800, attributes: ids }
    const { traceId, spanIds } = await sendTrace(url, [page], at)
    const spanId = spanIds.get(page.name) ?? ''
    const { digest, body } = exceptionLog({ service, message: 'no total', traceId, spanId })
    const [error] = body.resourceLogs[0]!.scopeLogs[0]!.logRecords
    digests.push(digest)
    const record = {
      ...error,
      timeUnixNano: nanoseconds(at + 2_000),
      attributes: [...error!.attributes, ...attributes(ids)],
    }
    const vital = {
      timeUnixNano: nanoseconds(at + 1_500),
      eventName: 'browser.web_vital',
      attributes: attributes({
        'http.route': '/cart',
        'browser.web_vital.name': 'LCP',
        'browser.web_vital.value': '4310',
        'browser.web_vital.rating': 'poor',
        ...ids,
      }),
    }
    await send(url, logsOf({ 'service.name': service, 'service.version': '2026.11.3' }, [record, vital]))
  }
  const events = await Promise.all(digests.map((digest) => eventOf({ url }, digest)))
  return events[0]!.issueId
}
