// Sends bodies over keep-alive sockets: an HTTP client would use processor time that the relay needs.
import { connect, type Socket } from 'node:net'

/** As many as pages would open. While all are busy, bodies wait. */
const CONNECTIONS = 64

type Totals = { sent: number; refused: number }

export type Senders = {
  send(body: string): void
  /** Resolves when every body has a response. */
  close(): Promise<Totals>
}

export function openSenders(port: number): Senders {
  const queue: string[] = []
  const totals: Totals = { sent: 0, refused: 0 }
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(port, queue, totals))
  return {
    send(body) {
      queue.push(body)
      connections.find((connection) => connection.isIdle())?.sendNext()
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.end()))
      return totals
    },
  }
}

function openConnection(port: number, queue: string[], totals: Totals) {
  let socket: Socket | null = null
  let response = ''
  let busy = false
  let onEnd: (() => void) | null = null

  function open(): Socket {
    const connection = connect({ port, host: '127.0.0.1', noDelay: true })
    connection.on('data', (chunk: Buffer) => {
      response += chunk.toString('latin1')
      if (isComplete(response)) finish(response.startsWith('HTTP/1.1 200'))
    })
    connection.on('error', () => undefined)
    connection.on('close', () => {
      socket = null
      if (busy) finish(false)
    })
    return connection
  }

  function finish(accepted: boolean): void {
    totals[accepted ? 'sent' : 'refused']++
    response = ''
    busy = false
    sendNext()
  }

  function sendNext(): void {
    const body = queue.shift()
    if (body === undefined) {
      if (onEnd) {
        socket?.destroy()
        onEnd()
      }
      return
    }
    busy = true
    socket ??= open()
    const head = [
      'POST /monitoring HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }

  return {
    sendNext,
    isIdle: () => !busy,
    end: () =>
      new Promise<void>((resolve) => {
        onEnd = resolve
        if (!busy) sendNext()
      }),
  }
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  return end >= 0 && text.length >= end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}
