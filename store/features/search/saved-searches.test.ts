// Saved searches: what is stored of them, what is refused, and what an alert rule gets.
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SavedSearch, SearchesAnswer } from '../../../contract/search.ts'
import { openTestEngine } from '../../testing/engine.ts'
import { makeFolder } from '../../testing/store.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import { writeSetting } from '../../database/settings.ts'
import { findSearch } from './index.ts'

const store = sharedStore()

const save = (body: object) => store.post<SavedSearch & { detail: string }>('/api/searches', body)

async function saved(name: string): Promise<SavedSearch[]> {
  const { searches } = await store.read<SearchesAnswer>('/api/searches')
  return searches.filter((search) => search.name === name)
}

test('a name is unique in its list: saving again replaces, deleting removes', async () => {
  const name = newName()
  const first = await save({ name: ` ${name}\n`, list: 'issues', search: '?q=browser%3Achrome&service=shop' })
  expect(first).toMatchObject({
    status: 201,
    body: { name, list: 'issues', search: 'q=browser%3Achrome&service=shop' },
  })
  const second = await save({ name, list: 'issues', search: 'status=new&sort=users' })
  expect(second.body.id).toBe(first.body.id)
  const traces = await save({
    name,
    list: 'traces',
    search: 'errors=true&q=http.route%3A%2Fcart&order=errors',
  })
  expect(await saved(name)).toEqual([second.body, traces.body])
  const remove = () => store.ask<unknown>(`/api/searches/${first.body.id}`, { method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect(await saved(name)).toEqual([traces.body])
  expect((await remove()).status).toBe(404)
  expect((await save({ name, list: 'issues', search: 'q=again' })).body.id).toBe(first.body.id)
  expect(await saved(name)).toHaveLength(2)
})

test.each([
  ['name must be', { name: ' ', list: 'issues', search: 'q=a' }],
  ['name must be', { name: 'n'.repeat(201), list: 'issues', search: 'q=a' }],
  ['list must be one of issues, traces', { name: 'n', list: 'operations', search: 'q=a' }],
  ['search must be a string', { name: 'n', list: 'issues' }],
  ['must have a parameter', { name: 'n', list: 'issues', search: '' }],
  ['search must not be longer', { name: 'n', list: 'issues', search: `q=${'a'.repeat(4_000)}` }],
  ['search has "range", which must be one of service', { name: 'n', list: 'issues', search: 'range=7d' }],
  ['search has "cursor"', { name: 'n', list: 'traces', search: 'q=a&cursor=abc' }],
  ['search has "errors"', { name: 'n', list: 'issues', search: 'errors=true' }],
  ['search must not have "q" twice', { name: 'n', list: 'issues', search: 'q=a&q=b' }],
  ['search has "q" without a value', { name: 'n', list: 'issues', search: 'q=' }],
  ['q has "browserr:chrome", whose key', { name: 'n', list: 'issues', search: 'q=browserr:chrome' }],
  ['q has "status:new": status is a parameter', { name: 'n', list: 'issues', search: 'q=status:new' }],
  ['q has "type:TypeError"', { name: 'n', list: 'traces', search: 'q=type:TypeError' }],
  ['q must not have more than 12 terms', { name: 'n', list: 'issues', search: `q=${'a+'.repeat(13)}` }],
  ['status must be one of', { name: 'n', list: 'issues', search: 'status=open' }],
  ['sort must be one of', { name: 'n', list: 'issues', search: 'sort=age' }],
  ['attribute must be name:value', { name: 'n', list: 'traces', search: 'attribute=cart' }],
  ['minDurationNs must be an integer', { name: 'n', list: 'traces', search: 'minDurationNs=1s' }],
])('%s: a search that its list cannot show is refused', async (detail, body) => {
  const answer = await save(body)
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('the parts of a search of issues are the filter of an alert rule', async () => {
  const folder = makeFolder()
  const engine = await openTestEngine(folder, 30)
  const search = {
    id: 'a1',
    name: 'Chrome in the shop',
    list: 'issues',
    search: 'q=browser%3Achrome+-%22no+total%22&service=shop&status=regressed',
  }
  await writeSetting(engine, { kind: 'search', id: 'a1', value: search })
  await writeSetting(engine, { kind: 'search', id: 'b2', value: { ...search, id: 'b2', list: 'traces' } })
  expect(await findSearch(engine, 'a1')).toEqual({
    ...search,
    filter: {
      service: ['shop'],
      environment: [],
      release: [],
      terms: [
        { key: 'browser', value: 'chrome', negated: false },
        { key: null, value: 'no total', negated: true },
      ],
    },
    status: 'regressed',
  })
  expect([await findSearch(engine, 'b2'), await findSearch(engine, 'c3')]).toEqual([null, null])
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})
