// The share that values of facets have of the base.
import { beforeAll, expect, test } from 'vitest'
import { exception } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'

const store = sharedStore()
beforeAll(async () => {
  const send = (type: string, release: string, environment: string) =>
    store.send('logs', exception({ service: 'base-web', type, message: type, release, environment }))
  for (let round = 0; round < 3; round++) await send('TypeError', '2.0.0', 'production')
  for (let round = 0; round < 5; round++) await send('RangeError', '1.0.0', 'staging')
  await send('TypeError', '1.0.0', 'production')
  await send('RangeError', '2.0.0', 'staging')
  await store.send('logs', exception({ service: 'other-web', release: '2.0.0' }))
})

function facets(query: string): Promise<FacetsAnswer> {
  return store.read<FacetsAnswer>(`/api/facets?${query}`)
}

function valuesOf({ facets: list }: FacetsAnswer, name: string): FacetValue[] | undefined {
  return list.find((facet) => facet.name === name)?.values
}

test('a value has its share of the same range and service without the other filters', async () => {
  const answer = await facets('service=base-web&q=type:TypeError&base=true')
  expect(answer).toMatchObject({ total: 4, baseTotal: 10 })
  expect(valuesOf(answer, 'release')).toEqual([
    { value: '2.0.0', count: 3, base: 0.4 },
    { value: '1.0.0', count: 1, base: 0.6 },
  ])
  expect(valuesOf(answer, 'type')).toEqual([{ value: 'TypeError', count: 4, base: 0.4 }])
  expect(valuesOf(answer, 'environment')).toEqual([{ value: 'production', count: 4, base: 0.4 }])
})

test('without the parameter there is no base, and the counts are the same', async () => {
  const answer = await facets('service=base-web&release=2.0.0')
  expect(answer).not.toHaveProperty('baseTotal')
  expect(valuesOf(answer, 'type')).toEqual([
    { value: 'TypeError', count: 3 },
    { value: 'RangeError', count: 1 },
  ])
})

test('the base of one issue is all exceptions of its service', async () => {
  const { issues } = await store.read<IssuesAnswer>('/api/issues?service=base-web')
  const id = issues.find(({ type }) => type === 'TypeError')!.id
  const answer = await facets(`issue=${id}&q=release:2.0.0&base=true`)
  expect(answer).toMatchObject({ total: 3, baseTotal: 10 })
  expect(valuesOf(answer, 'release')).toEqual([{ value: '2.0.0', count: 3, base: 0.4 }])
  expect(valuesOf(answer, 'service')).toEqual([{ value: 'base-web', count: 3, base: 1 }])
})
