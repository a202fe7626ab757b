// Decides which errors become records: not those that the application ignores, equal errors within a second
// only once, and at most 30 a minute.

import { firstUrl } from './addresses.ts'
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

/** `ignoreErrors` matches type and message, `denyUrls` the file of the first frame or of the resource. */
export function isIgnored(
  { type, message, stacktrace }: Exception,
  { ignoreErrors = [], denyUrls = [] }: Options,
): boolean {
  return (
    matches(`${type}: ${message}`, ignoreErrors) ||
    matches(firstUrl(type === 'ResourceError' ? message : stacktrace.replace(message, '')), denyUrls)
  )
}

function matches(text: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) =>
    typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0,
  )
}
