// The fingerprint of an occurrence whose stack could not be mapped before it was stored. It is exact: all
// occurrences with it belong to the same issue once their stack is mapped, so that they join it together.
import { createHash } from 'node:crypto'
import { canonicalMessage } from './canonical-message.ts'
import type { Exception } from './fingerprint.ts'
import { LATE_PREFIX } from './overflow-issue.ts'

/** `id`: the fingerprint of the built code. `stack`: what decides which maps belong to it. */
export function lateIssueId(
  exception: Exception,
  { id, ...stack }: { id: string; release: string; debugIds: string },
): string {
  const { type, text } = canonicalMessage(exception.type, exception.message)
  const origin = URL.parse(exception.url)?.origin ?? ''
  const parts = [
    id,
    exception.service,
    stack.release,
    stack.debugIds,
    type,
    text,
    origin,
    exception.stacktrace,
  ]
  return LATE_PREFIX + createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 10)
}
