// What is stored of a service, as the API answers.
import type { Event, EventsAnswer, Issue, IssuesAnswer } from '../../contract/issues.ts'
import { getJson, post } from './http.ts'
import { exceptionLog } from './telemetry.ts'
import type { Stack } from './stack.ts'
import { waitFor } from './wait-for.ts'

/** Where the API is. */
type Api = Pick<Stack, 'url'>

/** The occurrence with that digest, once it is stored. `service`: a framework's digest may be in several. */
export function eventOf(stack: Api, digest: string, service?: string): Promise<Event> {
  return waitFor(`${digest} is stored`, async () => {
    const event = await getJson<Event>(`${stack.url}/api/events/${digest}`)
    return service === undefined || event.service === service ? event : undefined
  })
}

/** Digest and message of every occurrence of a service, whatever its issue. */
export async function occurrencesOf(stack: Api, service: string) {
  const issues = `${stack.url}/api/issues`
  const answer = await getJson<IssuesAnswer>(`${issues}?range=1h&limit=100&service=${service}`)
  const pages = answer.issues.map(({ id }) =>
    getJson<EventsAnswer>(`${issues}/${id}/events?range=1h&limit=100`),
  )
  return (await Promise.all(pages)).flatMap(({ events }) => events)
}

/** The occurrence whose message contains a text or matches a pattern, once it is stored. */
export async function eventWith(stack: Api, service: string, message: string | RegExp): Promise<Event> {
  const { digest } = await waitFor(`an occurrence with ${message}`, async () =>
    (await occurrencesOf(stack, service)).find((each) => matches(each.message, message)),
  )
  return eventOf(stack, digest)
}

/** The issues of a service whose message contains a text or matches a pattern. */
export async function issuesWith(stack: Api, service: string, message: string | RegExp): Promise<Issue[]> {
  const query = `range=1h&limit=100&service=${service}`
  const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?${query}`)
  return issues.filter((issue) => matches(issue.message, message))
}

/** Whether the message contains a text or matches a pattern. */
export function matches(message: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? message.includes(expected) : expected.test(message)
}

/**
 * Messages of all occurrences of a service, sorted, after everything that was sent before has been stored: a
 * last record follows the same way.
 */
export async function storedMessages(stack: Api, service: string): Promise<string[]> {
  const message = 'the last record'
  const { digest, body } = exceptionLog({ message, service })
  await post(`${stack.url}/monitoring`, body)
  await eventOf(stack, digest)
  const occurrences = await occurrencesOf(stack, service)
  return occurrences.flatMap((each) => (each.message === message ? [] : [each.message])).sort()
}
