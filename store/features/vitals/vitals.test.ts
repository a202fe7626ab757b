// Web vitals by class of device, browser and system, and beside the two weeks before.
import { beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import { IPHONE, keyValues, logs, vitalRecord } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { VitalsAnswer } from '../../../contract/vitals.ts'

const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
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

test('device class, browser and system that a page sends do not count', async () => {
  const claims = { 'errata.device': 'tablet', 'errata.browser': 'Mosaic', 'errata.os': 'BeOS' }
  const record = vital(900, Date.now(), claims, 'named')
  const resource = { attributes: keyValues({ 'service.name': service }) }
  const body = {
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'test' }, logRecords: [record] }] }],
  }
  await store.send('logs', body)
  const { devices, browsers, systems } = await ask('route=named')
  expect(devices!.map(({ device }) => device)).toEqual([''])
  expect(browsers!.map(({ browser }) => browser)).toEqual([''])
  expect(systems!.map(({ os }) => os)).toEqual([''])
})

test('each browser and each system has its values, without versions', async () => {
  const { browsers, systems } = await ask('route=/cart')
  expect(browsers!.map(({ browser, count, rating }) => [browser, count, rating])).toEqual([
    ['Chrome', 3, 'good'],
    ['Safari', 3, 'poor'],
  ])
  expect(systems!.map(({ os, count }) => [os, count])).toEqual([
    ['Linux', 3],
    ['iOS', 3],
  ])
})

test.each([
  ['browser:safari', 3, [3, 3], [3]],
  ['os:"ios 26"', 3, [3], [3, 3]],
  ['browser:"Chrome 156" os:iOS', undefined, [3], [3]],
  ['-browser:Safari', 3, [3, 3], [3]],
  ['browser:""', undefined, [3, 3], []],
  ['CAR', 6, [3, 3], [3, 3]],
  ['route:/car', undefined, [], []],
])('q=%s filters all but the list that it is about', async (q, total, browsers, systems) => {
  const answer = await ask(`route=/cart&q=${encodeURIComponent(q)}`)
  expect(answer.totals?.[0]?.count).toBe(total)
  expect(answer.browsers!.map(({ count }) => count)).toEqual(browsers)
  expect(answer.systems!.map(({ count }) => count)).toEqual(systems)
})

test('full hours and the records at the ends of a range agree on browsers and systems', async () => {
  const at = Date.now() - 5 * 3_600_000
  const firefox = { 'user_agent.original': FIREFOX }
  const own = newName()
  // In one request: the first two are rows of one hour that differ in nothing else.
  const instants: [number, object][] = [
    [at, firefox],
    [at, {}],
    [Date.now(), firefox],
  ]
  await send(instants.map(([instant, agent]) => vital(1_000, instant, agent, own)))
  const { browsers, systems } = await ask(`route=${own}`)
  expect(browsers!.map(({ browser, count }) => [browser, count])).toEqual([
    ['Firefox', 2],
    ['Chrome', 1],
  ])
  expect(systems!.map(({ os, count }) => [os, count])).toEqual([
    ['Windows', 2],
    ['Linux', 1],
  ])
})

test('a key that web vitals do not have is refused with those that they have', async () => {
  const { status, body } = await store.ask<{ detail: string }>('/api/vitals?q=user:u-42')
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('service, release, environment, browser, os, route'),
  ])
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
