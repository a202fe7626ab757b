// Owners of code: a search finds the issues of an owner, and an alert is about them alone.
import { expect, test } from 'vitest'
import type { RulePreview } from '../../../contract/alerts.ts'
import type { CommitsUpload } from '../../../contract/commits.ts'
import type { FacetsAnswer, SavedSearch } from '../../../contract/search.ts'
import { listIssues, readIssue, sendException } from '../../testing/issues.ts'
import { person } from '../../testing/people.ts'
import { newName, storeOfFile } from '../../testing/suite.ts'
import { addWebhook, startWebhook } from '../alerts/testing/webhook.ts'

const store = storeOfFile({ env: { ALERT_TARGETS: '127.0.0.1' } })
const HEAD = 'a'.repeat(40)

async function upload(
  service: string,
  release: string,
  owners: string,
  more: Partial<CommitsUpload> = {},
): Promise<void> {
  const query = new URLSearchParams({ service, release }).toString()
  const text = { path: 'CODEOWNERS', text: owners }
  const body: CommitsUpload = { head: HEAD, commits: [], root: 'web', owners: text, ...more }
  const answer = await store.ask(`/api/commits?${query}`, { method: 'PUT', body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
}

const send = (service: string, file: string): Promise<string> =>
  sendException(store, {
    service,
    release: '1',
    message: file,
    stacktrace: `TypeError: x\n    at f (webpack://shop/./${file}:1:1)`,
  })

async function messagesOf(service: string, q: string): Promise<string[]> {
  const query = new URLSearchParams({ service, q }).toString()
  return (await listIssues(store, query)).issues.map(({ message }) => message).toSorted()
}

test('a search finds the issues of an owner, also older ones', async () => {
  const service = newName()
  await send(service, 'src/cart/a.ts')
  await upload(service, '1', '* @web\n/web/src/cart/ @shop/Cart @lena')
  await expect.poll(() => messagesOf(service, 'owner:shop/cart')).toEqual(['src/cart/a.ts'])
  const id = await send(service, 'src/cart/b.ts')
  await send(service, 'src/c.ts')
  await expect.poll(() => messagesOf(service, 'owner:@web')).toEqual(['src/c.ts'])
  expect(await messagesOf(service, 'owner:LENA')).toEqual(['src/cart/a.ts', 'src/cart/b.ts'])
  expect(await messagesOf(service, '-owner:lena')).toEqual(['src/c.ts'])
  expect(await messagesOf(service, 'owner:none')).toEqual([])
  expect((await readIssue(store, id)).owners).toEqual(['@shop/Cart', '@lena'])
  await upload(service, '2', '/web/src/cart/b.ts @mona')
  await expect.poll(() => messagesOf(service, 'owner:mona')).toEqual(['src/cart/b.ts'])
  expect(await messagesOf(service, 'owner:none')).toEqual(['src/c.ts', 'src/cart/a.ts'])
})

test('a facet counts the exceptions of each owner, as a search for this owner finds them', async () => {
  const service = newName()
  await upload(service, '1', '* @web\n/web/src/cart/ @shop/Cart @lena\n/web/docs/')
  for (const file of ['src/cart/a.ts', 'src/cart/a.ts', 'src/cart/b.ts', 'src/c.ts', 'docs/d.ts'])
    await send(service, file)
  const facetOf = async (query = '') => {
    const { facets, total } = await store.read<FacetsAnswer>(`/api/facets?service=${service}${query}`)
    return [total, facets.find(({ name }) => name === 'owner')?.values]
  }
  await expect.poll(() => messagesOf(service, '-owner:none')).toHaveLength(3)
  const three = [
    { value: '@lena', count: 3 },
    { value: '@shop/Cart', count: 3 },
    { value: '@web', count: 1 },
  ]
  expect(await facetOf()).toEqual([5, three])
  expect(await facetOf('&q=owner:@WEB')).toEqual([1, [{ value: '@web', count: 1 }]])
  expect(await facetOf('&q=owner:none')).toEqual([1, []])
  expect(await facetOf(`&q=${encodeURIComponent('"src/cart/a.ts"')}&base=true`)).toEqual([
    2,
    [
      { value: '@lena', count: 2, base: 0.6 },
      { value: '@shop/Cart', count: 2, base: 0.6 },
    ],
  ])
  // Merged issues have the owners of each of them.
  const [id, into] = [await send(service, 'src/c.ts'), await send(service, 'src/cart/b.ts')]
  expect((await store.post(`/api/issues/${id}/merge`, { into })).status).toBe(200)
  expect(await facetOf('&q=owner:web')).toEqual([
    4,
    ['@lena', '@shop/Cart', '@web'].map((value) => ({ value, count: 4 })),
  ])
})

test('somebody with some services sees no owner of another one', async () => {
  const [own, other] = [newName(), newName()]
  await upload(own, '1', '* @own-team')
  await upload(other, '1', '* @secret-team')
  await send(own, 'src/a.ts')
  const theirs = await send(other, 'src/a.ts')
  await expect.poll(() => messagesOf(other, 'owner:secret-team')).toHaveLength(1)
  const ann = person(store, { name: newName(), services: [own] })
  for (const query of ['', `?service=${other}`, '?q=owner:secret-team', `?issue=${theirs}`, '?base=true']) {
    const text = JSON.stringify(await ann.get(`/api/facets${query}`))
    expect([query, text.includes('secret-team')]).toEqual([query, false])
  }
  const { facets } = await ann.get<FacetsAnswer>('/api/facets?base=true')
  expect(facets.find(({ name }) => name === 'owner')?.values).toEqual([
    { value: '@own-team', count: 1, base: 1 },
  ])
  expect(await ann.get('/api/issues?q=owner:secret-team')).toMatchObject({ issues: [], total: 0 })
})

test('a rule with a search for an owner sends the issues of that owner alone', async () => {
  const service = newName()
  await upload(service, '1', '* @web\n/web/src/cart/ @cart')
  const webhook = await startWebhook()
  const { id: channel } = await addWebhook(store, webhook)
  expect((await store.patch('/api/rules/new', { enabled: false })).status).toBe(200)
  const search = new URLSearchParams({ q: 'owner:@cart' }).toString()
  const saved = await store.post<SavedSearch>('/api/searches', { name: 'Cart', list: 'issues', search })
  const rule = { name: 'Cart', when: 'new', service: [service], search: saved.body.id, channels: [channel] }
  expect((await store.post('/api/rules', rule)).status).toBe(201)
  await send(service, 'src/other.ts')
  const cart = await send(service, 'src/cart/total.ts')
  await webhook.received(1)
  expect(webhook.requests.flatMap(({ message }) => message.data.issues.map(({ id }) => id))).toEqual([cart])
  const preview = await store.post<RulePreview>('/api/rules/preview', rule)
  expect(preview.body.messages.flatMap(({ issueIds }) => issueIds)).toEqual([cart])
  webhook.close()
})

const OWNERS = '* @root\n/apps/ @apps\n/apps/shop/ @shop\n/apps/admin/ @admin\n/packages/ui/ @ui'

test('a file of another package has the owners of the nearest folder with its name', async () => {
  const service = newName()
  const files = ['src/a.ts', 'packages/ui/a.ts', 'admin/a.ts', 'apps/b.ts', 'a.ts', 'made/a.ts', 'ui/a.ts']
  for (const file of files) await send(service, file)
  const ownersOf = async (): Promise<Record<string, string[]>> => {
    const { issues } = await listIssues(store, `service=${service}`)
    const answers = issues.map(async ({ id, message }) => [message, (await readIssue(store, id)).owners])
    return Object.fromEntries(await Promise.all(answers)) as Record<string, string[]>
  }
  // A build of before knows no folders.
  await upload(service, '1', OWNERS, { root: 'apps/shop' })
  await expect.poll(() => messagesOf(service, 'owner:shop')).toEqual(files.toSorted())
  const folders = [['src', 'ui'], ['shop', 'admin'], ['apps', 'packages', 'src'], ['made']]
  await upload(service, '2', OWNERS, { root: 'apps/shop', folders })
  const expected = {
    'src/a.ts': ['@shop'],
    'packages/ui/a.ts': ['@ui'],
    'admin/a.ts': ['@admin'],
    'apps/b.ts': ['@apps'],
    'a.ts': ['@shop'],
    'made/a.ts': ['@root'],
    'ui/a.ts': ['@shop'],
  }
  expect(await ownersOf()).toEqual(expected)
  // The same CODEOWNERS with folders is another one.
  await expect.poll(() => messagesOf(service, 'owner:ui')).toEqual(['packages/ui/a.ts'])
  expect(await messagesOf(service, 'owner:root')).toEqual(['made/a.ts'])
  expect(await messagesOf(service, 'owner:shop')).toEqual(['a.ts', 'src/a.ts', 'ui/a.ts'])
})
