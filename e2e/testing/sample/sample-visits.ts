// The visits of the sample data, most of them without an error: crash-free sessions are a share of them. Each
// is one record without an exception.
import { client, HOUR_MS, releaseOf, sendByClient, sendLogs, spread } from './sample-sender.ts'
import { attributes, nanoseconds } from '../telemetry.ts'

/** Of each service in an hour: exceptions are some per cent of it, and more since the deploy. */
const VISITS_PER_HOUR = { shop: 90, admin: 30 }
const VISITS_AGE_HOURS = 74
const VISITS_PER_REQUEST = 1_000

export async function sendVisits(url: string, now: number): Promise<void> {
  const records = Object.entries(VISITS_PER_HOUR).flatMap(([service, perHour]) =>
    Array.from({ length: perHour * VISITS_AGE_HOURS }, (_, number) => {
      const age = spread(number, 11) * VISITS_AGE_HOURS * HOUR_MS
      return { from: client(service, releaseOf(service, age), number), item: visit(now - age, number) }
    }),
  )
  await sendByClient(records, (from, items) => sendLogs(url, from, items), VISITS_PER_REQUEST)
}

function visit(time: number, number: number) {
  return {
    timeUnixNano: nanoseconds(time),
    eventName: 'session.start',
    attributes: attributes({ 'session.id': `reading-${number}` }),
  }
}
