// What `GET /metrics` of the relay counts.
import { createMetrics, type Metrics as MetricsOf } from '../server/metrics.ts'

const COUNTERS = {
  errata_relay_accepted_items_total: 'Spans, log records and data points accepted',
  errata_relay_rejected_items_total: 'Spans, log records and data points rejected, by reason',
  errata_relay_repaired_values_total: 'Values for which a strict receiver would refuse the entire request',
  errata_relay_refused_requests_total: 'Requests refused, by status',
  errata_relay_sentry_items_left_out_total: 'Items of Sentry envelopes that are not stored, by type',
  errata_relay_exceptions_total: 'Exceptions received',
  errata_relay_forwarded_envelopes_total: 'Envelopes that the collector accepted',
  errata_relay_spooled_envelopes_total: 'Envelopes written to the disk',
  errata_relay_dropped_envelopes_total: 'Acknowledged envelopes that were lost, by reason',
  errata_relay_spool_read_errors_total: 'Reads of the spool that failed; they are retried',
  errata_relay_dropped_log_lines_total: 'Log lines lost because their reader was too slow',
} as const

const HISTOGRAMS = {
  errata_relay_request_seconds: {
    help: 'Time to answer at /monitoring',
    /** A healthy request is in the first three. */
    bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
}

export type Metrics = MetricsOf<keyof typeof COUNTERS, keyof typeof HISTOGRAMS>

export function createRelayMetrics(): Metrics {
  return createMetrics({ counters: COUNTERS, histograms: HISTOGRAMS })
}
