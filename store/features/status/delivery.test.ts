// How many of the records that pages have numbered arrived, through the store's port.
import { beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { sharedStore, type SharedStore } from '../../testing/store.ts'
import type { DeliveryAnswer } from '../../../contract/status.ts'

let store: SharedStore
beforeAll(async () => {
  store = await sharedStore()
})

const DAY_MS = 86_400_000
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/26.1 Mobile/15E148 Safari/604.1'

type Sent = { service: string; numbers: string[]; agent?: string; at?: number }

async function send({ service, numbers, agent, at = Date.now() }: Sent): Promise<void> {
  const records = numbers.map((number) => exceptionRecord({ at, attributes: { 'errata.sequence': number } }))
  const request = logs(records, { service })
  for (const { key, value } of request.resourceLogs![0]!.resource!.attributes!)
    if (agent && key === 'user_agent.original') value!.stringValue = agent
  await store.send('logs', request)
}

const ask = async (service: string): Promise<DeliveryAnswer> =>
  (await store.ask<DeliveryAnswer>(`/api/delivery?service=${service}`)).body

test('a missing number between two others is a lost record; the worst browser is first', async () => {
  const service = 'numbered'
  await send({ service, numbers: ['aaaaaaaa 1', 'aaaaaaaa 2', 'aaaaaaaa 4', 'aaaaaaaa 5'] })
  await send({ service, numbers: ['bbbbbbbb 7', 'bbbbbbbb 16'], agent: SAFARI })
  await send({ service, numbers: ['cccccccc 1', 'cccccccc 2'], agent: SAFARI, at: Date.now() - 2 * DAY_MS })
  expect(await ask(service)).toEqual({
    sessions: 2,
    total: { sent: 15, arrived: 6 },
    usual: { sent: 2, arrived: 2 },
    browsers: [
      { browser: 'Safari', os: 'iOS', sent: 10, arrived: 2, usual: { sent: 2, arrived: 2 } },
      { browser: 'Chrome', os: 'Linux', sent: 5, arrived: 4, usual: { sent: 0, arrived: 0 } },
    ],
  })
})

test('a record that arrives twice counts once; missing and made-up numbers do not count', async () => {
  const service = 'twice'
  await send({ service, numbers: ['aaaaaaaa 1', 'aaaaaaaa 2'] })
  await send({ service, numbers: ['aaaaaaaa 2', 'aaaaaaaa 3'] })
  await send({ service, numbers: ['dddddddd 1', 'dddddddd 999999', 'x 1', '', 'eeeeeeee 99999999999'] })
  const { sessions, total } = await ask(service)
  expect({ sessions, total }).toEqual({ sessions: 1, total: { sent: 3, arrived: 3 } })
})
