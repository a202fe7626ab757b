// Crash-free sessions as text.
import { formatCount, formatRate } from '../../format/format-number.ts'

/** Earlier than this, too few sessions decide about a release. */
export const EARLY_MS = 30 * 60_000

/** With fewer sessions, a crash-free share means little. */
export const MIN_SESSIONS = 20

/** `97.12 %`. `100 %` only for all. */
export function formatCrashFree(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : formatRate(share)
}

/** `1 session in 35 ends in an error`, `no session ended in an error`. */
export function describeCrashFree(share: number): string {
  const crashed = 1 - share
  if (crashed <= 0) return 'no session ended in an error'
  if (share <= 0) return 'every session ended in an error'
  return `1 session in ${formatCount(Math.max(1, Math.round(1 / crashed)))} ends in an error`
}

/** Percentage points with a minus sign: `−2.49 points`. Below a hundredth: `same`. */
export function formatChange(before: number, after: number): string {
  const points = (after - before) * 100
  if (Math.abs(points) < 0.01) return 'same'
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)} points`
}
