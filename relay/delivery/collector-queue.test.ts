// `/health` says how much waits in the collector, from the collector's metrics in Prometheus' format.
import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeServer, listen } from '../testing/recording-collector.ts'
import { eventually, healthOf, startTestRelay, type TestRelay } from '../testing/relay-fixture.ts'

const LABELS = 'exporter="otlp_http/store",otel_scope_name="exporterhelper"'
let queued: Record<string, number>
let sent: Record<string, number>
/** Bytes since the start of the collector. */
let enqueued: number
let others: string[]
let metrics: http.Server
let relay: TestRelay
beforeEach(async () => {
  queued = { traces: 0, logs: 0, metrics: 0 }
  sent = { spans: 0, log_records: 0, metric_points: 0 }
  enqueued = 0
  others = []
  metrics = http.createServer((_, response) => void response.end(text()))
  relay = await startTestRelay({ COLLECTOR_METRICS_URL: await listen(metrics) })
})
afterEach(async () => {
  await relay.close()
  await closeServer(metrics)
})

function text(): string {
  return [
    '# TYPE otelcol_exporter_queue_size gauge',
    ...Object.entries(queued).flatMap(([signal, size]) => [
      `otelcol_exporter_queue_size{data_type="${signal}",${LABELS}} ${size}`,
      `otelcol_exporter_queue_capacity{data_type="${signal}",${LABELS}} 1.073741824e+09`,
    ]),
    ...Object.entries(sent).map(
      ([items, count]) => `otelcol_exporter_sent_${items}{${LABELS},url_path="/v1"} ${count}`,
    ),
    `otelcol_exporter_enqueue_size_bytes_bucket{${LABELS},le="128"} 5`,
    `otelcol_exporter_enqueue_size_bytes_sum{${LABELS}} ${enqueued}`,
    'otelcol_exporter_queue_size{data_type="traces",exporter="otlp_grpc/jaeger"} 77',
    'otelcol_exporter_queue_capacity{data_type="traces",exporter="otlp_grpc/jaeger"} 1000',
    ...others,
  ].join('\n')
}

async function collectorQueue(): Promise<unknown> {
  const answer = await fetch(`${relay.url}/health`)
  return ((await answer.json()) as { collectorQueue: unknown }).collectorQueue
}

test('the bytes of all signals, the space of the fullest queue, and since when at most', async () => {
  await eventually(async () => expect(await collectorQueue()).toMatchObject({ bytes: 0, oldest: null }))
  const emptyAt = Date.now()
  queued = { traces: 73_741_824, logs: 26_258_176, metrics: 0 }
  enqueued = 100_000_000
  expect(await collectorQueue()).toEqual({
    bytes: 100_000_000,
    room: 1_000_000_000,
    oldest: expect.any(String) as string,
  })
  const { oldest } = (await collectorQueue()) as { oldest: string }
  expect(Date.parse(oldest)).toBeLessThanOrEqual(emptyAt)
  expect(Date.parse(oldest)).toBeGreaterThan(emptyAt - 5_000)
})

/** Time passes between two polls. */
async function oldestNow(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { oldest } = (await collectorQueue()) as { oldest: string | null }
  return oldest === null ? Number.NaN : Date.parse(oldest)
}

test.each(['', '_bytes'])(
  'memory of both processes, and the clock of the relay (metric name %j)',
  async (unit) => {
    others = [`otelcol_process_memory_rss${unit} 4.2e+07`]
    await eventually(async () => {
      const before = Date.now()
      const { memory, time } = (await healthOf(relay)) as Record<'memory' | 'time', never>
      expect(memory).toEqual({
        relay: expect.toSatisfy((bytes: number) => bytes > 20e6),
        collector: 42_000_000,
      })
      expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
    })
  },
)

test('a queue that is never empty is only as old as the bytes in it', async () => {
  await eventually(async () => expect(await collectorQueue()).toMatchObject({ bytes: 0 }))
  let previous = Date.now()
  for (let round = 1; round <= 4; round++) {
    const begun = Date.now()
    enqueued += 1_000
    queued = { traces: 1_000, logs: 0, metrics: 0 }
    sent['spans']! += 10
    expect(await oldestNow()).toBeLessThanOrEqual(Date.now())
    if (round > 1) expect(await oldestNow()).toBeGreaterThanOrEqual(previous)
    previous = begun
  }
  // The store stops: the queue grows, and its head gets older.
  const stopped = Date.now()
  for (let round = 1; round <= 4; round++) {
    enqueued += 1_000
    queued['traces']! += 1_000
    expect(await oldestNow()).toBeLessThanOrEqual(stopped)
  }
})

test('a signal without progress is reported, although others flow', async () => {
  await eventually(async () => expect(await collectorQueue()).toMatchObject({ bytes: 0 }))
  const stuck = Date.now()
  queued['logs'] = 500
  enqueued += 500
  for (let round = 1; round <= 4; round++) {
    enqueued += 100_000
    sent['spans']! += 100
    expect(await oldestNow()).toBeLessThanOrEqual(stuck + 40)
  }
})

test('the queue that a collector brings over a restart keeps its age until it has gone', async () => {
  await eventually(async () => expect(await collectorQueue()).toMatchObject({ bytes: 0 }))
  queued['traces'] = 5_000
  enqueued = 5_000
  const before = await oldestNow()
  enqueued = 1_000
  queued['traces'] = 5_500
  sent['spans'] = 1
  expect(await oldestNow()).toBe(before)
  enqueued = 9_000
  sent['spans'] = 2
  queued['traces'] = 1_000
  await oldestNow()
  enqueued = 10_000
  sent['spans'] = 3
  expect(await oldestNow()).toBeGreaterThan(before)
})

test('a collector that does not answer has no known queue, and the relay stays healthy', async () => {
  await closeServer(metrics)
  const answer = await fetch(`${relay.url}/health`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ collector: 'ok', collectorQueue: null })
})
