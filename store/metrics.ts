// Counters, sizes and durations of the store in Prometheus' text format.
import type { CacheCounters } from './cache.ts'

export type Metrics = {
  /** `label`: the value of the counter's label, where it has one. */
  count(name: CounterName, label?: string, by?: number): void
  /** Seconds or a number of rows, as the name says. */
  observe(name: HistogramName, value: number): void
  /** `gauges` and `caches`: values at the time of the request. */
  text(gauges: Record<string, number>, caches: Record<string, CacheCounters>): string
}

type Counter = { help: string; label?: string }

const COUNTERS = {
  errata_store_requests_total: { help: 'Requests of the collector, by their outcome', label: 'outcome' },
  errata_store_stored_rows_total: { help: 'Spans and log records stored' },
  errata_store_duplicates_total: { help: 'Requests and occurrences that were stored already', label: 'kind' },
  errata_store_overflow_occurrences_total: { help: 'Occurrences of too many kinds of errors' },
  errata_store_dropped_days_total: { help: 'Days dropped because of STORE_LIMIT or a full disk' },
} satisfies Record<string, Counter>

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Up to the largest group. */
const ROWS = [1, 4, 16, 64, 256, 1024, 4096, 16_384]

const HISTOGRAMS = {
  errata_store_group_rows: { help: 'Rows of one insert', bounds: ROWS },
  errata_store_insert_seconds: { help: 'Time of one insert, with its repetitions', bounds: SECONDS },
  errata_store_query_seconds: { help: 'Time of one query of the engine', bounds: SECONDS },
}

type CounterName = keyof typeof COUNTERS
type HistogramName = keyof typeof HISTOGRAMS

type Series = { counts: number[]; total: number; sum: number }

export function createMetrics(): Metrics {
  const counters = new Map<CounterName, Map<string, number>>()
  const histograms = new Map<HistogramName, Series>()

  return {
    count(name, label = '', by = 1) {
      const values = counters.get(name) ?? new Map<string, number>()
      counters.set(name, values.set(label, (values.get(label) ?? 0) + by))
    },
    observe(name, value) {
      const { bounds } = HISTOGRAMS[name]
      const series = histograms.get(name) ?? { counts: bounds.map(() => 0), total: 0, sum: 0 }
      histograms.set(name, series)
      const index = bounds.findIndex((bound) => value <= bound)
      if (index >= 0) series.counts[index]!++
      series.total++
      series.sum += value
    },
    text(gauges, caches) {
      const lines = [
        ...Object.entries(COUNTERS).flatMap(([name, counter]) =>
          counterLines(name, counter, counters.get(name as CounterName)),
        ),
        ...Object.entries(HISTOGRAMS).flatMap(([name, { help, bounds }]) =>
          histogramLines({ name, help, bounds }, histograms.get(name as HistogramName)),
        ),
        ...cacheLines(caches),
        ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

function counterLines(name: string, { help, label }: Counter, values?: Map<string, number>): string[] {
  // Without a value a counter with a label has no series: nobody knows its labels yet.
  const series = values ?? new Map(label === undefined ? [['', 0]] : [])
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...[...series].map(([value, count]) => `${name}${label ? `{${label}="${value}"}` : ''} ${count}`),
  ]
}

type Histogram = { name: string; help: string; bounds: number[] }

function histogramLines({ name, help, bounds }: Histogram, series?: Series): string[] {
  let cumulative = 0
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...bounds.map((bound, index) => {
      cumulative += series?.counts[index] ?? 0
      return `${name}_bucket{le="${bound}"} ${cumulative}`
    }),
    `${name}_bucket{le="+Inf"} ${series?.total ?? 0}`,
    `${name}_sum ${series?.sum ?? 0}`,
    `${name}_count ${series?.total ?? 0}`,
  ]
}

function cacheLines(caches: Record<string, CacheCounters>): string[] {
  const name = 'errata_store_cache_lookups_total'
  const series = Object.entries(caches).flatMap(([cache, { hits, misses }]) => [
    `${name}{cache="${cache}",result="hit"} ${hits}`,
    `${name}{cache="${cache}",result="miss"} ${misses}`,
  ])
  if (series.length === 0) return []
  return [`# HELP ${name} Lookups in the caches of issues`, `# TYPE ${name} counter`, ...series]
}
