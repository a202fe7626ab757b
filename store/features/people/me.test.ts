// The name of the caller: who may set it, what has it, and what "me" stands for.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IssueAnswer, Issue, IssuesAnswer } from '../../../contract/issues.ts'
import type { CreatedToken, Me, PersonNamesAnswer } from '../../../contract/people.ts'
import type { Today } from '../../../contract/today.ts'
import { sendException } from '../../testing/issues.ts'
import { owner, person, senderOf } from '../../testing/people.ts'
import { storeOfFile } from '../../testing/suite.ts'

const store = storeOfFile()
const NO_NAME = {
  status: 400,
  body: { detail: '"me" is the name of the caller, which is not set: PATCH /api/me sets it.' },
}

test('the owner has no name until one is set; then changes, notes and merges have it', async () => {
  const admin = owner(store)
  expect(await admin.get<Me>('/api/me')).toMatchObject({ name: '', role: 'admin', method: 'open' })
  const [a, b] = [
    await sendException(store, { type: 'AError', message: 'one' }),
    await sendException(store, { type: 'BError', message: 'two of them' }),
  ]
  await admin.post(`/api/issues/${a}/notes`, { body: 'before' })
  expect(await admin.patch(`/api/issues/${a}`, { assignee: 'me' })).toMatchObject(NO_NAME)
  expect(await admin.ask('/api/issues?q=assignee:me')).toMatchObject(NO_NAME)
  expect(await admin.get<Today>('/api/today?assignee=me')).toMatchObject({ assigned: null })

  const { body: me } = await admin.patch<Me>('/api/me', { name: '  Grace \n Hopper ' })
  expect(me.name).toBe('Grace Hopper')
  await admin.post(`/api/issues/${a}/notes`, { body: 'after' })
  await admin.patch(`/api/issues/${a}`, { assignee: 'me', status: 'resolved' })
  expect((await admin.post(`/api/issues/${b}/merge`, { into: a })).status).toBe(200)
  const { notes, activity, issue } = await admin.get<IssueAnswer>(`/api/issues/${a}`)
  expect(notes.map(({ by }) => by)).toEqual(['', 'Grace Hopper'])
  expect(issue.assignee).toBe('Grace Hopper')
  await admin.post(`/api/issues/${a}/unmerge`, { fingerprint: b })
  const later = await admin.get<IssueAnswer>(`/api/issues/${a}`)
  expect(later.activity.map(({ by, change }) => [by, change])).toEqual([
    ['Grace Hopper', `issue ${b} separated from it`],
    ['Grace Hopper', `issue ${b} merged into it`],
    ['Grace Hopper', 'resolved, assigned to Grace Hopper'],
    ['', 'first seen'],
  ])
  expect(activity).toHaveLength(3)
  const markdown = await admin.get<string>(`/api/issues/${a}.md`)
  expect(markdown).toMatch(/^- Assignee: `Grace Hopper`$/m)
  expect(markdown).toMatch(/^- \S+Z `before`$/m)
  expect(markdown).toMatch(/^- \S+Z, `Grace Hopper`: `after`$/m)
})

