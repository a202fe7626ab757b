import type { Event } from '../../../../store/api/contract.ts'

/** The one that opens what is on the screen, on every machine. */
export function linkTo(id: string, event: Event | null): string {
  return `${location.origin}/issues/${encodeURIComponent(id)}${event ? `?event=${event.digest}` : ''}`
}
