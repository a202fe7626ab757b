// Publishes each new occurrence to the consoles that watch `/api/live`, once its group is stored.
import type { LiveOccurrence } from '../rows/occurrence.ts'

export type Subscriber = { send(occurrence: LiveOccurrence): void; end(): void }

export type LiveOccurrences = {
  publish: (occurrences: LiveOccurrence[]) => void
  /** Returns the function that unsubscribes; null: there are too many subscribers. */
  subscribe(subscriber: Subscriber): (() => void) | null
  /** Since when there has always been a subscriber; null: there is none. */
  subscribedSince(): Date | null
  close(): void
}

/** Each subscriber holds a connection. */
const MAX_SUBSCRIBERS = 200

/** Occurrences of one group that are published: a console shows no more of a burst. */
const MAX_PUBLISHED = 100

export function createLiveOccurrences(): LiveOccurrences {
  const subscribers = new Set<Subscriber>()
  let since: Date | null = null
  return {
    publish(occurrences) {
      for (const occurrence of occurrences.slice(0, MAX_PUBLISHED))
        for (const subscriber of subscribers) subscriber.send(occurrence)
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
