// Lines of a server's log, for the tests of the screens.
import { send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { attributes, exceptionLog, logsOf, nanoseconds } from './telemetry.ts'
import { sendTrace } from './traces.ts'
import { waitUntilStored } from './wait-for.ts'

const SEVERITIES = { debug: 5, info: 9, warn: 13, error: 17 }

type Line = {
  body: string
  at: number
  level?: keyof typeof SEVERITIES
  traceId?: string
  spanId?: string | undefined
  values?: Record<string, string>
}

export function logRecord({ body, at, level = 'info', traceId = '', spanId = '', values = {} }: Line) {
  return {
    timeUnixNano: nanoseconds(at),
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    body: { stringValue: body },
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    attributes: attributes(values),
  }
}

/** A payment in a trace with an exception, and lines that are long, colored, or of another direction. */
export async function sendLogs(url: string) {
  const start = Date.now() - 90_000
  const { traceId, spanIds } = await sendTrace(
    url,
    [
      {
        name: 'click Pay',
        service: 'shop-web',
        start: 0,
        milliseconds: 900,
        attributes: { 'session.id': 's-7' },
      },
      { name: 'POST /pay', parent: 'click Pay', service: 'shop-api', start: 100, milliseconds: 700, kind: 2 },
    ],
    start,
  )
  const pay = { traceId, spanId: spanIds.get('POST /pay') }
  const order = { 'order.id': '4711', 'user.id': 'u-42', 'session.id': 's-7' }
  const lines: Line[] = [
    { body: 'charged order 4711', at: start + 200, ...pay, values: order },
    { body: 'bank: no answer, trying again', at: start + 400, level: 'warn', ...pay },
    { body: '\u001B[31mbank: refused\u001B[0m', at: start + 600, level: 'error', ...pay },
    { body: `first line\n${'a long line '.repeat(5_000)}\nlast line`, at: start - 1_000, level: 'debug' },
    { body: '\u202Egnissecorp <b>order</b>', at: start - 2_000 },
    { body: '', at: start - 3_000 },
  ]
  await send(url, logsOf({ 'service.name': 'shop-api', 'host.name': 'host-1' }, lines.map(logRecord)))
  const { digest, body } = exceptionLog({
    service: 'shop-web',
    message: 'no payment',
    traceId,
    spanId: spanIds.get('click Pay')!,
  })
  const [error] = body.resourceLogs[0]!.scopeLogs[0]!.logRecords
  const failed = { ...error!, timeUnixNano: nanoseconds(start + 850) }
  await send(url, logsOf({ 'service.name': 'shop-web' }, [failed]))
  const { issueId } = await eventOf({ url }, digest)
  await waitUntilStored(url)
  return { traceId, digest, issueId, order: '4711', session: 's-7' }
}
