// What the relay would be if it spoke JSON to the collector: parsed, checked, scrubbed and written anew as JSON, in the same groups.
// A bare server without log, limits and Koa, so the comparison flatters it. `node json-upstream.ts PORT COLLECTOR_PORT`.
import http from 'node:http'
import type { Signal } from '../../otlp/otlp-json.ts'
import { createBatches } from '../forward/batch.ts'
import type { Outcome } from '../forward/collector.ts'
import { checkRequest } from '../monitoring/check.ts'
import { CLIENT_ADDRESS } from '../monitoring/checked.ts'
import { createCleaner } from '../monitoring/clean.ts'
import { createScrubber } from '../monitoring/scrub.ts'

const [port, upstream] = process.argv.slice(2)
const MEMBERS = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' }
const COMMA = Buffer.from(',')
const agent = new http.Agent({ keepAlive: true, maxSockets: 12 })
const cleaner = createCleaner(createScrubber(), CLIENT_ADDRESS)
const send = createBatches(post)

http
  .createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on(
      'end',
      () => void answer(request.url!.split('/').at(-1) as Signal, Buffer.concat(chunks), response),
    )
  })
  .listen(Number(port), '127.0.0.1')

async function answer(signal: Signal, body: Buffer, response: http.ServerResponse): Promise<void> {
  const request = JSON.parse(body.toString()) as Record<string, unknown>
  checkRequest(signal, request, '127.0.0.0', cleaner)
  const items = Buffer.from(JSON.stringify(request[MEMBERS[signal]]))
  response.statusCode = (await send(signal, items.subarray(1, -1))) === 'delivered' ? 200 : 503
  response.end('{}')
}

/** Lists become one list by a comma between them. */
function post(signal: Signal, parts: Uint8Array[]): Promise<Outcome> {
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]))
  const body = Buffer.concat([Buffer.from(`{"${MEMBERS[signal]}":[`), ...joined, Buffer.from(']}')])
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = http.request(
      `http://127.0.0.1:${upstream}/v1/${signal}`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200 ? 'delivered' : 'unavailable'))
      },
    )
    sent.on('error', () => resolve('unavailable'))
    sent.end(body)
  })
}
