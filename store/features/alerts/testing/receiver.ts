// A receiver of webhooks on this machine: keeps what arrives, and answers as it is told.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MessageType } from '../messages/message.ts'
import type { Issue } from '../../../../contract/issues.ts'

export type WebhookBody = {
  type: MessageType
  timestamp: string
  data: {
    rule: { id: string; name: string; numbers: Record<string, number> }
    text: string
    url: string
    issues: Issue[]
  }
}

export type ReceivedRequest = { headers: IncomingHttpHeaders; body: string; message: WebhookBody }

export type Receiver = {
  url: string
  requests: ReceivedRequest[]
  /** Of the next answers. */
  status: number
  /** Resolves when this number of requests has arrived. */
  received(count: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const waiting: { count: number; resolve: (requests: ReceivedRequest[]) => void }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.requests.push({
        headers: request.headers,
        body,
        message: JSON.parse(body) as WebhookBody,
      })
      response.writeHead(receiver.status).end('ok')
      for (const { count, resolve } of waiting)
        if (receiver.requests.length >= count) resolve(receiver.requests)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    status: 200,
    received: (count) =>
      receiver.requests.length >= count
        ? Promise.resolve(receiver.requests)
        : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
