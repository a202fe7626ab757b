// Owners of code: a search finds the issues of an owner, and an alert is about them alone.
import { expect, test } from 'vitest'
import type { RulePreview } from '../../../contract/alerts.ts'
import type { SavedSearch } from '../../../contract/search.ts'
import { listIssues, readIssue, sendException } from '../../testing/issues.ts'
import { newName, storeOfFile } from '../../testing/suite.ts'
import { addWebhook, startWebhook } from '../alerts/testing/webhook.ts'

const store = storeOfFile({ env: { ALERT_TARGETS: '127.0.0.1' } })
const HEAD = 'a'.repeat(40)

async function upload(service: string, release: string, owners: string): Promise<void> {
  const query = new URLSearchParams({ service, release }).toString()
  const body = { head: HEAD, commits: [], root: 'web', owners: { path: 'CODEOWNERS', text: owners } }
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
