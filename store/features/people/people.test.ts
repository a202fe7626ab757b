// People: who may take away whose access, when they were last here, what an invite shows, and the audit log.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InvitePreview } from '../../../contract/login.ts'
import type {
  AuditAnswer,
  AuditExport,
  InviteLink,
  PeopleAnswer,
  Person,
  Rights,
} from '../../../contract/people.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../../server/caller.ts'
import { storeOfFile } from '../../testing/suite.ts'

const PASSWORD = 'twelve characters'
const COMMON = { address: '203.0.113.7', passwordKey: 'key' }
/** One of API_TOKENS: an admin, but no owner with a password. */
const AUTOMATION: Caller = { ...COMMON, by: 'api-token' }

const store = storeOfFile()

function ask<Body>(caller: Caller | null, path: string, method = 'GET', body?: object) {
  const headers = { ...(caller && { [CALLER_HEADER]: writeCaller(caller) }) }
  return store.ask<Body>(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

async function startSession(login: object): Promise<Caller> {
  const body = { device: 'Firefox on Linux', address: COMMON.address, ...login }
  const answer = await store.post<{ secret: string }>('/access/sessions', body)
  expect(answer.status).toBe(201)
  return { ...COMMON, by: 'session', hashes: [createHash('sha256').update(answer.body.secret).digest('hex')] }
}

const logInAsOwner = () => startSession({ by: 'password', passwordKey: COMMON.passwordKey })

async function invite(rights: Rights): Promise<string> {
  const { body } = await ask<InviteLink>(await logInAsOwner(), '/api/invites', 'POST', rights)
  return body.url.slice(body.url.indexOf('#') + 1)
}

/** A person with these rights, who is logged in. */
async function join(name: string, rights: Rights): Promise<{ id: string; session: Caller }> {
  const secret = await invite(rights)
  const session = await startSession({ by: 'invite', invite: secret, name, password: PASSWORD })
  return { id: (await personOf(session, name)).id, session }
}

async function personOf(caller: Caller, name: string): Promise<Person> {
  const { body } = await ask<PeopleAnswer>(null, '/api/people')
  expect((await ask(caller, '/api/me')).status).toBe(200)
  return body.people.find((person) => person.name === name)!
}

test('the last admin stays, unless the owner removes them', async () => {
  const admin = { role: 'admin', services: ['*'] } as const
  const [first, second] = [
    await join('Ada', { ...admin, services: ['*'] }),
    await join('Grace', { ...admin, services: ['*'] }),
  ]
  const ofFirst = `/api/people/${first.id}`
  const refusal = async (caller: Caller, method: string, body?: object) => {
    const answer = await ask<{ detail: string }>(caller, ofFirst, method, body)
    return [answer.status, answer.body.detail]
  }
  // Nobody takes away their own access, or the part of it that opens the settings.
  const own = [409, 'You cannot take away your own access: ask another admin.']
  expect(await refusal(first.session, 'DELETE')).toEqual(own)
  expect(await refusal(first.session, 'PATCH', { role: 'write' })).toEqual(own)
  expect(await refusal(first.session, 'PATCH', { services: ['shop-*'] })).toEqual(own)
  expect((await ask(AUTOMATION, `/api/people/${second.id}`, 'PATCH', { role: 'write' })).status).toBe(200)
  const last = [409, 'This is the last admin: give the role admin to somebody else first.']
  expect(await refusal(AUTOMATION, 'DELETE')).toEqual(last)
  expect(await refusal(AUTOMATION, 'PATCH', { services: ['shop-*'] })).toEqual(last)
  expect((await ask(await logInAsOwner(), ofFirst, 'DELETE')).status).toBe(204)
})

test('the list has the caller, how people log in, and when they were here, also after a logout', async () => {
  const { session } = await join('Linus', { role: 'admin', services: ['*'] })
  const list = async () => (await ask<PeopleAnswer>(session, '/api/people')).body.people
  const person = (await list()).find(({ name }) => name === 'Linus')
  expect(person).toMatchObject({ isCurrent: true, method: 'invite', provider: '', sessions: 1 })
  expect((await list()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect((await ask(session, '/access/sessions', 'DELETE')).status).toBe(200)
  const { body } = await ask<PeopleAnswer>(null, '/api/people')
  const later = body.people.find(({ name }) => name === 'Linus')!
  expect([later.sessions, later.isCurrent]).toEqual([0, false])
  expect(Date.parse(later.lastSeen!)).toBeGreaterThan(Date.now() - 60_000)
})

test('an invite shows who invites and to what, until it is used', async () => {
  const inviter = await join('Kai', { role: 'admin', services: ['*'] })
  const rights = { role: 'write', services: ['shop-*', 'pay'] }
  const { body } = await ask<InviteLink>(inviter.session, '/api/invites', 'POST', rights)
  const secret = body.url.slice(body.url.indexOf('#') + 1)
  const preview = () => store.post<InvitePreview>('/access/invites', { invite: secret })
  expect((await preview()).body).toEqual({ ...rights, by: 'Kai', expires: body.expires })
  const short = { by: 'invite', invite: secret, name: 'Ines', password: 'eleven char' }
  const refused = await store.post<{ detail: string }>('/access/sessions', {
    ...short,
    device: '',
    address: '',
  })
  expect([refused.status, refused.body.detail]).toEqual([400, 'password must have 12 to 1000 characters.'])
  expect((await store.read<{ names: boolean }>('/access/names')).names).toBe(true)
  await startSession({ ...short, password: PASSWORD })
  expect((await preview()).status).toBe(404)
})

test('the audit log is filtered, and exported in one document, which is an entry too', async () => {
  const owner = await logInAsOwner()
  const { id } = await join('Mona %_<b>', { role: 'read', services: ['shop'] })
  await ask(owner, `/api/people/${id}`, 'PATCH', { role: 'write' })
  const read = async (query: string) => (await ask<AuditAnswer>(owner, `/api/audit?${query}`)).body.entries
  const name = encodeURIComponent('mona %_<b>')
  expect((await read(`q=${name}`)).map(({ act }) => act)).toEqual([
    'person.changed',
    'login',
    'invite.accepted',
  ])
  expect((await read(`act=person.&q=${name}`)).map(({ act }) => act)).toEqual(['person.changed'])
  const all = await store.readPages<AuditAnswer>('/api/audit?limit=3')
  const answer = await ask<AuditExport>(owner, '/api/audit.json')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.json"')
  const entries = all.flatMap((page) => page.entries)
  expect(answer.body.entries[0]).toMatchObject({ act: 'audit.exported', method: 'password' })
  expect(answer.body.entries.slice(1)).toEqual(entries)
  const some = await ask<AuditExport>(owner, `/api/audit.json?act=person.&q=${name}`)
  expect(some.body.entries).toEqual(await read(`act=person.&q=${name}`))
})
