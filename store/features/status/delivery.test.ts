// How many of the records that pages have numbered arrived, through the store's port.
import { expect, test } from 'vitest'
import { CHROME, eventRecord, exceptionRecord, IPHONE, logs } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { DeliveryAnswer } from '../../../contract/status.ts'

const store = sharedStore()

const DAY_MS = 86_400_000

type Sent = { service: string; numbers: string[]; agent?: string; at?: number }

async function send({ service, numbers, agent = CHROME, at = Date.now() }: Sent): Promise<void> {
  const records = numbers.map((number) => exceptionRecord({ at, attributes: { 'errata.sequence': number } }))
  await store.send('logs', logs(records, { service, resource: { 'user_agent.original': agent } }))
}

const ask = (service: string): Promise<DeliveryAnswer> =>
  store.read<DeliveryAnswer>(`/api/delivery?service=${service}`)

test('a missing number between two others is a lost record; the worst browser is first', async () => {
  const service = 'numbered'
  await send({ service, numbers: ['aaaaaaaa 1', 'aaaaaaaa 2', 'aaaaaaaa 4', 'aaaaaaaa 5'] })
  await send({ service, numbers: ['bbbbbbbb 7', 'bbbbbbbb 16'], agent: IPHONE })
  await send({ service, numbers: ['cccccccc 1', 'cccccccc 2'], agent: IPHONE, at: Date.now() - 2 * DAY_MS })
  expect(await ask(service)).toEqual({
    sessions: 2,
    total: { sent: 15, arrived: 6 },
    usual: { sent: 2, arrived: 2 },
    discarded: [],
    browsers: [
      { browser: 'Safari', os: 'iOS', sent: 10, arrived: 2, usual: { sent: 2, arrived: 2 } },
      { browser: 'Chrome', os: 'Linux', sent: 5, arrived: 4, usual: { sent: 0, arrived: 0 } },
    ],
  })
})

test('a session with made-up numbers counts by what arrived of it', async () => {
  const service = 'invented'
  const sessions = Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(8, '0'))
  await send({ service, numbers: sessions.flatMap((session) => [`${session} 1`, `${session} 9999`]) })
  expect((await ask(service)).total).toEqual({ sent: 50 * 42, arrived: 100 })
})

test('a record that arrives twice counts once; missing and made-up numbers do not count', async () => {
  const service = 'twice'
  await send({ service, numbers: ['aaaaaaaa 1', 'aaaaaaaa 2'] })
  await send({ service, numbers: ['aaaaaaaa 2', 'aaaaaaaa 3'] })
  await send({ service, numbers: ['dddddddd 1', 'dddddddd 999999', 'x 1', '', 'eeeeeeee 99999999999'] })
  const { sessions, total } = await ask(service)
  expect({ sessions, total }).toEqual({ sessions: 1, total: { sent: 3, arrived: 3 } })
})

type Report = [uid: string, reason: string, quantity: string, at?: number]

function report(...[uid, reason, quantity, at]: Report) {
  const attributes = {
    'log.record.uid': uid,
    'errata.discarded.reason': reason,
    'errata.discarded.category': 'error',
    'errata.discarded.quantity': quantity,
  }
  return eventRecord('errata.discarded', attributes, at)
}

test('what SDKs report as not sent is added up, once for each report and within bounds', async () => {
  const service = 'discarding'
  const first = report('a', 'network_error', '4')
  const sent = [report('b', 'network_error', '3'), report('c', 'before_send', '9')]
  const invented = [report('d', 'cosmic_rays', '999999999999'), report('e', 'queue_overflow', '-7')]
  const earlier = report('f', 'network_error', '50', Date.now() - 2 * DAY_MS)
  await store.send('logs', logs([first, earlier], { service }))
  await store.send('logs', logs([first, ...sent, ...invented], { service }))
  expect((await ask(service)).discarded).toEqual([
    { reason: 'cosmic_rays', category: 'error', quantity: 10_000, isLost: true },
    { reason: 'before_send', category: 'error', quantity: 9, isLost: false },
    { reason: 'network_error', category: 'error', quantity: 7, isLost: true },
  ])
})
