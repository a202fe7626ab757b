// Which occurrences are stored with all their details. A loop in one page may send a million equal
// occurrences: beyond a number of one issue in an hour, further ones are stored without stack, breadcrumbs
// and attributes. Each is still counted, and opens by its digest.
import type { Attributes } from './attributes.ts'

/** What a reader looks for among many occurrences of one issue. Empty: not known. */
export type Circumstances = { user: string; release: string; browser: string; route: string }

export type DetailLimit = {
  /** For the occurrences of one request. */
  begin(): RequestDetails
}

export type RequestDetails = {
  /** Whether an occurrence of the issue is stored with all its details. Counts it. */
  keeps(issueId: string, circumstances: Circumstances): boolean
  /** The request is not stored: its sender sends it again, maybe a thousand times in an hour. */
  undo(): void
}

const HOUR_MILLISECONDS = 3_600_000

/** Issues that are counted; some 80 bytes each. Beyond it all begin anew. */
const MAX_ISSUES = 200_000

/** Circumstances of all issues of this hour, some 150 bytes each. Beyond it no other one is new. */
const MAX_CIRCUMSTANCES = 200_000

/** Characters of a value by which it is recognised. */
const MAX_KEY_LENGTH = 100

/** `perHour` of one issue, by the clock of the store; 0: no limit. */
export function createDetailLimit(perHour: number): DetailLimit {
  if (perHour === 0) return { begin: () => ({ keeps: () => true, undo() {} }) }
  let hour = 0
  const counts = new Map<string, number>()
  const circumstancesOfHour = new Set<string>()

  function startHour(): void {
    const current = Math.floor(Date.now() / HOUR_MILLISECONDS)
    if (current === hour && counts.size < MAX_ISSUES) return
    counts.clear()
    if (current !== hour) circumstancesOfHour.clear()
    hour = current
  }

  function newCircumstances(issueId: string, circumstances: Circumstances): string[] {
    return Object.entries(circumstances)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${issueId} ${name} ${value.slice(0, MAX_KEY_LENGTH)}`)
      .filter((key) => !circumstancesOfHour.has(key))
      .slice(0, MAX_CIRCUMSTANCES - circumstancesOfHour.size)
  }

  function begin(): RequestDetails {
    const countedIssues: string[] = []
    const addedKeys: string[] = []
    return {
      keeps(issueId, circumstances) {
        startHour()
        const keys = newCircumstances(issueId, circumstances)
        for (const key of keys) circumstancesOfHour.add(key)
        addedKeys.push(...keys)
        const count = counts.get(issueId) ?? 0
        if (count >= perHour) return keys.length > 0
        counts.set(issueId, count + 1)
        countedIssues.push(issueId)
        return true
      },
      undo() {
        for (const key of addedKeys) circumstancesOfHour.delete(key)
        for (const issueId of countedIssues) counts.set(issueId, Math.max(0, (counts.get(issueId) ?? 0) - 1))
      },
    }
  }
  return { begin }
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
  'errata.received',
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
