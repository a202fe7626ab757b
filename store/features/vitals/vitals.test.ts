// Web vitals by class of device, and beside the two weeks before.
import { beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import { IPHONE, keyValues, logs, vitalRecord } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { VitalsAnswer } from '../../../contract/vitals.ts'

const DAY = 86_400_000
const IPAD = IPHONE.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')

const store = sharedStore()
const service = newName()
beforeAll(async () => {
  const at = Date.now()
  const phone = { 'user_agent.original': IPHONE }
  // The resource of the test's requests has the user agent of a desktop.
  await send([vital(1_000, at), vital(1_000, at), vital(1_000, at), vital(1_400, at - 3 * DAY)])
  await send([vital(5_000, at, phone), vital(5_000, at, { ...phone, 'errata.device': 'tablet' })])
  await send([vital(2_600, at, { 'user_agent.original': IPAD })])
  await send([vital(3_000, at, { 'user_agent.original': 'x' }, 'other')])
})

async function send(records: LogRecord[]): Promise<void> {
  await store.send('logs', logs(records, { service }))
}

function vital(value: number, at: number, attributes = {}, route = '/cart'): LogRecord {
  return vitalRecord({ value, rating: value <= 2_500 ? 'good' : 'poor', at, route, attributes })
}

function ask(query: string): Promise<VitalsAnswer> {
  return store.read<VitalsAnswer>(`/api/vitals?service=${service}&range=24h&trend=true&${query}`)
}

test('each class of device has its values, by the user agent as the store reads it', async () => {
  const { devices } = await ask('route=/cart')
  expect(
    devices!.map(({ device, count, good, poor, rating }) => [device, count, good, poor, rating]),
  ).toEqual([
    ['desktop', 3, 3, 0, 'good'],
    ['mobile', 2, 0, 2, 'poor'],
    ['tablet', 1, 0, 1, 'needs-improvement'],
  ])
  expect(Math.round(devices!.find(({ device }) => device === 'mobile')!.p75)).toBe(5_000)
})

test('a device filters everything but the list of devices', async () => {
  const answer = await ask('route=/cart&device=mobile')
  expect(answer.vitals).toMatchObject([{ count: 2, route: '/cart' }])
  expect(answer.totals).toMatchObject([{ count: 2 }])
  expect(answer.trend!.map(({ count }) => count)).toEqual([2])
  expect(answer.devices).toHaveLength(3)
  expect((await ask('device=tablet,mobile')).totals).toMatchObject([{ count: 3 }])
})

test('a record with an unknown user agent has the device class of its resource', async () => {
  const { devices } = await ask('route=other')
  expect(devices!.map(({ device }) => device)).toEqual(['desktop'])
  expect((await store.ask('/api/vitals?device=watch')).status).toBe(400)
})

test('a device class sent by a page does not count, also without a user agent', async () => {
  const record = vital(900, Date.now(), { 'errata.device': 'tablet' }, 'named')
  const resource = { attributes: keyValues({ 'service.name': service }) }
  const body = {
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'test' }, logRecords: [record] }] }],
  }
  await store.send('logs', body)
  expect((await ask('route=named')).devices!.map(({ device }) => device)).toEqual([''])
})

test('totals have the value of the 14 days before, for the same devices', async () => {
  expect((await ask('route=/cart')).totals!.map(({ before }) => before && Math.round(before))).toEqual([
    1_400,
  ])
  expect((await ask('route=/cart&device=mobile')).totals!.map(({ before }) => before)).toEqual([null])
})

test('each route has the requested vital over time', async () => {
  const week = `/api/vitals?service=${service}&range=7d&trend=true`
  const [row] = (await store.read<VitalsAnswer>(`${week}&vital=LCP&route=/cart`)).vitals
  expect(row!.trend!.map(({ p75 }) => Math.round(p75))).toEqual([1_400, 5_000])
  expect(Date.parse(row!.trend![0]!.at)).toBeLessThan(Date.parse(row!.trend![1]!.at))
  expect((await ask('route=/cart')).vitals[0]).not.toHaveProperty('trend')
  expect((await ask('route=/cart&vital=INP')).vitals[0]).not.toHaveProperty('trend')
  expect((await store.ask('/api/vitals?trend=true&vital=FID')).status).toBe(400)
})
