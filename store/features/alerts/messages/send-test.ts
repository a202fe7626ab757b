// Sends a test to a channel at once, and records what the receiver answered.
import type { ChannelTest } from '../../../../contract/alerts.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { nowNs } from '../../../database/instants.ts'
import type { Attempt } from '../channels/attempt.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { insertAttempt, insertMessage } from './alert-messages.ts'
import type { Message } from './message.ts'
import { testMessage } from './notices.ts'

type TestOptions = {
  engine: Engine
  store: string
  publicUrl: string
  send: (channel: StoredChannel, message: Message) => Promise<Attempt>
}

export async function sendTest(
  channel: StoredChannel,
  { engine, store, publicUrl, send }: TestOptions,
): Promise<ChannelTest> {
  const content = testMessage(publicUrl)
  const { outcome, detail } = await send(channel, content)
  const at = nowNs()
  const ids = { messageId: content.id, channelId: channel.id }
  const delivered = outcome === 'sent'
  // First, so that the message does not wait for a sender.
  await insertAttempt(engine, { ...ids, at, outcome: delivered ? 'sent' : 'failed', detail, next: 0n })
  await insertMessage(engine, {
    id: content.id,
    channelId: channel.id,
    ruleId: '',
    kind: 'test',
    at,
    changes: [],
    issueIds: [],
    content,
    store,
  })
  return { delivered, detail }
}
