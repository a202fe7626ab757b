// Queries for the events of an issue. Not in the initial scripts of the console.
import { queryOptions } from '@tanstack/react-query'
import type { Event, EventsAnswer } from '../../../../contract/issues.ts'

import { HttpError, request, requestText } from '../../http/http.ts'
import { issuePath } from './issue-query.ts'
import { searchParameters, listQuery } from '../../http/query.ts'

export function eventsQuery(id: string, q?: string) {
  return listQuery<EventsAnswer>(['events', id], `${issuePath(id)}/events`, { q })
}

/** The digest of the newest event of an issue between two instants, or null. */
export function newestDigestQuery(
  id: string,
  filters: { from?: string; to?: string; q?: string | undefined },
) {
  return queryOptions({
    queryKey: ['events', id, 'newest', filters],
    queryFn: async ({ signal }) => {
      const path = `${issuePath(id)}/events?${searchParameters({ ...filters, limit: 1 })}`
      return (await request<EventsAnswer>(path, { signal })).events[0]?.digest ?? null
    },
  })
}

/**
 * Null if no event has this digest: screens wait for it, so a 404 is not an error. With `q`, the previous and
 * next events are matches. `issue`: of several events with this digest, the event of this issue.
 */
export function eventQuery(digest: string, q?: string, issue?: string) {
  return queryOptions({
    queryKey: ['event', digest, q, issue],
    queryFn: async ({ signal }): Promise<Event | null> => {
      try {
        const path = `/api/events/${encodeURIComponent(digest)}`
        const parameters = searchParameters({ q, issue }).toString()
        return await request<Event>(parameters ? `${path}?${parameters}` : path, { signal })
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null
        throw error
      }
    },
  })
}

export function fetchEventMarkdown(digest: string): Promise<string> {
  return requestText(`/api/events/${encodeURIComponent(digest)}.md`)
}

/** A server has no page that a test could open. */
export function isOfPage({ url }: Pick<Event, 'url'>): boolean {
  return /^https?:/.test(url)
}

/** The event as a test for Playwright. */
export async function playwrightTest(event: Event): Promise<string> {
  const { renderTest } = await import('../../../../contract/playwright/render.ts')
  return renderTest(event) ?? ''
}
