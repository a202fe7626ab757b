// The listening socket: time-outs against slow senders, sentences for what keeps it from listening, and an end that loses nobody's answer.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { type Config, ConfigError } from './config.ts'

export type Server = { port: number; close(): Promise<void> }

/** Milliseconds. */
export type Timeouts = {
  headersTimeout: number
  requestTimeout: number
  connectionsCheckingInterval: number
  keepAliveTimeout: number
}

/** Slow headers and slow bodies are ended with 408; the checks run every few seconds. */
const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
}
const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 10_000
/** Longer than any answer of ours takes while stopping, shorter than what the launcher allows. */
const GRACE_MS = 2_500

/** Throws a `ConfigError` when the address cannot be had. */
export async function listen(
  app: Koa,
  { host, port, relays }: Pick<Config, 'host' | 'port' | 'relays'>,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Server> {
  let stopping = false
  /** A connection ends with the answer it waits for while we stop; the next request then comes to whoever replaces us. */
  class Answer<Request extends http.IncomingMessage> extends http.ServerResponse<Request> {
    override writeHead(status: number, ...further: unknown[]): this {
      if (stopping) this.shouldKeepAlive = false
      return super.writeHead(status, ...(further as []))
    }
  }
  const options = { ...timeouts, maxHeaderSize: MAX_HEADER_BYTES, ServerResponse: Answer }
  const answer = app.callback()
  const server = http.createServer(options, (request, response) => void answer(request, response))
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(sentence(error, host, port))),
    )
    server.listen({ host, port, reusePort: relays > 1 }, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close }

  async function close(): Promise<void> {
    stopping = true
    const closed = new Promise((resolve) => void server.close(resolve))
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    await closed
    clearTimeout(grace)
  }
}

function sentence({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} on ${host} is in use: stop what listens there, or set PORT to another.`
  if (code === 'EACCES') return `PORT ${port} may not be used by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is no address of this machine: set HOST to one, such as 127.0.0.1.`
  return `The relay cannot listen on HOST ${host}, PORT ${port}: ${message}.`
}
