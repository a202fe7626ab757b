// Counters and latencies in Prometheus' text format. A page of code; a library would bring registries and defaults nobody asked for.

type Labels = Record<string, string>
export type Meter = {
  count(name: CounterName, labels?: Labels, by?: number): void
  /** Seconds of one request at `/monitoring`. */
  took(seconds: number): void
  /** `gauges`: values that are asked for, not counted. */
  text(gauges: Record<string, number>): string
}
export type CounterName = keyof typeof HELP

const HELP = {
  errata_relay_accepted_items_total: 'Spans, log records and data points taken',
  errata_relay_rejected_items_total: 'Spans, log records and data points left out, by reason',
  errata_relay_repaired_values_total: 'Values a strict receiver would have refused the whole request for',
  errata_relay_refused_requests_total: 'Requests refused whole, by status',
  errata_relay_exceptions_total: 'Exceptions seen',
  errata_relay_forwarded_envelopes_total: 'Envelopes the collector took',
  errata_relay_spooled_envelopes_total: 'Envelopes put on the disk',
  errata_relay_dropped_envelopes_total: 'Acknowledged envelopes given up, by reason',
  errata_relay_spool_read_errors_total: 'Reads of the spool that failed; they are retried',
  errata_relay_dropped_log_lines_total: 'Log lines lost because their reader stood still',
} as const

/** Seconds; a healthy answer lies in the first three. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMeter(): Meter {
  const counters = new Map<string, Map<string, number>>()
  const buckets = BUCKETS.map(() => 0)
  let requests = 0
  let seconds = 0
  return { count, took, text }

  function count(name: CounterName, labels: Labels = {}, by = 1): void {
    let series = counters.get(name)
    if (series === undefined) counters.set(name, (series = new Map()))
    const key = keyOf(labels)
    series.set(key, (series.get(key) ?? 0) + by)
  }

  function took(duration: number): void {
    requests++
    seconds += duration
    const bucket = BUCKETS.findIndex((limit) => duration <= limit)
    if (bucket >= 0) buckets[bucket]!++
  }

  function text(gauges: Record<string, number>): string {
    const lines: string[] = []
    for (const [name, help] of Object.entries(HELP)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`)
      for (const [labels, value] of counters.get(name) ?? [['', 0] as const])
        lines.push(`${name}${labels && `{${labels}}`} ${value}`)
    }
    lines.push(
      '# HELP errata_relay_request_seconds Time to answer at /monitoring',
      '# TYPE errata_relay_request_seconds histogram',
    )
    let sum = 0
    for (const [index, limit] of BUCKETS.entries())
      lines.push(`errata_relay_request_seconds_bucket{le="${limit}"} ${(sum += buckets[index]!)}`)
    lines.push(`errata_relay_request_seconds_bucket{le="+Inf"} ${requests}`)
    lines.push(
      `errata_relay_request_seconds_sum ${seconds}`,
      `errata_relay_request_seconds_count ${requests}`,
    )
    for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${value}`)
    return `${lines.join('\n')}\n`
  }
}

/** On the way of every request, so without lists in between. */
function keyOf(labels: Labels): string {
  let key = ''
  for (const label in labels) key += `${key && ','}${label}="${labels[label]!.replaceAll(/["\\\n]/g, ' ')}"`
  return key
}
