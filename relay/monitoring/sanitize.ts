// Every limit and rule for texts and attributes of senders. Longer texts are cut, what exceeds a count is
// dropped, and secrets are replaced. `otlp/write.ts` applies them while it writes.
import { LOG_BODY, type Sanitizer } from '../../otlp/sanitizer.ts'
import { CLIENT_ADDRESS } from '../client-address.ts'
import { SCRUBBED, type Scrubber } from '../secrets/scrub.ts'
import { mayHoldQuery, removeQueries } from './frame-queries.ts'
import { truncateUtf8 } from './truncate-utf8.ts'

const LIMITS = {
  /** The largest batch of OpenTelemetry's SDKs is 512. */
  items: 4096,
  /** More on one item are a mistake, and make rows that no engine reads well. */
  attributes: 128,
  parts: 128,
  listValues: 128,
  /** Later readers of the values use recursion. */
  listDepth: 8,
}
const MAX_KEY_BYTES = 256
/** Messages and URLs are far shorter. */
const MAX_TEXT_BYTES = 4 * 1024
/** A stack of 100 frames with long URLs takes about 20 KiB. */
const MAX_LONG_TEXT_BYTES = 64 * 1024
/** Stacks, other lists in the form of a text, and what users write: 4,096 characters of up to 4 bytes. */
const LONG_TEXTS = new Set([
  'exception.stacktrace',
  'errata.react.component_stack',
  'errata.cause',
  'errata.breadcrumbs',
  'errata.feedback.text',
  'faro.error.stacktrace',
  LOG_BODY,
])

export function createSanitizer({ text: scrub, bytes, ...scrubber }: Scrubber): Sanitizer {
  const { isSecretKey, isSecretNumber, prefilter, keyPrefilter } = scrubber
  return {
    limits: LIMITS,
    isPlainText: (bytes, start, end, key) =>
      end - start <= MAX_TEXT_BYTES &&
      !prefilter.matchesBytes(bytes, start, end) &&
      !mayHoldQuery(key, bytes, start, end),
    isPlainKey: (bytes, start, end) =>
      end - start <= MAX_KEY_BYTES && !keyPrefilter.matchesBytes(bytes, start, end),
    text,
    key: (key) =>
      key === CLIENT_ADDRESS
        ? undefined
        : truncateUtf8(scrub(truncateUtf8(key, MAX_KEY_BYTES)), MAX_KEY_BYTES),
    bytes,
    isSecretKey,
    isSecretNumber,
    replacement: SCRUBBED,
  }

  /** Cut before scrubbing to bound its work, and after it: a replacement may be longer than its secret. */
  function text(text: string, key: string): string {
    const limit = LONG_TEXTS.has(key) ? MAX_LONG_TEXT_BYTES : MAX_TEXT_BYTES
    return truncateUtf8(scrub(removeQueries(truncateUtf8(text, limit), key)), limit)
  }
}
