// Channels and rules of the tests, what their receivers get, and what the API shows of it.
import { Webhook } from 'standardwebhooks'
import type {
  AlertDelivery,
  Channel,
  ChannelsAnswer,
  CreatedChannel,
  DeliveriesAnswer,
  DeliveryStatus,
  NewChannel,
  NewRule,
  Rule,
} from '../../contract/alerts.ts'
import type { ReceivedRequest } from '../../store/testing/receivers.ts'
import type { WebhookBody } from '../../store/features/alerts/testing/webhook.ts'
import { getJson, post, requireOk } from './http.ts'

/** Of a channel: no test waits for the pauses that people want. */
export const AT_ONCE = { gatherSeconds: 0, pauseSeconds: 0, messagesPerHour: 3_600 }

/** A channel that only the rules get that name it. */
export function addChannel(url: string, channel: Partial<NewChannel> & { target: string }) {
  const body: NewChannel = { name: 'test', kind: 'webhook', rules: [], ...AT_ONCE, ...channel }
  return create<CreatedChannel>(`${url}/api/channels`, body)
}

/** New issues of one service, unless `rule` says more. */
export function addRule(url: string, service: string, rule: Partial<NewRule>): Promise<Rule> {
  const body: NewRule = { name: `New in ${service}`, when: 'new', service: [service], ...rule }
  return create<Rule>(`${url}/api/rules`, body)
}

export async function channelOf(url: string, id: string): Promise<Channel> {
  const { channels } = await getJson<ChannelsAnswer>(`${url}/api/channels`)
  return channels.find((channel) => channel.id === id)!
}

/** The newest first. */
export async function deliveriesTo(url: string, channelId: string): Promise<AlertDelivery[]> {
  const path = `/api/deliveries?limit=100&channel=${channelId}`
  return (await getJson<DeliveriesAnswer>(`${url}${path}`)).deliveries
}

/** Of each message: its status and how often it was sent. */
export async function attemptsTo(url: string, channelId: string): Promise<[DeliveryStatus, number][]> {
  return (await deliveriesTo(url, channelId)).map(({ status, attempts }) => [status, attempts])
}

/** The body of a webhook. Throws where its signature, its time or its id is not valid. */
export function readWebhook(secret: string, { body, headers }: ReceivedRequest): WebhookBody {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody
}

async function create<Created>(url: string, body: object): Promise<Created> {
  const answer = await post(url, body)
  await requireOk(answer)
  return (await answer.json()) as Created
}
