// Sends one request over and over on kept-alive connections: as fast as it is answered, or a number a second
// whatever happens.
import { type Socket, connect } from 'node:net'
import type { Sent } from './bodies.ts'

/** As many connections as a busy morning has. */
const CONNECTIONS = 64

type Connection = { send: (request: Buffer) => Promise<void>; close: () => void }

/** How many were answered 200 within the time. Throws when one was answered otherwise. */
export async function load(port: number, body: Sent, ms: number): Promise<number> {
  const request = requestOf(port, body)
  const until = performance.now() + ms
  const counts = await onConnections(port, async ({ send }) => {
    let count = 0
    for (; performance.now() < until; count++) await send(request)
    return count
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * Milliseconds from the moment each of them was due to its answer: whoever is late makes the next ones wait,
 * and that counts.
 */
export async function paced(port: number, body: Sent, perSecond: number, ms: number): Promise<number[]> {
  const begun = performance.now()
  const taken: number[] = []
  let next = 0
  await onConnections(port, async ({ send }) => {
    for (;;) {
      const due = (next++ / perSecond) * 1000
      if (due > ms) return
      const early = begun + due - performance.now()
      if (early > 0) await new Promise((resolve) => void setTimeout(resolve, early))
      const sent = performance.now()
      await send(requestOf(port, body))
      // Timers fire late by themselves, and that is nobody's fault but ours; a connection that was not free
      // is the other side's.
      taken.push(performance.now() - (early > 0 ? sent : begun + due))
    }
  })
  return taken
}

function requestOf(port: number, { path, type, bytes }: Sent): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

function onConnections<Result>(
  port: number,
  act: (connection: Connection) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = await openConnection(port)
      try {
        return await act(connection)
      } finally {
        connection.close()
      }
    }),
  )
}

async function openConnection(port: number): Promise<Connection> {
  let text = ''
  let done: (() => void) | undefined
  let failed: ((error: Error) => void) | undefined
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(opened))
    opened.on('error', reject)
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('A connection was closed while it was measured.')))
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!isWhole(text)) return
    const isGood = text.startsWith('HTTP/1.1 200')
    const answer = text
    text = ''
    if (isGood) done?.()
    else failed?.(new Error(`The answer was not 200: ${answer.slice(0, 200)}`))
  })
  return { send, close: () => socket.destroy() }

  function send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      done = resolve
      failed = reject
      socket.write(request)
    })
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  return text.length >= end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}
