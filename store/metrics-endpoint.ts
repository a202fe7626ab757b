// GET /metrics on the store's private port, in Prometheus' text format.
import type { Context } from 'koa'
import { HttpError } from './api/http/http-error.ts'
import type { QueryQueue } from './api/http/query-queue.ts'
import type { Store } from './store.ts'

export function showMetrics(ctx: Context, store: Store | null, queue: QueryQueue): void {
  if (store === null) throw new HttpError(503, 'The engine is being opened or closed.')
  const { metrics, group, issueCache, fingerprints } = store
  ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
  ctx.body = metrics.text(
    {
      errata_store_queries_running: queue.running(),
      errata_store_queries_waiting: queue.waiting(),
      errata_store_issues: fingerprints.isLoaded() ? fingerprints.count() : 0,
      errata_store_waiting_bytes: group.waitingBytes(),
      errata_store_resident_memory_bytes: process.memoryUsage.rss(),
    },
    issueCache.counters,
  )
}
