// The scene of the relay's tests: a real relay on a free port, between a collector and a store that record what reaches them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { readLogs, readMetrics, readTraces } from '../otlp/read.ts'
import type {
  LogRecord,
  LogsRequest,
  MetricsRequest,
  ResourceSpans,
  Signal,
  Span,
  TracesRequest,
} from '../otlp/otlp-json.ts'
import { readConfig } from './config.ts'
import { openRelay } from './relay.ts'
import type { Timeouts } from './server.ts'

export type Scene = {
  url: string
  folder: string
  collector: RecordingCollector
  store: { url: string; seen: http.IncomingMessage[]; answer: http.RequestListener }
  /** The log's lines so far, parsed. */
  log(): Record<string, unknown>[]
  close(): Promise<void>
}
export type RecordingCollector = {
  url: string
  /** What the next requests are answered with; `undefined`: nothing, they hang. */
  status: number | undefined
  /** Refuses (400) every request that contains this text. */
  poison: string | undefined
  requests: number
  resources: ResourceSpans[]
  spans: Span[]
  logRecords: LogRecord[]
  metrics: MetricsRequest[]
  headers: http.IncomingHttpHeaders[]
  close(): Promise<void>
}

export async function openScene(
  environment: Record<string, string> = {},
  files?: string,
  timeouts?: Timeouts,
): Promise<Scene> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-'))
  const collector = await openCollector()
  const store: Scene['store'] = { url: '', seen: [], answer: (_, response) => void response.end('{}') }
  const storeServer = http.createServer((request, response) => {
    store.seen.push(request)
    store.answer(request, response)
  })
  store.url = await listening(storeServer)
  const logFile = path.join(folder, 'log')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    STORE_URL: store.url,
    RATE_LIMIT: '0',
    ...environment,
  })
  const relay = await openRelay(config, {
    log: logFile,
    files: files ?? path.join(folder, 'unbuilt'),
    ...(timeouts && { timeouts }),
  })
  return { url: `http://127.0.0.1:${relay.port}`, folder, collector, store, log, close }

  function log(): Record<string, unknown>[] {
    const lines = readFileSync(logFile, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  async function close(): Promise<void> {
    await relay.close()
    await collector.close()
    await ended(storeServer)
    rmSync(folder, { recursive: true })
  }
}

export async function openCollector(port = 0): Promise<RecordingCollector> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => take(request, Buffer.concat(chunks), response))
  })
  const collector: RecordingCollector = {
    url: await listening(server, port),
    status: 200,
    poison: undefined,
    requests: 0,
    resources: [],
    spans: [],
    logRecords: [],
    metrics: [],
    headers: [],
    close: () => ended(server),
  }
  return collector

  function take(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
    if (collector.status === undefined) return
    const poisoned = collector.poison !== undefined && body.includes(collector.poison)
    response.statusCode = poisoned ? 400 : collector.status
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
    } else if (signal === 'logs') collector.logRecords.push(...recordsOf(readLogs(body)))
    else collector.metrics.push(readMetrics(body))
  }
}

/** Waits for a condition, as long as a busy machine may take. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 })
}

export function spansOf(request: TracesRequest): Span[] {
  return (request.resourceSpans ?? []).flatMap(({ scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) => spans),
  )
}

function recordsOf(request: LogsRequest): LogRecord[] {
  return (request.resourceLogs ?? []).flatMap(({ scopeLogs = [] }) =>
    scopeLogs.flatMap(({ logRecords = [] }) => logRecords),
  )
}

/** A request of one span, with whatever a test wants to be different. */
export function traceOf(...spans: Record<string, unknown>[]): Record<string, unknown> {
  const whole = spans.map((span, index) => ({
    traceId: 'ab'.repeat(16),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    name: 'GET /cart',
    startTimeUnixNano: '1795168800000000000',
    endTimeUnixNano: '1795168800042000000',
    ...span,
  }))
  return { resourceSpans: [{ resource: shop(), scopeSpans: [{ spans: whole }] }] }
}

export function logOf(...logRecords: Record<string, unknown>[]): Record<string, unknown> {
  return { resourceLogs: [{ resource: shop(), scopeLogs: [{ logRecords }] }] }
}

export function exceptionOf(digest: string, more: Record<string, string> = {}): Record<string, unknown> {
  const texts = {
    'exception.type': 'TypeError',
    'exception.message': 'no price',
    'errata.digest': digest,
    ...more,
  }
  const attributes = Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  return { eventName: 'exception', timeUnixNano: '1795168800000000000', severityNumber: 17, attributes }
}

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const content = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: content as string,
  })
}

function shop(): Record<string, unknown> {
  return { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] }
}

async function listening(server: http.Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ended(server: http.Server): Promise<void> {
  const closed = new Promise((resolve) => void server.close(resolve))
  server.closeAllConnections()
  await closed
}
