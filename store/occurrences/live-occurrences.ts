// Publishes to the consoles that watch `/api/live`: each new occurrence, once its batch is stored, and
// changed issues.
import type { LiveOccurrence } from '../ingest/rows/occurrence.ts'

/** `sendIssue`: the id of an issue that was changed; null: many were. */
type Subscriber = {
  send(occurrence: LiveOccurrence): void
  sendIssue(id: string | null): void
  end(): void
}

export type LiveOccurrences = {
  publish: (occurrences: LiveOccurrence[]) => void
  publishIssues: (ids: string[]) => void
  /** Returns the function that unsubscribes; null: there are too many subscribers. */
  subscribe(subscriber: Subscriber): (() => void) | null
  /** Since when there has always been a subscriber; null: no subscriber. */
  subscribedSince(): Date | null
  close(): void
}

/** Each subscriber holds a connection. */
const MAX_SUBSCRIBERS = 200

/** Occurrences of one group, or issues of one change, that are published: a console shows no more. */
const MAX_PUBLISHED = 100

export function createLiveOccurrences(): LiveOccurrences {
  const subscribers = new Set<Subscriber>()
  let since: Date | null = null
  return {
    publish(occurrences) {
      for (const occurrence of occurrences.slice(0, MAX_PUBLISHED))
        for (const subscriber of subscribers) subscriber.send(occurrence)
    },
    publishIssues(ids) {
      const published = ids.length > MAX_PUBLISHED ? [null] : ids
      for (const id of published) for (const subscriber of subscribers) subscriber.sendIssue(id)
    },
    subscribe(subscriber) {
      if (subscribers.size >= MAX_SUBSCRIBERS) return null
      since ??= new Date()
      subscribers.add(subscriber)
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0) since = null
      }
    },
    subscribedSince: () => since,
    close() {
      for (const subscriber of subscribers) subscriber.end()
      subscribers.clear()
    },
  }
}
