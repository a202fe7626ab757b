// Which errors of a page become records: none that the application ignores, equal ones within a second only
// once, and at most 30 a minute.

import type { Options } from '../options.ts'
import type { CapturedError } from './captured-error.ts'
import type { Exception } from './exception.ts'

/** A page that fails in a loop says nothing new after these. A fatal error is always sent. */
const recordsPerMinute = 30
const minuteMs = 60_000
const duplicateMs = 1000
const fatal = 21

/** Returns whether to send an error. A duplicate that is not sent gets the digest of the record that was. */
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
    // Type, message and top frame; the callers may differ.
    const title = `${type}: ${message}`
    const key = title + stacktrace.replace(title, '').split('\n', 2).join('')
    const equal = recent.get(key)
    // A digest that somebody has seen must lead to a record: then the duplicate is sent too.
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
