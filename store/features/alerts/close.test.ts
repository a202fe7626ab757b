import { expect, test, vi } from 'vitest'
import type { DeliveriesAnswer } from '../../../contract/alerts.ts'
import { sendException } from '../../testing/issues.ts'
import { startReceiver } from '../../testing/receivers.ts'
import { startStore } from '../../testing/store.ts'
import { AT_ONCE } from './testing/webhook.ts'

test('a receiver that does not answer delays no end of the store, and gets its message again', async () => {
  let isHanging = true
  const receiver = await startReceiver((response) => void (isHanging || response.end('ok')))
  const store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
  await store.post('/api/channels', { name: 'hook', kind: 'webhook', target: receiver.url, ...AT_ONCE })
  await sendException(store)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 })
  // Null is the code of a process that had to be killed, with its engine open.
  expect(await store.end()).toBe(0)

  isHanging = false
  await store.start()
  await vi.waitFor(
    async () => {
      const { deliveries } = await store.read<DeliveriesAnswer>('/api/deliveries')
      expect(deliveries.map(({ status }) => status)).toEqual(['sent'])
    },
    { timeout: 60_000 },
  )
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[0]])
  await store.stop()
})
