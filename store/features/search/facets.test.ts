import { beforeAll, expect, test } from 'vitest'
import { span, spans } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'

const HOUR = 3_600_000
const hour = Math.floor(Date.now() / HOUR) * HOUR - 48 * HOUR
const minutes = (count: number): number => hour + count * 60_000

const store = sharedStore()
const service = newName()

beforeAll(async () => {
  const list = [10, 50, 70, 150, 185].map((at) => ({
    ...span({ at: minutes(at), error: at === 70, name: `at ${at}`, attributes: { part: 'a' } }),
    ...(at === 150 && { status: { code: 1 } }),
  }))
  await store.send('traces', spans(list, { service, environment: 'test', release: '7.0.0' }))
})

async function facets(from: number, to: number, more = ''): Promise<Record<string, Record<string, number>>> {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const { facets: rows } = await store.read<FacetsAnswer>(
    `/api/facets?of=traces&${range}&service=${service}${more}`,
  )
  return Object.fromEntries(
    rows.map(({ name, values }) => [
      name,
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
    ]),
  )
}

const WITHIN = {
  service: { [service]: 3 },
  operation: { 'at 50': 1, 'at 70': 1, 'at 150': 1 },
  status: { unset: 1, error: 1, ok: 1 },
  kind: { internal: 3 },
  environment: { test: 3 },
  release: { '7.0.0': 3 },
}

test.each([
  ['between two instants within hours', minutes(30), minutes(180)],
  ['up to the first instant that no longer counts', minutes(50), minutes(185)],
  ['of less than an hour on both sides', minutes(11), minutes(184)],
])('facets of spans count exactly the spans in a range %s', async (_what, from, to) => {
  expect(await facets(from, to)).toEqual(WITHIN)
  // An attribute is counted span by span, with the same result.
  expect(await facets(from, to, '&attribute=part:a')).toEqual(WITHIN)
})

test('facets of spans count the spans of one hour, and with filters the matching ones', async () => {
  expect((await facets(minutes(40), minutes(59))).operation).toEqual({ 'at 50': 1 })
  expect((await facets(minutes(0), minutes(240), '&status=error')).operation).toEqual({ 'at 70': 1 })
  expect((await facets(minutes(0), minutes(240), '&q=-release:7.0.0')).operation).toEqual({})
  expect((await facets(minutes(0), minutes(240), '&q=5')).operation).toEqual({
    'at 50': 1,
    'at 150': 1,
    'at 185': 1,
  })
  expect(
    (await facets(minutes(0), minutes(240), '&environment=test&release=7.0.0&operation=at 10')).service,
  ).toEqual({ [service]: 1 })
})

test('facets of spans count three whole days as the sum of their hours', async () => {
  const early = [0, 30, 55].map((hours) => span({ at: hour - 4 * 24 * HOUR + hours * HOUR, name: 'early' }))
  await store.send('traces', spans(early, { service, environment: 'staging' }))
  const counts = await facets(hour - 5 * 24 * HOUR, hour + 24 * HOUR)
  expect(counts.operation).toEqual({ early: 3, 'at 10': 1, 'at 50': 1, 'at 70': 1, 'at 150': 1, 'at 185': 1 })
  expect(counts.environment).toEqual({ test: 5, staging: 3 })
  expect(counts.status).toEqual({ unset: 6, error: 1, ok: 1 })
})
