// What users wrote, for the tests of the screens.
import { send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { attributes, exceptionLog, logsOf, nanoseconds } from './telemetry.ts'

/** Two errors of an issue with texts, and a text about an error that is not stored. */
export async function sendFeedback(url: string) {
  const [service, minute] = ['shop', 60_000]
  const texts = [
    { text: 'It turned, then the page was white', email: 'ann@shop.example', user: 'u-1' },
    { text: `${'I only changed the delivery. '.repeat(30)}The end.`, email: 'no address <', user: 'u-2' },
  ]
  const digests: string[] = []
  for (const [index, { text, email, user }] of texts.entries()) {
    const at = Date.now() - (index + 1) * minute
    const { digest, body } = exceptionLog({ service, message: 'no amount' })
    digests.push(digest)
    const [error] = body.resourceLogs[0]!.scopeLogs[0]!.logRecords
    const record = feedbackRecord(text, at, {
      'errata.digest': digest,
      'errata.feedback.email': email,
      'user.id': user,
    })
    await send(
      url,
      logsOf({ 'service.name': service }, [{ ...error, timeUnixNano: nanoseconds(at) }, record]),
    )
  }
  const other = feedbackRecord('by another SDK', Date.now() - 3 * minute, {
    'errata.given_digest': 'a1'.repeat(16),
  })
  await send(url, logsOf({ 'service.name': service }, [other]))
  const { issueId } = await eventOf({ url }, digests[0]!)
  return { issueId, digests }
}

export function feedbackRecord(text: string, at: number, values: Record<string, string>) {
  const all = { 'log.record.uid': `text ${at}`, 'errata.feedback.text': text, ...values }
  return { timeUnixNano: nanoseconds(at), eventName: 'user.feedback', attributes: attributes(all) }
}
