// A webhook for all tests of a file: a receiver on this machine, and the channel to it.
import { expect } from 'vitest'
import type { CreatedChannel, NewChannel } from '../../../../contract/alerts.ts'
import type { Issue } from '../../../../contract/issues.ts'
import { openReceiver, type ReceivedRequest } from '../../../testing/receivers.ts'
import type { TestStore } from '../../../testing/store.ts'
import type { MessageType } from '../messages/message.ts'

/** Of a channel: no test waits for the pauses that people want. */
export const AT_ONCE = { gatherSeconds: 0, pauseSeconds: 0, messagesPerHour: 3_600 }

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

export type WebhookRequest = ReceivedRequest & { message: WebhookBody }

export type Webhook = {
  url: string
  requests: WebhookRequest[]
  /** Of the next answers. */
  status: number
  /** Resolves when this number of requests has arrived. */
  received(count: number): Promise<WebhookRequest[]>
  close(): void
}

export async function startWebhook(): Promise<Webhook> {
  const waiting: { count: number; resolve: (requests: WebhookRequest[]) => void }[] = []
  const receiver = await openReceiver((response, request) => {
    webhook.requests.push({ ...request, message: JSON.parse(request.body) as WebhookBody })
    response.writeHead(webhook.status).end('ok')
    for (const { count, resolve } of waiting) if (webhook.requests.length >= count) resolve(webhook.requests)
  })
  const webhook: Webhook = {
    url: `${receiver.url}/hook`,
    requests: [],
    status: 200,
    received: (count) =>
      webhook.requests.length >= count
        ? Promise.resolve(webhook.requests)
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: receiver.close,
  }
  return webhook
}

/** Adds the channel to the webhook, which the five default rules use. */
export async function addWebhook(
  store: Pick<TestStore, 'post'>,
  { url }: Webhook,
  more: Partial<NewChannel> = {},
): Promise<CreatedChannel> {
  const channel: NewChannel = { name: 'hook', kind: 'webhook', target: url, ...AT_ONCE, ...more }
  const { status, body } = await store.post<CreatedChannel>('/api/channels', channel)
  expect(status).toBe(201)
  return body
}
