// A receiver of webhooks on this machine, which checks their signatures as Standard Webhooks describes.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer } from './http-server.ts'

export type WebhookMessage = {
  type: string
  data: { rule: { name: string }; text: string; url: string; issues: { message: string }[] }
}

/** `status`: of the next answers. `messages`: of the requests, in their order. */
export type WebhookReceiver = {
  url: string
  status: number
  messages: (WebhookMessage & { isSignedWith: (secret: string) => boolean })[]
  close: () => void
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const { url, close } = await startServer((request, response) => {
    void text(request).then((body) => {
      const isSignedWith = (secret: string) => isSigned(request.headers, body, secret)
      receiver.messages.push({ ...(JSON.parse(body) as WebhookMessage), isSignedWith })
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'ok' : 'no such hook')
    })
  })
  const receiver: WebhookReceiver = { url: `${url}/hook`, status: 200, messages: [], close }
  return receiver
}

function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  )
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signatures!.split(' ').includes(`v1,${expected}`)
}
