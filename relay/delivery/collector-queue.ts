// The collector's queue for the store and its memory, read from the collector's own metrics.
import { getText } from '../../server/node-http.ts'

export type CollectorQueue = {
  /** Of all signals. */
  bytes: number
  /** Bytes that the fullest queue still takes: each signal has a queue of its own. */
  room: number
  /** An upper limit of the age, as milliseconds since 1970. Null: the queue is empty, or never was. */
  oldest: number | null
  /** Resident bytes of the process; null: not in its metrics. */
  memory: number | null
}
export type CollectorQueueReader = {
  /** Null: the collector does not answer, or the address of its metrics is not set. */
  read: () => Promise<CollectorQueue | null>
  close: () => void
}

/** The precision of `oldest`. */
const POLL_MS = 10_000
/** Half of them are dropped when there are more: three hours without progress are known to 20 s. */
const MAX_POLLS = 1_000
/** Health checks wait for the answer. */
const TIMEOUT_MS = 800
const EXPORTER = 'exporter="otlp_http/store"'
const METRIC =
  /^otelcol_exporter_(queue_size|queue_capacity|enqueue_size_bytes_sum|sent_\w+?)(?:_total)?\{([^}]*)\} (\S+)/
/** Its unit is a part of the name, or not, by the version of the collector. */
const MEMORY = /^otelcol_process_memory_rss(?:_bytes)?(?:\{[^}]*\})? (\S+)$/m
const SIGNALS: Record<string, string> = {
  sent_spans: 'traces',
  sent_log_records: 'logs',
  sent_metric_points: 'metrics',
}

/** `url`: of the metrics in Prometheus' text format. */
export function createCollectorQueue(url: string | undefined): CollectorQueueReader {
  if (url === undefined) return { read: () => Promise.resolve(null), close: () => {} }
  const address = url
  const oldestOf = createOldest()
  let reading: Promise<CollectorQueue | null> | undefined
  const timer = setInterval(() => void read(), POLL_MS).unref()
  void read()
  return { read, close: () => clearInterval(timer) }

  /** One at a time, in the order of the counters: an answer that is overtaken would look like a restart. */
  function read(): Promise<CollectorQueue | null> {
    reading ??= readOnce().finally(() => (reading = undefined))
    return reading
  }

  async function readOnce(): Promise<CollectorQueue | null> {
    const at = Date.now()
    try {
      const { status, text } = await getText(address, TIMEOUT_MS)
      const { queues, enqueued } = readMetrics(text)
      if (status !== 200 || queues.size === 0) return null
      const all = [...queues.values()]
      const bytes = all.reduce((sum, { size }) => sum + size, 0)
      const room = Math.min(...all.map(({ size, capacity }) => Math.max(0, capacity - size)))
      const [, memory] = MEMORY.exec(text) ?? []
      return {
        bytes,
        room,
        oldest: oldestOf({ at, bytes, enqueued, queues }),
        memory: memory === undefined ? null : Number(memory),
      }
    } catch {
      return null
    }
  }
}

type Poll = { at: number; bytes: number; enqueued: number; queues: Map<string, Queue> }

/**
 * On a busy stack no poll sees an empty queue. Queues are first in, first out: of all bytes that were
 * enqueued until a poll, none is left once as many have gone. A signal that makes no progress at all is as
 * old as that, whatever the others do.
 */
function createOldest(): (poll: Poll) => number | null {
  let polls: Pick<Poll, 'at' | 'enqueued'>[] = []
  /** By signal, when its queue was last seen to be empty or to have sent something. */
  const progress = new Map<string, { sent: number; at: number }>()
  let oldest: number | null = null
  return (poll) => {
    const { at, bytes, enqueued } = poll
    // The collector was restarted. What is in its queue is from before.
    if (enqueued < (polls.at(-1)?.enqueued ?? 0)) polls = []
    polls.push({ at, enqueued })
    const gone = enqueued - bytes
    const first = polls.findLastIndex((earlier) => earlier.enqueued <= gone)
    if (first > 0) polls.splice(0, first)
    if (polls.length > MAX_POLLS) polls = polls.filter((_, index) => index % 2 === 0)
    if (first !== -1) oldest = polls[0]!.at
    const times = [...poll.queues].flatMap(([signal, { size, sent }]) => {
      const last = progress.get(signal)
      if (size === 0 || last === undefined || last.sent !== sent) progress.set(signal, { sent, at })
      return size === 0 ? [] : [progress.get(signal)!.at]
    })
    if (bytes === 0) return null
    return oldest === null ? null : Math.min(oldest, ...times)
  }
}

type Queue = { size: number; capacity: number; sent: number }

/** `enqueued`: bytes of all signals since the collector started. */
function readMetrics(text: string): { queues: Map<string, Queue>; enqueued: number } {
  const queues = new Map<string, Queue>()
  let enqueued = 0
  const queueOf = (signal: string): Queue => {
    const queue = queues.get(signal) ?? { size: 0, capacity: 0, sent: 0 }
    queues.set(signal, queue)
    return queue
  }
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value] = METRIC.exec(line) ?? []
    if (!labels.includes(EXPORTER)) continue
    const signal = /data_type="(\w+)"/.exec(labels)?.[1]
    if (name === 'enqueue_size_bytes_sum') enqueued += Number(value)
    else if (SIGNALS[name]) queueOf(SIGNALS[name]).sent += Number(value)
    else if (signal !== undefined && name === 'queue_size') queueOf(signal).size = Number(value)
    else if (signal !== undefined && name === 'queue_capacity') queueOf(signal).capacity = Number(value)
  }
  return { queues, enqueued }
}
