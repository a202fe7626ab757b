import { expect, test, vi } from 'vitest'
import type { ChannelsAnswer, CreatedChannel } from '../../../../contract/alerts.ts'
import { sendException } from '../../../testing/issues.ts'
import { startMailServer } from '../../../testing/receivers.ts'
import { startStore } from '../../../testing/store.ts'
import { newName } from '../../../testing/suite.ts'
import { AT_ONCE } from '../testing/webhook.ts'

test('the link of a mail stops mails to its address until a person adds it again', async () => {
  const mails = await startMailServer()
  const store = await startStore({
    env: { SMTP_URL: mails.url, MAIL_FROM: 'errata@shop.example', PUBLIC_URL: 'https://errata.shop.example' },
  })
  const addresses = ['lena@shop.example', 'kim@shop.example']
  const channel = { name: 'team', kind: 'email', target: addresses.join(), ...AT_ONCE }
  const { body } = await store.post<CreatedChannel>('/api/channels', channel)
  const recipients = (from: number): string[] => mails.received.slice(from).flatMap((mail) => mail.recipients)

  await sendException(store, { service: newName() })
  await vi.waitFor(() => expect(recipients(0)).toEqual(addresses), { timeout: 30_000 })
  const unfolded = mails.received[0]!.source.replaceAll(/\r?\n[ \t]+/g, '')
  const link = /^List-Unsubscribe: ?<https:\/\/errata\.shop\.example(.+)>/m.exec(unfolded)![1]!
  const page = await store.ask<string>(link)
  expect(page.body).toContain('Stop mails to <b>lena@shop.example</b>?')
  const wrong = await store.ask(link.replace('lena', 'kim'), { method: 'POST' })
  expect(wrong.status).toBe(403)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const oneClick = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' }
  expect((await store.ask(link, oneClick)).status).toBe(200)

  const before = mails.received.length
  await sendException(store, { service: newName() })
  await vi.waitFor(() => expect(recipients(before)).toEqual(['kim@shop.example']), { timeout: 30_000 })
  const { channels } = await store.read<ChannelsAnswer>('/api/channels')
  expect(channels.map(({ target }) => target)).toEqual(['kim@shop.example'])

  await store.patch(`/api/channels/${body.id}`, { target: addresses.join() })
  const after = mails.received.length
  await sendException(store, { service: newName() })
  await vi.waitFor(() => expect(recipients(after)).toEqual(addresses), { timeout: 30_000 })
  await store.stop()
})
