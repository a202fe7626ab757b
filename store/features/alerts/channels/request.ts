// One request to a channel. It connects only to an address that ALERT_TARGETS allows, follows no redirect and
// reads no proxy variable.
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { httpClient } from '../../../../server/node-http.ts'
import { refusalOf, type AllowedTargets } from '../../../../server/targets.ts'

const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
/** Of an answer; the rest is not read. */
const MAX_ANSWER = 16 * 1024

export type ChannelRequest = { url: string; headers: Record<string, string>; body: string }

/** `ms`: until the answer was read. `body`: its first 16 KB. */
export type Answer = { status: number; headers: IncomingMessage['headers']; body: string; ms: number }

/** `resolve`: all addresses of a name, as `lookup` of `node:dns`. Times in milliseconds. */
export type RequestOptions = {
  targets: AllowedTargets
  resolve?: ResolveAll
  connectMs?: number
  totalMs?: number
}

export type ResolveAll = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The request is not sent, now and later: the URL or an address of its host is not allowed. */
export class TargetError extends Error {
  override name = 'TargetError'
}

/** Throws a `TargetError`, or the error of the connection. */
export function post(request: ChannelRequest, options: RequestOptions): Promise<Answer> {
  const url = readUrl(request.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Of an address, Node looks nothing up.
  const refusal = isIP(host) === 0 ? null : refusalOf(options.targets, host, host)
  if (refusal !== null) throw new TargetError(refusal)
  return exchange(url, request, options)
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TargetError('Only http and https URLs can be sent to')
  if (url.username !== '' || url.password !== '')
    throw new TargetError('A URL with a user name or password cannot be sent to')
  return url
}

async function exchange(
  url: URL,
  { headers, body }: ChannelRequest,
  options: RequestOptions,
): Promise<Answer> {
  const { connectMs = CONNECT_MS, totalMs = TOTAL_MS } = options
  const started = performance.now()
  const isHttps = url.protocol === 'https:'
  const client = httpClient(url.href)
  const request = client.request(url, {
    method: 'POST',
    // No connection waits for the next message. An agent of our own reads no NODE_USE_ENV_PROXY: a proxy
    // resolves names itself, and then no address is checked.
    agent: new client.Agent({ keepAlive: false }),
    lookup: checkedLookup(options),
    headers: { 'User-Agent': 'Errata', ...headers, 'Content-Length': Buffer.byteLength(body) },
  })
  const stop = (text: string) => () => void request.destroy(new Error(text))
  const connectTimer = setTimeout(stop(`no connection within ${connectMs / 1000} s`), connectMs)
  const totalTimer = setTimeout(stop(`no answer within ${totalMs / 1000} s`), totalMs)
  request.once('socket', (socket) => {
    socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer))
  })
  try {
    const response = await responseOf(request, body)
    const text = await readStart(response)
    const ms = Math.round(performance.now() - started)
    return { status: response.statusCode ?? 0, headers: response.headers, body: text, ms }
  } finally {
    clearTimeout(connectTimer)
    clearTimeout(totalTimer)
    request.destroy()
  }
}

function responseOf(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Also after the answer: the socket is destroyed then.
    request.on('error', reject).once('response', resolve)
    request.end(body)
  })
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_ANSWER) break
    }
  } catch {
    // The status arrived, which decides. What follows is shown only.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString()
}

/** Checks every address of the name; the socket connects to one of them, whatever the name answers later. */
function checkedLookup({ targets, resolve = lookup }: RequestOptions): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const refusal = addresses.map(({ address }) => refusalOf(targets, name, address)).find((text) => text)
      if (refusal) return done(new TargetError(refusal), [])
      const [first] = addresses
      if (options.all === true) return done(null, addresses)
      if (first) return done(null, first.address, first.family)
      done(new Error(`${name} has no address`), [])
    })
  }
}
