// What `GET /metrics` of the store counts.
import { createMetrics, type Metrics as MetricsOf } from '../server/metrics.ts'

const COUNTERS = {
  errata_store_requests_total: 'Requests of the collector, by their outcome',
  errata_store_stored_rows_total: 'Spans and log records stored',
  errata_store_duplicates_total:
    'Requests, and rows of resources, occurrences and records with an id, that were already stored',
  errata_store_overflow_occurrences_total: 'Occurrences of too many kinds of errors',
} as const

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Up to the largest group. */
const ROWS = [1, 4, 16, 64, 256, 1024, 4096, 16_384]

const HISTOGRAMS = {
  errata_store_group_rows: { help: 'Rows of one insert', bounds: ROWS },
  errata_store_insert_seconds: { help: 'Time of one insert', bounds: SECONDS },
  errata_store_query_seconds: { help: 'Time of one query of the engine', bounds: SECONDS },
}

export type Metrics = MetricsOf<keyof typeof COUNTERS, keyof typeof HISTOGRAMS>

export function createStoreMetrics(): Metrics {
  return createMetrics({ counters: COUNTERS, histograms: HISTOGRAMS })
}
