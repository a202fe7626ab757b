// One POST to the collector, and what its answer means for the data.
import type http from 'node:http'
import { urlToHttpOptions } from 'node:url'
import type { Signal } from '../../otlp/otlp-json.ts'
import { httpClient } from '../../server/node-http.ts'

/** `delivered`: the collector has it. `refused`: it never will. `unavailable`: not at this moment. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'unavailable'
export type Collector = {
  post: (signal: Signal, parts: Uint8Array[]) => Promise<DeliveryOutcome>
  /** Requests under way end as `unavailable`: their callers put them on the disk. */
  close: () => void
}

/** A healthy collector answers in milliseconds. Data that waits longer is safer on the disk. */
const TIMEOUT_MS = 2_000
/** Three signals with two requests each, and as many connections that are being replaced. */
const MAX_SOCKETS = 12

export function createCollector(url: string): Collector {
  const { Agent, request } = httpClient(url)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const endpoints = { traces: endpoint('traces'), logs: endpoint('logs'), metrics: endpoint('metrics') }
  let isClosed = false
  return { post, close }

  function endpoint(signal: Signal): http.RequestOptions {
    return { ...urlToHttpOptions(new URL(`${url}/v1/${signal}`)), method: 'POST', agent }
  }

  /** In protobuf, concatenated requests of one signal are one request. */
  function post(signal: Signal, parts: Uint8Array[]): Promise<DeliveryOutcome> {
    if (isClosed) return Promise.resolve('unavailable')
    const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    const headers = { 'content-type': 'application/x-protobuf', 'content-length': body.length }
    return new Promise((resolve) => {
      const call = request({ ...endpoints[signal], headers }, (response) => {
        response.resume()
        response.on('end', () => settle(outcomeOf(response.statusCode ?? 0)))
        response.on('error', () => settle('unavailable'))
      })
      const timer = setTimeout(
        () => call.destroy(new Error('The collector did not answer in time.')),
        TIMEOUT_MS,
      )
      call.on('error', () => settle('unavailable'))
      call.end(body)

      function settle(outcome: DeliveryOutcome): void {
        clearTimeout(timer)
        resolve(outcome)
      }
    })
  }

  function close(): void {
    isClosed = true
    agent.destroy()
  }
}

/** 401 and 404 mean a missing key or a wrong address, which can be corrected: no reason to lose data. */
function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'delivered'
  return status === 400 || status === 413 || status === 415 ? 'refused' : 'unavailable'
}
