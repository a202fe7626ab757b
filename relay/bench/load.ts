// Sends one request over and over, on as many connections as a busy morning has, and counts the answers.
import { connect } from 'node:net'
import type { Body } from './bodies.ts'

const CONNECTIONS = 64

/** How many were answered 200 within the time. Throws when one was answered otherwise. */
export async function load(port: number, { path, type, bytes }: Body, ms: number): Promise<number> {
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const request = Buffer.concat([Buffer.from(head), bytes])
  const until = performance.now() + ms
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => talk(port, request, until)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function talk(port: number, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('A connection was closed while it was measured.')))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`The answer was not 200: ${text.slice(0, 200)}`))
      text = ''
      count++
      if (performance.now() < until) return void socket.write(request)
      socket.removeAllListeners('close')
      socket.destroy()
      resolve(count)
    })
  })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  return text.length >= end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}
