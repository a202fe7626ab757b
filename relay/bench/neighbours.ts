// The latency of ordinary senders (neighbours) while others misuse the relay. Each has its own address, as a
// proxy in front would report it.
import http from 'node:http'
import { type Socket, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { percentile } from '../../scripts/bench/table.ts'
import { pause } from './processes.ts'
import { bodies } from './bodies.ts'

export type Latency = { p50: number; p99: number; refused: number }

/** One neighbour after the other, each from another network. */
const NEIGHBOUR_EVERY_MS = 20
const [EXCEPTION] = bodies()

/** Neighbours while 32 connections of one address send hostile JSON as fast as they are answered. */
export async function latencyBesideHostile(port: number, ms: number): Promise<Latency> {
  // In another thread, or the neighbours would wait for our own event loop.
  const hostile = new Worker(new URL('hostile.ts', import.meta.url), { workerData: { port, ms } })
  const ended = new Promise((resolve, reject) => hostile.on('exit', resolve).on('error', reject))
  await new Promise((resolve) => void hostile.once('online', resolve))
  const latency = await neighbours(port, performance.now() + ms)
  await ended
  return latency
}

/** Neighbours while many senders begin a request and never end it; `answered`: how many of them got 408. */
export async function latencyBesideSlow(
  port: number,
  senders: number,
  ms: number,
): Promise<Latency & { answered: number }> {
  let answered = 0
  const sockets = await Promise.all(
    Array.from({ length: senders }, (_, index) => slow(port, index % 2 === 0, () => answered++)),
  )
  const latency = await neighbours(port, performance.now() + ms)
  for (const socket of sockets) socket.destroy()
  return { ...latency, answered }
}

async function neighbours(port: number, until: number): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true })
  const taken: number[] = []
  let refused = 0
  const all: Promise<void>[] = []
  for (let index = 0; performance.now() < until; index++) {
    const begun = performance.now()
    all.push(
      post(agent, port, `203.0.${index % 256}.9`, EXCEPTION!.bytes).then((status) => {
        taken.push(performance.now() - begun)
        if (status !== 200) refused++
      }),
    )
    await pause(NEIGHBOUR_EVERY_MS)
  }
  await Promise.all(all)
  agent.destroy()
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), refused }
}

/** Half of them stop in the middle of the headers, the others in the middle of the body. */
function slow(port: number, inHeaders: boolean, onTimeout: () => void): Promise<Socket> {
  const head =
    'POST /monitoring HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n'
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(inHeaders ? head : `${head}\r\n{`)
      resolve(socket)
    })
    socket.on('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 408')) onTimeout()
    })
    socket.on('error', () => {})
  })
}

export function post(agent: http.Agent, port: number, address: string, body: Buffer): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    'content-length': body.length,
  }
  return new Promise((resolve) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: '/monitoring', method: 'POST', agent, headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode!))
        response.on('error', () => resolve(0))
      },
    )
    request.on('error', () => resolve(0))
    request.end(body)
  })
}
