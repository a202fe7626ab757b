// Counters, histograms and gauges of a process in Prometheus' text format.

type Labels = Record<string, string>

/** `bounds`: upper limits of the buckets, ascending. */
type HistogramOptions = { help: string; bounds: readonly number[] }
type Options<Counter extends string, Histogram extends string> = {
  /** Help texts. Until it is counted, a counter is 0, without labels. */
  counters: Record<Counter, string>
  histograms: Record<Histogram, HistogramOptions>
}

export type Metrics<Counter extends string, Histogram extends string> = {
  count(name: Counter, labels?: Labels, by?: number): void
  observe(name: Histogram, value: number): void
  /** `gauges`: values at the time of the request. */
  text(gauges: Record<string, number>): string
}

type Buckets = { counts: number[]; total: number; sum: number }

const UNCOUNTED = new Map([['', 0]])

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createMetrics<Counter extends string, Histogram extends string>(
  options: Options<Counter, Histogram>,
): Metrics<Counter, Histogram> {
  const counters = mapOf(options.counters, () => new Map<string, number>())
  const histograms = mapOf(options.histograms, ({ bounds }) => ({
    counts: bounds.map(() => 0),
    total: 0,
    sum: 0,
  }))
  return { count, observe, text }

  function count(name: Counter, labels: Labels = {}, by = 1): void {
    const series = counters.get(name)!
    const key = keyOf(labels)
    series.set(key, (series.get(key) ?? 0) + by)
  }

  function observe(name: Histogram, value: number): void {
    const buckets = histograms.get(name)!
    const index = options.histograms[name].bounds.findIndex((bound) => value <= bound)
    if (index >= 0) buckets.counts[index]!++
    buckets.total++
    buckets.sum += value
  }

  function text(gauges: Record<string, number>): string {
    const lines = [
      ...[...counters].flatMap(([name, series]) => [
        ...header(name, 'counter', options.counters[name]),
        ...[...(series.size > 0 ? series : UNCOUNTED)].map(
          ([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`,
        ),
      ]),
      ...[...histograms].flatMap(([name, buckets]) =>
        histogramLines(name, options.histograms[name], buckets),
      ),
      ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
    ]
    return `${lines.join('\n')}\n`
  }
}

function histogramLines(name: string, { help, bounds }: HistogramOptions, buckets: Buckets): string[] {
  let cumulative = 0
  return [
    ...header(name, 'histogram', help),
    ...bounds.map(
      (bound, index) => `${name}_bucket{le="${bound}"} ${(cumulative += buckets.counts[index]!)}`,
    ),
    `${name}_bucket{le="+Inf"} ${buckets.total}`,
    `${name}_sum ${buckets.sum}`,
    `${name}_count ${buckets.total}`,
  ]
}

function header(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function mapOf<Name extends string, Value, Result>(
  values: Record<Name, Value>,
  create: (value: Value) => Result,
): Map<Name, Result> {
  return new Map(Object.entries<Value>(values).map(([name, value]) => [name as Name, create(value)]))
}

/** Runs for every request, so without intermediate arrays. */
function keyOf(labels: Labels): string {
  let key = ''
  for (const label in labels) key += `${key && ','}${label}="${labels[label]!.replaceAll(/["\\\n]/g, ' ')}"`
  return key
}
