import { expect, test, vi } from 'vitest'
import type { RulesAnswer } from '../../../contract/alerts.ts'
import { changeIssue, sendException } from '../../testing/issues.ts'
import { startReceiver } from '../../testing/receivers.ts'
import { startStore } from '../../testing/store.ts'
import { AT_ONCE } from './testing/webhook.ts'

type PagerEvent = { event_action: string; dedup_key: string }

test('a pager has one incident for an issue, which ends when a person resolves it', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(202).end('{}'))
  const store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
  const secret = 'R'.repeat(32)
  const channel = { name: 'on-call', kind: 'pagerduty', target: receiver.url, secret, ...AT_ONCE }
  await store.post('/api/channels', channel)
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  // An issue is no reason to wake somebody: only rules about releases and services are connected.
  expect(rules.filter(({ channels }) => channels.length > 0).map(({ when }) => when)).toEqual([
    'crashFree',
    'silence',
  ])
  const pager = rules.find(({ when }) => when === 'silence')!.channels
  await store.patch('/api/rules/new', { channels: pager })

  const events = (): [string, string][] =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as PagerEvent)
      .map(({ event_action: action, dedup_key: key }) => [action, key])
  const id = await sendException(store)
  const key = `errata:issue:${id}`
  await vi.waitFor(() => expect(events()).toEqual([['trigger', key]]), { timeout: 30_000 })
  await changeIssue(store, id, { status: 'resolved' })
  // Any occurrence starts a round.
  await sendException(store, { message: 'another', environment: 'staging' })
  await vi.waitFor(
    () =>
      expect(events()).toEqual([
        ['trigger', key],
        ['resolve', key],
      ]),
    { timeout: 30_000 },
  )
  await store.stop()
})
