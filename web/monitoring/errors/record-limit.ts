// Decides which errors become records: not those that the application ignores, equal errors within a second
// only once, and at most 30 a minute.

import type { Options } from '../options.ts'
import type { CapturedError } from './captured-error.ts'
import type { Exception } from './exception.ts'

/** More errors of a page that fails in a loop add no information. Fatal errors are always sent. */
const recordsPerMinute = 30
const minuteMs = 60_000
const duplicateMs = 1000
const fatal = 21

/** Returns whether to send an error. A duplicate that is not sent gets the digest of the first record. */
export function createRecordLimit(): (error: CapturedError, exception: Exception) => boolean {
  const recent = new Map<string, { digest: string; at: number }>()
  let minuteStart = 0
  let count = 0
  return ({ occurrence, severity, at }, { type, message, stacktrace }) => {
    if (at - minuteStart > minuteMs) {
      minuteStart = at
      count = 0
      recent.clear()
    }
    // Type, message and top frame; callers may differ.
    const title = `${type}: ${message}`
    const key = title + stacktrace.replace(title, '').split('\n', 2).join('')
    const equal = recent.get(key)
    // A digest that was shown or returned must lead to a record, so such a duplicate is sent too.
    if (equal && at - equal.at < duplicateMs && !occurrence.final) {
      occurrence.digest = equal.digest
      return false
    }
    if (++count > recordsPerMinute && severity < fatal) return false
    recent.set(key, { digest: occurrence.digest, at })
    return true
  }
}

/** `title`: type and message. */
export function isIgnored(title: string, { ignoreErrors = [] }: Options): boolean {
  return ignoreErrors.some((pattern) =>
    typeof pattern === 'string' ? title.includes(pattern) : title.search(pattern) >= 0,
  )
}
