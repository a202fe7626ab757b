// What became of the items of a request.
import { Int64 } from '../../otlp/int64.ts'
import type { Cleaner } from './clean.ts'
import type { SeenException } from './exceptions.ts'

export type Shape = Record<string, unknown>
export type Checked = {
  accepted: number
  /** How many items were left out for which reason; a reason is a few words a sender understands. */
  rejected: Map<string, number>
  exceptions: SeenException[]
  clean: Cleaner
}

/** Only the relay says where a request came from. */
export const CLIENT_ADDRESS = 'client.address'

/** Whatever has at most 19 digits fits. */
const USUAL = /^\d{1,19}$/

export function reject(checked: Checked, reason: string, by = 1): void {
  checked.rejected.set(reason, (checked.rejected.get(reason) ?? 0) + by)
}

/** Nanoseconds since 1970 that fit 64 bits. Not given is fine. */
export function isTime(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && USUAL.test(value)) ||
    new Int64().setUnsigned(value)
  )
}
