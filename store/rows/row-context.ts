// What all rows of one request depend on.
import type { TimeLimits } from './instant.ts'
import type { UserAgentParser } from './user-agent.ts'

export type RowContext = { bodyHash: string; limits: TimeLimits; userAgents: UserAgentParser }
