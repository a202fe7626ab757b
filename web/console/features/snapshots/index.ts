// What the page of an issue shows of what users saw.
import { optionalPart } from '../../ui/optional-part.tsx'
import type { EventSnapshotProps } from './event-snapshot.tsx'

/** Few events have one. */
export const EventSnapshot = optionalPart<EventSnapshotProps>(
  async () => (await import('./event-snapshot.tsx')).EventSnapshot,
)
