// `assignee:` in searches of issues, the facet, and changes of all issues that match.
import { expect, test } from 'vitest'
import { listIssues, sendException } from '../../../testing/issues.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import type { TrendAnswer } from '../../../../contract/issues.ts'
import type { FacetsAnswer } from '../../../../contract/search.ts'

const store = sharedStore()
const service = newName()

async function typesOf(q: string): Promise<string[]> {
  const { issues, total } = await listIssues(store, `service=${service}&q=${encodeURIComponent(q)}`)
  expect(total).toBe(issues.length)
  return issues.map(({ type }) => type).toSorted()
}

test('issues are searched by their assignee, also merged ones, and by none', async () => {
  const ids = new Map<string, string>()
  for (const type of ['A', 'B', 'C', 'D'])
    ids.set(type, await sendException(store, { service, type, message: type }))
  const [a, b, c] = ['A', 'B', 'C'].map((type) => ids.get(type)!)
  await store.patch(`/api/issues/${a}`, { assignee: 'Ada Lovelace' })
  await store.patch(`/api/issues/${b}`, { assignee: 'Ada Lovelace' })
  await store.patch(`/api/issues/${b}`, { assignee: 'bob' })
  await store.patch(`/api/issues/${c}`, { assignee: 'bob' })
  await store.patch(`/api/issues/${c}`, { assignee: null })
  expect(await typesOf('assignee:"ada lovelace"')).toEqual(['A'])
  expect(await typesOf('assignee:bob')).toEqual(['B'])
  expect(await typesOf('-assignee:bob')).toEqual(['A', 'C', 'D'])
  expect(await typesOf('assignee:none')).toEqual(['C', 'D'])
  expect(await typesOf('-assignee:none type:B')).toEqual(['B'])
  expect(await typesOf('assignee:nobody-else')).toEqual([])

  await store.post(`/api/issues/${ids.get('D')}/merge`, { into: a })
  const of = `service=${service}&q=assignee:%22Ada Lovelace%22`
  expect((await store.read<TrendAnswer>(`/api/trend?${of}`)).events).toBe(2)
  const { facets, total } = await store.read<FacetsAnswer>(`/api/facets?service=${service}`)
  expect([total, facets.find(({ name }) => name === 'assignee')?.values]).toEqual([
    4,
    [
      { value: 'Ada Lovelace', count: 2 },
      { value: 'bob', count: 1 },
    ],
  ])
  const changed = await store.patch<{ changed: number }>('/api/issues', {
    filter: { service, q: 'assignee:none' },
    status: 'resolved',
  })
  expect(changed.body.changed).toBe(1)
  expect(await typesOf('')).toEqual(['A', 'B'])
})
