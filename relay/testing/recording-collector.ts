// A collector that records what it receives, and fails as a test tells it to.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { TestRunner, onTestFinished } from 'vitest'
import { readLogs, readMetrics, readTraces } from '../../otlp/read.ts'
import type {
  LogRecord,
  LogsRequest,
  MetricsRequest,
  Resource,
  ResourceSpans,
  Signal,
  Span,
  TracesRequest,
} from '../../otlp/otlp-json.ts'

export type RecordingCollector = {
  url: string
  /** The status of the next responses; `undefined`: no response, the requests hang. */
  status: number | undefined
  /** Every request that contains this text is answered with 400. */
  poison: string | undefined
  requests: number
  resources: ResourceSpans[]
  spans: Span[]
  logRecords: LogRecord[]
  /** Of log records. */
  logResources: Resource[]
  metrics: MetricsRequest[]
  headers: http.IncomingHttpHeaders[]
  /** Forgets everything recorded. */
  clear: () => void
  close: () => Promise<void>
}

/** Closed after the test that starts it. */
export async function startCollector(): Promise<RecordingCollector> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => receive(request, Buffer.concat(chunks), response))
  })
  const collector: RecordingCollector = {
    url: await listen(server),
    status: 200,
    poison: undefined,
    requests: 0,
    resources: [],
    spans: [],
    logRecords: [],
    logResources: [],
    metrics: [],
    headers: [],
    clear() {
      const { resources, spans, logRecords, logResources, metrics, headers } = collector
      for (const list of [resources, spans, logRecords, logResources, metrics, headers]) list.length = 0
    },
    close: () => closeServer(server),
  }
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(collector.close)
  return collector

  function receive(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
    if (collector.status === undefined) return
    const isPoisoned = collector.poison !== undefined && body.includes(collector.poison)
    response.statusCode = isPoisoned ? 400 : collector.status
    if (body.length > 0) {
      collector.requests++
      collector.headers.push(request.headers)
      if (response.statusCode === 200) record(request.url!.replace('/v1/', '') as Signal, body)
    }
    response.end()
  }

  function record(signal: Signal, body: Buffer): void {
    if (signal === 'traces') {
      const { resourceSpans = [] } = readTraces(body)
      collector.resources.push(...resourceSpans)
      collector.spans.push(...spansOf({ resourceSpans }))
    } else if (signal === 'logs') {
      const { resourceLogs = [] } = readLogs(body)
      collector.logResources.push(...resourceLogs.map(({ resource = {} }) => resource))
      collector.logRecords.push(...logRecordsOf({ resourceLogs }))
    } else collector.metrics.push(readMetrics(body))
  }
}

/** The digests of the recorded exceptions, in their order. */
export function digestsIn({ logRecords }: RecordingCollector): string[] {
  return logRecords.map(
    ({ attributes }) => attributes!.find(({ key }) => key === 'errata.digest')!.value!.stringValue!,
  )
}

function spansOf(request: TracesRequest): Span[] {
  return (request.resourceSpans ?? []).flatMap(({ scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) => spans),
  )
}

function logRecordsOf(request: LogsRequest): LogRecord[] {
  return (request.resourceLogs ?? []).flatMap(({ scopeLogs = [] }) =>
    scopeLogs.flatMap(({ logRecords = [] }) => logRecords),
  )
}

export async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closeServer(server: http.Server): Promise<void> {
  const closed = new Promise((resolve) => void server.close(resolve))
  server.closeAllConnections()
  await closed
}
