// `/health` says how much waits in the collector, from the collector's metrics in Prometheus' format.
import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeServer, listen } from '../testing/recording-collector.ts'
import { eventually, startTestRelay, type TestRelay } from '../testing/relay-fixture.ts'

const LABELS = 'exporter="otlp_http/store",otel_scope_name="exporterhelper"'
let queued: Record<string, number>
let metrics: http.Server
let relay: TestRelay
beforeEach(async () => {
  queued = { traces: 0, logs: 0, metrics: 0 }
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
    'otelcol_exporter_queue_size{data_type="traces",exporter="otlp_grpc/jaeger"} 77',
    'otelcol_exporter_queue_capacity{data_type="traces",exporter="otlp_grpc/jaeger"} 1000',
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
  expect(await collectorQueue()).toEqual({
    bytes: 100_000_000,
    room: 1_000_000_000,
    oldest: expect.any(String) as string,
  })
  const { oldest } = (await collectorQueue()) as { oldest: string }
  expect(Date.parse(oldest)).toBeLessThanOrEqual(emptyAt)
  expect(Date.parse(oldest)).toBeGreaterThan(emptyAt - 5_000)
})

test('a collector that does not answer has no known queue, and the relay stays healthy', async () => {
  await closeServer(metrics)
  const answer = await fetch(`${relay.url}/health`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ collector: 'ok', collectorQueue: null })
})
