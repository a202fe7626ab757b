// A real relay on a free port, between a collector and a store that record requests; and requests for it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TestRunner, afterAll, onTestFinished, vi } from 'vitest'
import { CALLER_HEADER } from '../../server/caller.ts'
import { readConfig } from '../config.ts'
import { type RelayOptions, startRelay } from '../relay.ts'
import { type RecordingCollector, closeServer, listen, startCollector } from './recording-collector.ts'

export type TestRelay = {
  url: string
  folder: string
  collector: RecordingCollector
  /** `scrubNames`: what the relay gets that asks for them by itself, every ten seconds. */
  store: { url: string; requests: http.IncomingMessage[]; answer: http.RequestListener; scrubNames: unknown }
  /** The lines of the log, parsed. */
  log: () => Record<string, unknown>[]
  close: () => Promise<void>
}

/** On a busy machine a condition takes its time. */
const WAIT_MS = 20_000

/** Closed after the test, or after all tests of a file that starts it at its top. */
export async function startTestRelay(
  environment: Record<string, string> = {},
  options: RelayOptions = {},
): Promise<TestRelay> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-'))
  const collector = await startCollector()
  const store: TestRelay['store'] = {
    url: '',
    requests: [],
    answer: (_, response) => void response.end('{}'),
    scrubNames: {},
  }
  const storeServer = http.createServer((request, response) => {
    if (request.url === '/api/scrub-names' && !request.headers[CALLER_HEADER]) {
      response.end(JSON.stringify(store.scrubNames))
      return
    }
    store.requests.push(request)
    store.answer(request, response)
  })
  store.url = await listen(storeServer)
  const logFile = path.join(folder, 'log')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    STORE_URL: store.url,
    RATE_LIMIT: '0',
    ...environment,
  })
  const relay = await startRelay(config, { log: logFile, files: path.join(folder, 'unbuilt'), ...options })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeAll())
  if (TestRunner.getCurrentTest() === undefined) afterAll(close)
  else onTestFinished(close)
  return { url: `http://127.0.0.1:${relay.port}`, folder, collector, store, log, close }

  function log(): Record<string, unknown>[] {
    const lines = readFileSync(logFile, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  async function closeAll(): Promise<void> {
    await relay.close()
    await collector.close()
    await closeServer(storeServer)
    rmSync(folder, { recursive: true })
  }
}

/** Deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Repeats the check until it does not throw. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval: 20 })
}

export async function healthOf({ url }: { url: string }): Promise<unknown> {
  return (await fetch(`${url}/health`)).json()
}

/** A request with these spans; what a test does not say has a usual value. */
export function traceOf(...spans: Record<string, unknown>[]): Record<string, unknown> {
  const complete = spans.map((span, index) => ({
    traceId: 'ab'.repeat(16),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    name: 'GET /cart',
    startTimeUnixNano: '1795168800000000000',
    endTimeUnixNano: '1795168800042000000',
    ...span,
  }))
  return { resourceSpans: [{ resource: shop(), scopeSpans: [{ spans: complete }] }] }
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
