// The collector's queue for the store, read from the collector's own metrics.

export type CollectorQueue = {
  /** Of all signals. */
  bytes: number
  /** Bytes that the fullest queue still takes: each signal has a queue of its own. */
  room: number
  /** An upper limit of the age, as milliseconds since 1970. Null: the queue is empty, or never was. */
  oldest: number | null
}
export type CollectorQueueReader = {
  /** Null: the collector does not answer, or the address of its metrics is not set. */
  read: () => Promise<CollectorQueue | null>
  close: () => void
}

/** The precision of `oldest`. */
const POLL_MS = 10_000
/** Health checks wait for the answer. */
const TIMEOUT_MS = 800
const EXPORTER = 'exporter="otlp_http/store"'
const METRIC = /^otelcol_exporter_queue_(size|capacity)\{([^}]*)\} (\S+)/

/** `url`: of the metrics in Prometheus' text format. */
export function createCollectorQueue(url: string | undefined): CollectorQueueReader {
  if (url === undefined) return { read: () => Promise.resolve(null), close: () => {} }
  const address = url
  let emptyAt: number | null = null
  const timer = setInterval(() => void read(), POLL_MS).unref()
  void read()
  return { read, close: () => clearInterval(timer) }

  async function read(): Promise<CollectorQueue | null> {
    const askedAt = Date.now()
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const queues = queuesOf(await answer.text())
      if (!answer.ok || queues.length === 0) return null
      const bytes = queues.reduce((sum, { size }) => sum + size, 0)
      if (bytes === 0) emptyAt = askedAt
      const room = Math.min(...queues.map(({ size, capacity }) => Math.max(0, capacity - size)))
      return { bytes, room, oldest: bytes === 0 ? null : emptyAt }
    } catch {
      return null
    }
  }
}

type Queue = { size: number; capacity: number }

/** One for each signal. */
function queuesOf(text: string): Queue[] {
  const queues = new Map<string, Queue>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = METRIC.exec(line) ?? []
    const signal = /data_type="(\w+)"/.exec(labels)?.[1]
    if (name === undefined || signal === undefined || !labels.includes(EXPORTER)) continue
    const queue = queues.get(signal) ?? { size: 0, capacity: 0 }
    queues.set(signal, { ...queue, [name]: Number(value) })
  }
  return [...queues.values()]
}
