// `GET /metrics`: counters and a histogram of latencies in Prometheus' text format.

type Labels = Record<string, string>
export type Metrics = {
  count: (name: CounterName, labels?: Labels, by?: number) => void
  /** Seconds of one request at `/monitoring`. */
  observe: (seconds: number) => void
  /** `gauges`: values that are read at this moment, by name. */
  text: (gauges: Record<string, number>) => string
}
type CounterName = keyof typeof HELP

const HELP = {
  errata_relay_accepted_items_total: 'Spans, log records and data points accepted',
  errata_relay_rejected_items_total: 'Spans, log records and data points rejected, by reason',
  errata_relay_repaired_values_total: 'Values for which a strict receiver would refuse the whole request',
  errata_relay_refused_requests_total: 'Requests refused, by status',
  errata_relay_exceptions_total: 'Exceptions received',
  errata_relay_forwarded_envelopes_total: 'Envelopes that the collector accepted',
  errata_relay_spooled_envelopes_total: 'Envelopes written to the disk',
  errata_relay_dropped_envelopes_total: 'Acknowledged envelopes that were lost, by reason',
  errata_relay_spool_read_errors_total: 'Reads of the spool that failed; they are retried',
  errata_relay_dropped_log_lines_total: 'Log lines lost because their reader was too slow',
} as const

/** Seconds; a healthy request is in the first three. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const buckets = BUCKETS.map(() => 0)
  let requests = 0
  let seconds = 0
  return { count, observe, text }

  function count(name: CounterName, labels: Labels = {}, by = 1): void {
    let series = counters.get(name)
    if (series === undefined) counters.set(name, (series = new Map()))
    const key = keyOf(labels)
    series.set(key, (series.get(key) ?? 0) + by)
  }

  function observe(duration: number): void {
    requests++
    seconds += duration
    const bucket = BUCKETS.findIndex((limit) => duration <= limit)
    if (bucket >= 0) buckets[bucket]!++
  }

  function text(gauges: Record<string, number>): string {
    const lines = [...counterLines(), ...histogramLines()]
    for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${value}`)
    return `${lines.join('\n')}\n`
  }

  function counterLines(): string[] {
    return Object.entries(HELP).flatMap(([name, help]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...(counters.get(name) ?? [['', 0] as const])].map(
        ([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`,
      ),
    ])
  }

  function histogramLines(): string[] {
    const name = 'errata_relay_request_seconds'
    let sum = 0
    return [
      `# HELP ${name} Time to answer at /monitoring`,
      `# TYPE ${name} histogram`,
      ...BUCKETS.map((limit, index) => `${name}_bucket{le="${limit}"} ${(sum += buckets[index]!)}`),
      `${name}_bucket{le="+Inf"} ${requests}`,
      `${name}_sum ${seconds}`,
      `${name}_count ${requests}`,
    ]
  }
}

/** Runs for every request, so without intermediate arrays. */
function keyOf(labels: Labels): string {
  let key = ''
  for (const label in labels) key += `${key && ','}${label}="${labels[label]!.replaceAll(/["\\\n]/g, ' ')}"`
  return key
}
