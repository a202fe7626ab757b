// Sessions that an SDK reports itself: their updates, in any order and number, and the counts of servers.
import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventRecord, logs } from '../../testing/otlp.ts'
import { newName, sharedStore, storeOfTest } from '../../testing/suite.ts'
import type { ReleasesAnswer } from '../../../contract/releases.ts'
import type { LogRecord } from '../../../otlp/otlp-json.ts'

const store = sharedStore()
type Store = Pick<typeof store, 'send' | 'read'>

const MINUTE = 60_000
const newId = (): string => randomBytes(16).toString('hex')

/** `name`: of the event, `start`, `update` or `crash`. */
function sessionRecord(id: string, name: string): LogRecord {
  return eventRecord(`session.${name}`, { 'session.id': id })
}

type Counts = { uid: string; total: number | string; crashed: number | string }

function countsRecord({ uid, total, crashed }: Counts, at = Date.now()): LogRecord {
  const attributes = {
    'log.record.uid': uid,
    'errata.sessions.total': String(total),
    'errata.sessions.crashed': String(crashed),
  }
  return eventRecord('session.counts', attributes, at)
}

/** Of the release, and of the hours of its service together: the same, unless an estimate is one of them. */
async function crashFree(service: string, from: Store = store): Promise<[number, number | null][]> {
  const { releases, trend } = await from.read<ReleasesAnswer>(
    `/api/releases?service=${service}&range=30d&trend=true`,
  )
  const rows = [...releases, ...trend!]
  return rows.map(({ sessions, crashFreeSessions: share }) => [
    sessions,
    share === null ? null : Number(share.toFixed(4)),
  ])
}

test('a session that crashed is not crash-free, one with errors is', async () => {
  const service = newName()
  const ids = Array.from({ length: 4 }, newId)
  const records = ids.map((id) => sessionRecord(id, 'start'))
  await store.send('logs', logs(records, { service }))
  await store.send('logs', logs([sessionRecord(ids[0]!, 'crash')], { service }))
  await store.send('logs', logs([sessionRecord(ids[1]!, 'update')], { service }))
  expect(await crashFree(service)).toEqual([
    [4, 0.75],
    [4, 0.75],
  ])
})

test('a session counts once, whatever the order, the number and the batches of its updates', async () => {
  const update = fc.record({
    session: fc.nat(7),
    name: fc.constantFrom('start', 'update', 'update', 'crash'),
    copies: fc.integer({ min: 1, max: 3 }),
    alone: fc.boolean(),
  })
  const updates = fc.array(update, { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(updates, async (list) => {
      const service = newName()
      const requests: LogRecord[][] = [[]]
      for (const { session, name, copies, alone } of list)
        for (let copy = 0; copy < copies; copy++) {
          if (alone) requests.push([])
          requests.at(-1)!.push(sessionRecord(`${session}`, name))
        }
      await Promise.all(requests.map((records) => store.send('logs', logs(records, { service }))))
      const sessions = new Set(list.map(({ session }) => session)).size
      const crashes = list.filter(({ name }) => name === 'crash').map(({ session }) => session)
      const share = Number((1 - new Set(crashes).size / sessions).toFixed(4))
      expect(await crashFree(service)).toEqual([
        [sessions, share],
        [sessions, share],
      ])
    }),
    { numRuns: 12, seed: 20_261_126 },
  )
})

test('the counts of servers are added to the sessions with ids, and each record counts once', async () => {
  const service = newName()
  const counts = [
    countsRecord({ uid: 'a-0', total: 9, crashed: 0 }, Date.now() - MINUTE),
    countsRecord({ uid: 'a-1', total: 23, crashed: 2 }),
  ]
  await store.send('logs', logs([sessionRecord('one', 'start'), ...counts], { service }))
  // The same records among others, as after a retry.
  await store.send('logs', logs([...counts, sessionRecord('two', 'crash')], { service }))
  const rows = await crashFree(service)
  expect(rows[0]).toEqual([34, Number((1 - 3 / 34).toFixed(4))])
})

test('a record counts 10,000 sessions at most, and its share of crashes stays', async () => {
  const service = newName()
  const list: Counts[] = [
    { uid: '1', total: '18446744073709551615', crashed: '9223372036854775807' },
    { uid: '2', total: 1_000_000, crashed: 100 },
    { uid: '3', total: '-5', crashed: '-5' },
    { uid: '4', total: 'many', crashed: '1e9' },
    { uid: '5', total: 10, crashed: 90 },
  ]
  const records = list.map((counts) => countsRecord(counts))
  await store.send('logs', logs(records, { service }))
  const [release] = await crashFree(service)
  expect(release).toEqual([20_010, Number((1 - 5_011 / 20_010).toFixed(4))])
})

test('updates and counts survive a kill, and what is sent again after it counts once', async () => {
  const own = await storeOfTest()
  const service = newName()
  const requests = [
    [sessionRecord('one', 'start'), sessionRecord('two', 'start')],
    [sessionRecord('one', 'crash'), countsRecord({ uid: 'c', total: 6, crashed: 1 })],
  ]
  for (const records of requests) await own.send('logs', logs(records, { service }))
  await own.restart()
  await own.send('logs', logs(requests.flat().toReversed(), { service }))
  await own.restart('SIGTERM')
  expect((await crashFree(service, own))[0]).toEqual([8, 0.75])
})
