// The listening socket: time-outs for slow senders, messages for unusable addresses, a clean shutdown.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { nodeHttp } from '../server/node-http.ts'
import { StartupError } from '../server/startup-error.ts'
import type { Config } from './config.ts'

type Server = { port: number; close: () => Promise<void> }

/** Milliseconds, as options of `http.createServer`. */
export type Timeouts = {
  headersTimeout: number
  requestTimeout: number
  connectionsCheckingInterval: number
  keepAliveTimeout: number
}

/** Slow headers and slow bodies are answered with 408, at the next check. */
const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
}
const MAX_HEADER_BYTES = 16 * 1024
/** Each idle connection costs a few KiB: together some tens of MiB. */
const MAX_CONNECTIONS = 10_000
/** Longer than an answer takes during a shutdown, shorter than the launcher waits for a process. */
const SHUTDOWN_MS = 2_500

/** Throws a `StartupError` when the address cannot be used. */
export async function listen(app: Koa, { host, port, relays }: Config, timeouts = TIMEOUTS): Promise<Server> {
  let isStopping = false
  /** During a shutdown a connection ends with its answer: the next request goes to another process. */
  class Response<Request extends http.IncomingMessage> extends nodeHttp.ServerResponse<Request> {
    override writeHead(status: number, ...rest: unknown[]): this {
      if (isStopping) this.shouldKeepAlive = false
      return super.writeHead(status, ...(rest as []))
    }
  }
  const options = { ...timeouts, maxHeaderSize: MAX_HEADER_BYTES, ServerResponse: Response }
  const handle = app.callback()
  const server = nodeHttp.createServer(options, (request, response) => void handle(request, response))
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(describe(error, host, port))),
    )
    server.listen({ host, port, reusePort: relays > 1 }, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close }

  async function close(): Promise<void> {
    isStopping = true
    const closed = new Promise((resolve) => void server.close(resolve))
    const deadline = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS)
    await closed
    clearTimeout(deadline)
  }
}

function describe({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} on ${host} is in use: stop the program that uses it, or set PORT to another port.`
  if (code === 'EACCES') return `PORT ${port} may not be used by this user: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine: set HOST to one, such as 127.0.0.1.`
  return `The relay cannot listen on HOST ${host}, PORT ${port}: ${message}.`
}
