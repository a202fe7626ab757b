// The context that all rows of one request share.
import type { Describer } from '../grouping/describe.ts'
import type { RequestDetails } from './detail-limit.ts'
import type { FingerprintLimit } from './fingerprint-limit.ts'
import type { TimeLimits } from './instant.ts'
import type { RepeatedExceptions } from './repeated-exceptions.ts'
import type { UserAgentParser } from './user-agent.ts'

/** A stack as a page sent it. `debugIds`: JSON of ids by the address of the script, or empty. */
export type SentStack = { service: string; release: string; debugIds: string; text: string }

/**
 * Null: no frame has a source map. `sourceLine`: of the first own frame of that page; empty: not known.
 * `isComplete` false: the stack is mapped later.
 */
type MappedText = {
  text: string
  sourceLine: (page: string) => string
  isComplete: boolean
} | null

export type RowContext = {
  /** Of the request. */
  bodyHash: string
  /** When it was received, in milliseconds since 1970. */
  received: number
  /** Of its resources, in order; null: they are not recognised alone. */
  resourceHashes: string[] | null
  limits: TimeLimits
  userAgents: UserAgentParser
  describe: Describer
  limitFingerprint: FingerprintLimit
  details: RequestDetails
  repeatedExceptions: RepeatedExceptions
  mappedStack: (stack: SentStack) => MappedText
  /** Whether an occurrence with this fingerprint (`late-issue.ts`) can join its issue later. */
  acceptsLate: (id: string) => boolean
  /** Whether a row is of a person whose data was deleted; null: of nobody. */
  isForgotten: ((row: Buffer) => boolean) | null
  /** Counts the script of a stack if its service has no source map at all. */
  countWithoutMaps: (sent: { service: string; release: string; page: string }, stack: string) => void
}
