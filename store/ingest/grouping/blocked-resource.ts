// Scripts and style sheets that a page could not load: a missing file, or a policy that forbids it.
import { fileKey } from './file-key.ts'

/** Both name the address; a blocked element is reported by both. */
const FORMS = new Map([
  ['ResourceError', /^(?:script|link) failed to load: (https?:\/\/\S+)$/],
  ['SecurityPolicyViolation', /^(?:script|style)-src(?:-elem)? blocked (https?:\/\/\S+)$/],
])

/** Characters of a message that are read: the length of addresses that browsers load. */
const MAX_LENGTH = 2_000

/** Host and file, without what the next deploy changes; null: the exception is another one. */
export function blockedResource(type: string, message: string): string | null {
  const address = FORMS.get(type)?.exec(message.slice(0, MAX_LENGTH))?.[1]
  const url = address === undefined ? null : URL.parse(address)
  return url === null ? null : `${url.host} ${fileKey(url.pathname)}`
}
