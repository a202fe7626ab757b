// The issues that collect occurrences whose fingerprint exceeds a limit. A sender that varies the type of an
// exception would otherwise create an issue for each, in every list and for as long as issues are stored.
import { createHash } from 'node:crypto'

/** How many fingerprints may be new. `minute`: this many at once, refilled steadily. */
export const NEW_FINGERPRINTS = {
  /** A deploy that breaks everything makes some dozens. */
  ofServicePerMinute: 1_000,
  /** The name of a service is the sender's too. */
  ofAllServicesPerMinute: 10_000,
  /** In all, as long as they are stored: 60 bytes of memory each. */
  stored: 2_000_000,
}

/** The first half of the id of such an issue. No other fingerprint begins with it. */
const PREFIX = '7003a41d'

/** Of a service; null: of all services. */
export function overflowIssueId(service: string | null): string {
  const text = service === null ? 'all' : `service\n${service}`
  return PREFIX + createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** The first digits of the fingerprint of an occurrence that is mapped later (`late-issue.ts`). */
export const LATE_PREFIX = '1a7e1a'

export function isLateIssue(id: string): boolean {
  return id.startsWith(LATE_PREFIX)
}

/** The first 16 digits of `hash` that are not reserved. */
export function ordinaryIssueId(hash: string): string {
  const id = hash.slice(0, 16)
  return isReserved(id) ? hash.slice(16, 32) : id
}

/** Whether only the store gives such ids. */
function isReserved(id: string): boolean {
  return isOverflowIssue(id) || isLateIssue(id)
}

export function isOverflowIssue(id: string): boolean {
  return id.startsWith(PREFIX)
}

/** What lists show instead of the type and message of its newest occurrence. */
export function overflowTitle(id: string): { type: string; message: string; culprit: string } {
  const { ofServicePerMinute, ofAllServicesPerMinute, stored } = NEW_FINGERPRINTS
  const reason =
    id === overflowIssueId(null)
      ? `More than ${format(ofAllServicesPerMinute)} kinds of errors of all services were new in a minute, ` +
        `or ${format(stored)} are stored.`
      : `More than ${format(ofServicePerMinute)} kinds of errors of this service were new in a minute.`
  const message = `${reason} Further new ones are counted here. Each occurrence has its own page.`
  return { type: 'Too many kinds of errors', message, culprit: '' }
}

function format(count: number): string {
  return count.toLocaleString('en')
}