test('"me" is the person of the session, and whoever made the token', async () => {
  const id = await sendException(store, { type: 'Mine' })
  const ada = person(store, { name: 'Ada Lovelace' })
  await ada.patch(`/api/issues/${id}`, { assignee: 'me' })
  const typesOf = async (sender: typeof ada) =>
    (await sender.get<IssuesAnswer>('/api/issues?q=assignee:me')).issues.map(({ type }) => type)
  expect([await typesOf(ada), await typesOf(person(store, { name: 'Bob' }))]).toEqual([['Mine'], []])
  const bulk = { filter: { q: 'assignee:me' }, ticket: 'https://tickets.example/1' }
  expect((await ada.patch<{ changed: number }>('/api/issues', bulk)).body.changed).toBe(1)
  expect((await ada.get<Today>('/api/today?assignee=me')).assigned).toMatchObject({ open: 1 })

  const body = { name: 'script', scope: 'write', services: ['*'], expires: null }
  const { token } = (await ada.post<CreatedToken>('/api/tokens', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  const script = senderOf(store, { by: 'token', hash, address: '', passwordKey: '' })
  expect(await typesOf(script)).toEqual(['Mine'])
  await script.patch(`/api/issues/${id}`, { assignee: null })
  const { body: issue } = await script.patch<Issue>(`/api/issues/${id}`, { assignee: 'me' })
  expect(issue.assignee).toBe('Ada Lovelace')
  const automation = senderOf(store, { by: 'api-token', address: '', passwordKey: '' })
  expect(await automation.patch(`/api/issues/${id}`, { assignee: 'me' })).toMatchObject(NO_NAME)
  for (const sender of [script, automation])
    expect((await sender.patch('/api/me', { name: 'Robot' })).status).toBe(403)
})

test.each([
  [{ name: '' }, 400],
  [{ name: 'x'.repeat(101) }, 400],
  [{}, 400],
  [{ name: 'Me' }, 400],
  [{ name: 'none' }, 400],
  [{ name: 'ada lovelace' }, 409],
  [{ name: 'Ada\u200B Love\u2060lace' }, 409],
  [{ name: '\u202EAda Lovelace' }, 409],
  [{ name: 'm\u200Be' }, 400],
  [{ name: '\u200B' }, 400],
])('the owner cannot be named %j', async (body, status) => {
  expect((await owner(store).patch('/api/me', body)).status).toBe(status)
})

test('a name of a provider is changed there; somebody who was invited logs in with the new one', async () => {
  expect((await person(store, { name: 'Ada Lovelace' }).patch('/api/me', { name: 'Ada' })).status).toBe(409)
  const { url } = (
    await owner(store).post<{ url: string }>('/api/invites', { role: 'read', services: ['*'] })
  ).body
  const login = { device: '', address: '', password: 'a long password' }
  const invite = { ...login, by: 'invite', invite: url.split('#')[1]!, name: 'Eve' }
  for (const name of ['grace hopper', 'ME'])
    expect((await store.post('/access/sessions', { ...invite, name })).status).toBeGreaterThanOrEqual(400)
  const { secret } = (await store.post<{ secret: string }>('/access/sessions', invite)).body
  const hashes = [createHash('sha256').update(secret).digest('hex')]
  const eve = senderOf(store, { by: 'session', hashes, address: '', passwordKey: '' })
  expect((await eve.patch<Me>('/api/me', { name: 'Eva' })).body.name).toBe('Eva')
  expect((await eve.get<Me>('/api/me')).name).toBe('Eva')
  const again = (name: string) => store.post('/access/sessions', { ...login, by: 'name', name })
  expect([(await again('Eve')).status, (await again('eva')).status]).toEqual([401, 201])
})

test('names are of people who view the same services, and of assignees of these', async () => {
  await sendException(store, { service: 'shop-web' })
  const hidden = await sendException(store, { service: 'admin-web', type: 'Hidden' })
  await owner(store).patch(`/api/issues/${hidden}`, { assignee: 'the admins' })
  const shop = person(store, { name: 'Sam', services: ['shop-*'] })
  const admin = person(store, { name: 'Alex', services: ['admin-*'], role: 'read' })
  const twin = person(store, { name: 'ALEX', services: ['admin-*'], subject: 'twin' })
  for (const sender of [shop, admin, twin]) await sender.get('/api/me')
  const namesOf = async (sender: typeof shop, query = '') => {
    const { me, people, others } = await sender.get<PersonNamesAnswer>(`/api/people/names${query}`)
    expect(JSON.stringify(people)).not.toMatch(/@|email/)
    return [me, people.map(({ name }) => name), others]
  }
  const EVERYWHERE = ['Ada Lovelace', 'Bob', 'Eva', 'Grace Hopper']
  expect(await namesOf(shop)).toEqual(['Sam', [...EVERYWHERE, 'Sam'], []])
  expect(await namesOf(admin)).toEqual([
    'Alex',
    ['Ada Lovelace', expect.stringMatching(/alex/i), ...EVERYWHERE.slice(1)],
    ['the admins'],
  ])
  expect(await namesOf(shop, '?service=admin-web')).toEqual(['Sam', [], []])
  const [, ofShop] = await namesOf(owner(store), '?service=shop-web&service=shop-api')
  expect(ofShop).toEqual([...EVERYWHERE, 'Sam'])
})

test('the name of the owner is stored', async () => {
  await store.restart()
  expect(await owner(store).get<Me>('/api/me')).toMatchObject({ name: 'Grace Hopper' })
})

test('issues stay with whoever changes their name, and a namesake of before gets none', async () => {
  const [mine, shared, merged] = await Promise.all(
    ['OfSam', 'OfTwins', 'Merged'].map((type) => sendException(store, { type })),
  )
  const grace = owner(store)
  await grace.patch('/api/me', { name: 'Grace Hopper' })
  const assign = (id: string | undefined, assignee: string) => grace.patch(`/api/issues/${id}`, { assignee })
  await assign(mine, 'me')
  await assign(merged, 'Grace Hopper')
  await assign(shared, 'Bob')
  await grace.post(`/api/issues/${merged}/merge`, { into: shared })
  await grace.patch('/api/me', { name: 'Rear Admiral Hopper' })
  const assignees = async () =>
    Promise.all(
      [mine, shared].map(async (id) => (await grace.get<IssueAnswer>(`/api/issues/${id}`)).issue.assignee),
    )
  expect(await assignees()).toEqual(['Rear Admiral Hopper', 'Bob'])
  expect((await grace.get<IssuesAnswer>('/api/issues?q=assignee:me')).issues.map(({ id }) => id)).toContain(
    mine,
  )
  const namesake = person(store, { name: 'Grace Hopper', subject: 'another' })
  expect((await namesake.get<IssuesAnswer>('/api/issues?q=assignee:me')).issues).toEqual([])
  // Two have the name: the issue stays with the one who keeps it.
  await assign(shared, 'Rear Admiral Hopper')
  await person(store, { name: 'rear admiral hopper', subject: 'twin' }).get('/api/me')
  await grace.patch('/api/me', { name: 'Grace H.' })
  expect(await assignees()).toEqual(['Rear Admiral Hopper', 'Rear Admiral Hopper'])
})

test('whoever only reads some services keeps the issues of these', async () => {
  const [own, hidden] = [
    await sendException(store, { service: 'shop-web', type: 'OfNoa' }),
    await sendException(store, { service: 'admin-web', type: 'OfNoaBefore' }),
  ]
  const invite = { role: 'read', services: ['shop-*'] }
  const { url } = (await owner(store).post<{ url: string }>('/api/invites', invite)).body
  const login = { device: '', address: '', by: 'invite', invite: url.split('#')[1], name: 'Noa' }
  const body = { ...login, password: 'a long password' }
  const { secret } = (await store.post<{ secret: string }>('/access/sessions', body)).body
  const hashes = [createHash('sha256').update(secret).digest('hex')]
  const noa = senderOf(store, { by: 'session', hashes, address: '', passwordKey: '' })
  for (const id of [own, hidden]) await owner(store).patch(`/api/issues/${id}`, { assignee: 'Noa' })
  expect((await noa.patch<Me>('/api/me', { name: 'Noa Levi' })).body.name).toBe('Noa Levi')
  const assigneeOf = async (id: string) =>
    (await owner(store).get<IssueAnswer>(`/api/issues/${id}`)).issue.assignee
  expect([await assigneeOf(own), await assigneeOf(hidden)]).toEqual(['Noa Levi', 'Noa'])
})
