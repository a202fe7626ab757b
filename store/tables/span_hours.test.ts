import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FacetsAnswer } from '../api/contract.ts'
import { dropped, makeOlder } from '../testing/older.ts'
import { span, spans } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'

const HOUR = 3_600_000
const hour = Math.floor(Date.now() / HOUR) * HOUR - 48 * HOUR
const minutes = (count: number): number => hour + count * 60_000

const folder = makeFolder()
let store: TestStore

beforeAll(async () => {
  store = await startStore({ folder })
  const list = [10, 50, 70, 150, 185].map((at) =>
    span({ at: minutes(at), error: at === 70, name: `at ${at}`, attributes: { part: 'a' } }),
  )
  expect(
    (await store.send('traces', spans(list, { service: 'hours', environment: 'test', release: '7.0.0' })))
      .status,
  ).toBe(200)
})
afterAll(() => store.stop())

async function facets(from: number, to: number, more = ''): Promise<Record<string, Record<string, number>>> {
  const query = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&service=hours${more}`
  const { facets: found } = (await store.ask<FacetsAnswer>(`/api/facets?of=traces&${query}`)).body
  return Object.fromEntries(
    found.map(({ name, values }) => [
      name,
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
    ]),
  )
}

const WITHIN = {
  service: { hours: 3 },
  operation: { 'at 50': 1, 'at 70': 1, 'at 150': 1 },
  status: { unset: 2, error: 1 },
  kind: { internal: 3 },
  environment: { test: 3 },
  release: { '7.0.0': 3 },
}

test.each([
  ['between two instants within hours', minutes(30), minutes(180)],
  ['up to the first instant that no longer counts', minutes(50), minutes(185)],
  ['of less than an hour on both sides', minutes(11), minutes(184)],
])('facets of spans count exactly what lies in a range %s', async (_what, from, to) => {
  expect(await facets(from, to)).toEqual(WITHIN)
  // What hours do not tell is counted span by span, and is the same.
  expect(await facets(from, to, '&attribute=part:a')).toEqual(WITHIN)
})

test('within one hour, and narrowed by what hours tell', async () => {
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
  ).toEqual({ hours: 1 })
})

/** What a store of that schema left: its spans, and nothing of what came later. */
async function backTo(version: number, drop: string[]): Promise<void> {
  await store.kill()
  await makeOlder(folder, version, dropped(drop))
  store = await startStore({ folder })
}

test(
  'a store of schema 23 is brought here with all its spans counted, once, also when that was cut short',
  { timeout: 60_000 },
  async () => {
    await backTo(23, ['span_hours_mv', 'span_hours'])
    expect(await facets(minutes(30), minutes(180))).toEqual(WITHIN)
    await backTo(30, ['span_hours_mv'])
    expect(await facets(minutes(30), minutes(180))).toEqual(WITHIN)
    const later = span({ at: minutes(70), name: 'later' })
    await store.send('traces', spans([later], { service: 'hours', environment: 'test', release: '7.0.0' }))
    expect((await facets(minutes(30), minutes(180))).service).toEqual({ hours: 4 })
  },
)
