// Every query of the API over a week; ids in paths change from round to round.
import type { EventsAnswer, IssuesAnswer } from '../../contract/issues.ts'
import type { TraceAnswer, TracesAnswer } from '../../contract/traces.ts'
import type { TestStore } from '../testing/store.ts'
import { LONG_TRACES } from './fill.ts'

export type BenchQuery = { name: string; path: (round: number) => string; rounds?: number }

export async function queriesFor(store: TestStore): Promise<BenchQuery[]> {
  const { issues } = (await store.ask<IssuesAnswer>('/api/issues?sort=count&limit=100')).body
  const digests: string[] = []
  for (let at = 0; at < issues.length; at += 8) {
    const { events } = (await store.ask<EventsAnswer>(`/api/issues/${issues[at]!.id}/events?limit=2`)).body
    digests.push(...events.map((event) => event.digest))
  }
  const { traces } = (await store.ask<TracesAnswer>('/api/traces?limit=50')).body
  const { spans } = (await store.ask<TraceAnswer>(`/api/traces/${traces[0]!.traceId}`)).body
  const issue = (round: number): string => issues[(round * 4) % issues.length]!.id
  const digest = (round: number): string => digests[round % digests.length]!
  const traceId = (round: number): string => traces[round % traces.length]!.traceId
  return [
    same('/api/issues'),
    same('/api/issues?range=24h'),
    same('/api/issues?sort=count'),
    same('/api/issues?sort=users'),
    same('/api/issues?q=failed'),
    { name: '/api/issues?q=user:…', path: (round) => `/api/issues?q=user:user-${round}` },
    { name: '/api/issues/:id', path: (round) => `/api/issues/${issue(round)}` },
    { name: '/api/issues/:id, the loudest', path: () => `/api/issues/${issues[0]!.id}` },
    { name: '/api/issues/:id/events', path: (round) => `/api/issues/${issue(round)}/events` },
    { name: '/api/events/:digest', path: (round) => `/api/events/${digest(round)}` },
    same('/api/trend'),
    same('/api/facets'),
    same('/api/facets?of=traces'),
    same('/api/traces'),
    same('/api/traces?status=error'),
    same('/api/traces?operation=GET /api/0/part-1&minDurationNs=2500000000'),
    same('/api/traces?minDurationNs=2100000000'),
    {
      name: '/api/traces?attribute=user.id:…',
      path: (round) => `/api/traces?attribute=user.id:user-${round}`,
    },
    { name: '/api/traces/:traceId, 13 spans', path: (round) => `/api/traces/${traceId(round)}` },
    ...LONG_TRACES.map(({ traceId: id, spans: count }) => ({
      name: `/api/traces/:traceId, ${count.toLocaleString('en')} spans`,
      path: () => `/api/traces/${id}`,
    })),
    {
      name: '/api/traces/:traceId/spans/:spanId',
      path: () => `/api/traces/${traceId(0)}/spans/${spans.at(-1)!.spanId}`,
    },
    same('/api/operations'),
    same('/api/operations?range=7d'),
    same('/api/releases'),
    same('/api/vitals'),
    same('/api/services'),
    same('/api/status'),
  ]
}

function same(path: string): BenchQuery {
  return { name: path, path: () => path }
}
