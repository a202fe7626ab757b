// Sends bodies to the relay on kept-alive connections. Bare sockets: an HTTP client would take the processor from what is measured.
import { connect, type Socket } from 'node:net'

/** Connections of as many pages. One that is busy lets its envelope wait. */
const CONNECTIONS = 64

export type Senders = { send(body: string): void; close(): Promise<{ sent: number; refused: number }> }

export function openSenders(port: number): Senders {
  const waiting: string[] = []
  const counted = { sent: 0, refused: 0 }
  const lines = Array.from({ length: CONNECTIONS }, () => openLine(port, waiting, counted))
  return {
    send(body) {
      waiting.push(body)
      lines.find((line) => line.isIdle())?.next()
    },
    async close() {
      await Promise.all(lines.map((line) => line.end()))
      return counted
    },
  }
}

function openLine(port: number, waiting: string[], counted: { sent: number; refused: number }) {
  let socket: Socket | null = null
  let answer = ''
  let busy = false
  let ended: (() => void) | null = null

  function open(): Socket {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (isWhole(answer)) done(answer.startsWith('HTTP/1.1 200'))
    })
    opened.on('error', () => undefined)
    opened.on('close', () => {
      socket = null
      if (busy) done(false)
    })
    return opened
  }

  function done(accepted: boolean): void {
    counted[accepted ? 'sent' : 'refused']++
    answer = ''
    busy = false
    next()
  }

  function next(): void {
    const body = waiting.shift()
    if (body === undefined) {
      if (ended) {
        socket?.destroy()
        ended()
      }
      return
    }
    busy = true
    socket ??= open()
    const head = `POST /monitoring HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    socket.write(head + body)
  }

  return {
    next,
    isIdle: () => !busy,
    end: () =>
      new Promise<void>((resolve) => {
        ended = resolve
        if (!busy) next()
      }),
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  return end >= 0 && text.length >= end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}
