// One POST to the collector, and what its answer means for the data.
import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { Signal } from '../../otlp/otlp-json.ts'

/** `delivered`: it has them. `refused`: it will never take them. `unavailable`: not now. */
export type Outcome = 'delivered' | 'refused' | 'unavailable'
export type Collector = {
  post: (signal: Signal, parts: Uint8Array[]) => Promise<Outcome>
  /** Also ends what is under way: its owners put it on the disk. */
  close: () => void
}

/** A healthy collector answers in milliseconds. What waits longer is safer on our disk, and the page waits no longer than this. */
const TIMEOUT_MS = 2_000
/** Three lanes with two requests each, and as many connections that are being replaced. */
const MAX_SOCKETS = 12

export function createCollector(url: string): Collector {
  const { Agent, request } = url.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const doors = { traces: doorOf('traces'), logs: doorOf('logs'), metrics: doorOf('metrics') }
  let closed = false
  return { post, close }

  function doorOf(signal: Signal): http.RequestOptions {
    return { ...urlToHttpOptions(new URL(`${url}/v1/${signal}`)), method: 'POST', agent }
  }

  /** Concatenated requests of one signal are one request: that is protobuf. */
  function post(signal: Signal, parts: Uint8Array[]): Promise<Outcome> {
    if (closed) return Promise.resolve('unavailable')
    const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    const headers = { 'content-type': 'application/x-protobuf', 'content-length': body.length }
    return new Promise((resolve) => {
      const sent = request({ ...doors[signal], headers }, (response) => {
        response.resume()
        response.on('end', () => settle(outcomeOf(response.statusCode ?? 0)))
        response.on('error', () => settle('unavailable'))
      })
      const patience = setTimeout(() => sent.destroy(new Error('The collector took too long.')), TIMEOUT_MS)
      sent.on('error', () => settle('unavailable'))
      sent.end(body)

      function settle(outcome: Outcome): void {
        clearTimeout(patience)
        resolve(outcome)
      }
    })
  }

  function close(): void {
    closed = true
    agent.destroy()
  }
}

/** 404 and 401 are a wrong address or a missing key: the fault of whoever runs this, and no reason to lose anything. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  return status === 400 || status === 413 || status === 415 ? 'refused' : 'unavailable'
}
