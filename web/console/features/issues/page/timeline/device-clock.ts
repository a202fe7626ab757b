// The clock of the device that sent an event, where it is known to be wrong.
import type { Event } from '../../../../../../contract/issues.ts'

const MINUTE_MS = 60_000
/** A late answer of a time server and the way to the store take less. */
const TOLERANCE_MS = MINUTE_MS
/** What the device sent, in nanoseconds, where the store has moved the event. */
export const ORIGINAL_TIME = 'errata.original_time'

/** `differenceMs`: in whole minutes. */
export type DeviceClock = { direction: 'ahead' | 'behind'; differenceMs: number; receivedAt: number }

/** An event may arrive long after it happened: behind is only a clock whose instants the store has moved. */
export function deviceClock({ at, received, attributes }: Event): DeviceClock | null {
  const original = parseOriginalTime(attributes[ORIGINAL_TIME])
  const sentAt = original ?? Date.parse(at)
  const receivedAt = Date.parse(received ?? '')
  const differenceMs = Math.round(Math.abs(sentAt - receivedAt) / MINUTE_MS) * MINUTE_MS
  if (sentAt - receivedAt > TOLERANCE_MS) return { direction: 'ahead', differenceMs, receivedAt }
  return original !== null && sentAt < receivedAt ? { direction: 'behind', differenceMs, receivedAt } : null
}

/** Milliseconds; null if it is no instant. */
export function parseOriginalTime(nanoseconds: string | undefined): number | null {
  if (!nanoseconds || !/^-?\d+$/.test(nanoseconds)) return null
  // A double has steps of 256 ns here, and a Date cuts fractions off.
  const milliseconds = Math.round(Number(nanoseconds) / 1e6)
  return Number.isNaN(new Date(milliseconds).getTime()) ? null : milliseconds
}
