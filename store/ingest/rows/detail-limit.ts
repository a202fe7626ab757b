// Which occurrences are stored with all their details. A loop in one page may send a million equal
// occurrences: beyond a number of one issue in an hour, further ones are stored without stack, breadcrumbs
// and attributes. Each is still counted, and opens by its digest.
import type { Attributes } from './attributes.ts'

/** What a reader looks for among many occurrences of one issue. Empty: not circumstancesOfHour. */
export type Circumstances = { user: string; release: string; browser: string; route: string }

/** Whether an occurrence of the issue is stored with all its details. */
export type DetailLimit = (issueId: string, circumstances: Circumstances) => boolean

const HOUR_MILLISECONDS = 3_600_000

/** Issues that are counted; some 80 bytes each. Beyond it all begin anew. */
const MAX_ISSUES = 200_000

/** Circumstances of all issues of this hour, some 150 bytes each. Beyond it no other one is new. */
const MAX_CIRCUMSTANCES = 200_000

/** Characters of a value by which it is recognised. */
const MAX_KEY_LENGTH = 100

/** `perHour` of one issue, by the clock of the store; 0: no limit. */
export function createDetailLimit(perHour: number): DetailLimit {
  if (perHour === 0) return () => true
  let hour = 0
  const counts = new Map<string, number>()
  const circumstancesOfHour = new Set<string>()

  return (issueId, circumstances) => {
    const current = Math.floor(Date.now() / HOUR_MILLISECONDS)
    if (current !== hour) {
      hour = current
      counts.clear()
      circumstancesOfHour.clear()
    }
    if (counts.size >= MAX_ISSUES) counts.clear()
    const count = counts.get(issueId) ?? 0
    if (count < perHour) counts.set(issueId, count + 1)
    return addCircumstances(issueId, circumstances) || count < perHour
  }

  /** True: one of them is new in this hour. */
  function addCircumstances(issueId: string, circumstances: Circumstances): boolean {
    let isAny = false
    for (const [name, value] of Object.entries(circumstances)) {
      const key = `${issueId} ${name} ${value.slice(0, MAX_KEY_LENGTH)}`
      if (value === '' || circumstancesOfHour.has(key) || circumstancesOfHour.size >= MAX_CIRCUMSTANCES)
        continue
      circumstancesOfHour.add(key)
      isAny = true
    }
    return isAny
  }
}

/** The attributes of a log record, or of an event of a span, without details. */
const BRIEF = [
  'exception.type',
  'exception.message',
  'errata.fingerprint',
  'errata.grouping',
  'errata.culprit',
  'errata.origin',
  'errata.mechanism',
  'errata.browser',
  'errata.os',
  'http.route',
  'errata.given_digest',
  'errata.original_time',
  'errata.sequence',
  'user.id',
  'session.id',
  'errata.digest',
]

/** What a span that is an exception itself loses: its other attributes are of the span. */
const DETAILS = [
  'exception.stacktrace',
  'errata.breadcrumbs',
  'errata.cause',
  'errata.debug_ids',
  'errata.react.component_stack',
]

/** Characters of a message: a list shows fewer. */
const MAX_MESSAGE_LENGTH = 256

/** The store adds it; a sender cannot. */
export const SLIM = 'errata.slim'

/** `message`: of the exception; it may be the body of its record. `isSpan`: the attributes are of a span. */
export function removeDetails(attributes: Attributes, message: string, isSpan: boolean): void {
  const brief = BRIEF.flatMap((name) => (name in attributes ? [[name, attributes[name]!] as const] : []))
  for (const name of isSpan ? DETAILS : Object.keys(attributes)) delete attributes[name]
  attributes[SLIM] = '1'
  for (const [name, value] of brief) attributes[name] = value
  if (message !== '') attributes['exception.message'] = message.slice(0, MAX_MESSAGE_LENGTH)
}
