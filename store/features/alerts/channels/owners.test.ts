// The owners of a service in the messages of every kind, where nobody is assigned.
import { expect, test } from 'vitest'
import type { ChannelKind } from '../../../../contract/alerts.ts'
import {
  changeWith,
  channelTo,
  messageWith,
  sendOptions,
  startMailServer,
  startReceiver,
} from '../../../testing/receivers.ts'
import { sendMessage } from './send.ts'

const KINDS: ChannelKind[] = [
  'slack',
  'mattermost',
  'discord',
  'teams',
  'googlechat',
  'telegram',
  'ntfy',
  'pagerduty',
]

/** Of a message that has texts as spans of code, without their marks. */
const plain = (body: string): string => body.replaceAll(/`|<\/?code>/g, '')

test.each(KINDS)('%s names the owners; without owners there is no text', async (kind) => {
  const { url, received } = await startReceiver()
  for (const owners of [['Kai Voss', 'Lena <@U1>'], []])
    await sendMessage(channelTo(kind, url), messageWith({ changes: [changeWith({ owners })] }), sendOptions())
  const [named, without] = received.map(({ body }) => plain(body))
  expect(named).toMatch(/(?:Owners: |"owners":")Kai Voss, Lena/)
  expect(without).not.toMatch(/Owners|"owners":"\w/)
})

test.each([1, 2])('a mail about %i issues names the owners, as HTML and as text', async (count) => {
  const { url, received } = await startMailServer()
  const changes = Array.from({ length: count }, () => changeWith({ owners: ['Kai Voss', 'Lena Marek'] }))
  const channel = channelTo('email', 'ann@shop.example')
  await sendMessage(channel, messageWith({ changes }), sendOptions({ smtp: url }))
  for (const text of [received[0]!.text!, String(received[0]!.html)])
    expect(text.split('Kai Voss, Lena Marek')).toHaveLength(count + 1)
})
