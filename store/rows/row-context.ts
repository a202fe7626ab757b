// What all rows of one request depend on.
import type { FingerprintLimit } from './fingerprint-limit.ts'
import type { TimeLimits } from './instant.ts'
import type { RepeatedExceptions } from './repeated-exceptions.ts'
import type { UserAgentParser } from './user-agent.ts'

export type RowContext = {
  bodyHash: string
  limits: TimeLimits
  userAgents: UserAgentParser
  limitFingerprint: FingerprintLimit
  repeatedExceptions: RepeatedExceptions
}
