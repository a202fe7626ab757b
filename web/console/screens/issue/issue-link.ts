// The URL of an issue, opened at the event.
import type { Event } from '../../../../store/api/contract.ts'

export function issueLink(id: string, event: Event | null): string {
  return `${location.origin}/issues/${encodeURIComponent(id)}${event ? `?event=${event.digest}` : ''}`
}
