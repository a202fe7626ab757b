// People: who may take away whose access, when they were last here, what an invite shows, and the audit log.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InvitePreview } from '../../../contract/login.ts'
import type {
  AuditAnswer,
  AuditExport,
  InviteLink,
  PeopleAnswer,
  CreatedToken,
  Person,
  Rights,
} from '../../../contract/people.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../../server/caller.ts'
import { sendException } from '../../testing/issues.ts'
import { readLive } from '../../testing/live.ts'
import { newDigest } from '../../testing/otlp.ts'
import { person as personOfProvider } from '../../testing/people.ts'
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

test('live events end with the access that they began with', async () => {
  const owner = await logInAsOwner()
  const [changed, removed, left] = [
    await join('Changed', { role: 'read', services: ['*'] }),
    await join('Removed', { role: 'read', services: ['*'] }),
    await join('Left', { role: 'read', services: ['*'] }),
  ]
  const token = await tokenOf(left.session)
  const callers = [changed.session, removed.session, left.session, token.caller, owner]
  const readers = await Promise.all(
    callers.map((caller) => readLive(store, { [CALLER_HEADER]: writeCaller(caller) })),
  )
  await ask(owner, `/api/people/${changed.id}`, 'PATCH', { services: ['shop'] })
  await ask(owner, `/api/people/${removed.id}`, 'DELETE')
  await ask(left.session, `/api/tokens/${token.id}`, 'DELETE')
  await ask(left.session, '/access/sessions', 'DELETE')
  const digest = newDigest()
  await sendException(store, { digest, service: 'secret' })
  const ofOwner = readers.pop()!
  expect(await ofOwner.until(/"digest":"(\w{8})"/g, 1)).toEqual([digest])
  for (const reader of readers) expect(await reader.untilEnd()).not.toContain(digest)
  await ofOwner.close()
})

async function tokenOf(caller: Caller): Promise<{ id: string; caller: Caller }> {
  const body = { name: 'script', scope: 'read', services: ['*'], expires: null }
  const { id, token } = (await ask<CreatedToken>(caller, '/api/tokens', 'POST', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  return { id, caller: { ...COMMON, by: 'token', hash } }
}

test('whoever comes back after the end of their access has no token of before', async () => {
  const noor = personOfProvider(store, { name: 'Noor' })
  const body = { name: 'old script', scope: 'read', services: ['*'], expires: null }
  const { token } = (await noor.post<CreatedToken>('/api/tokens', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  const status = async () => (await ask({ ...COMMON, by: 'token', hash }, '/api/me')).status
  expect(await status()).toBe(200)
  const { people } = await store.read<PeopleAnswer>('/api/people')
  const { id } = people.find(({ name }) => name === 'Noor')!
  await ask(await logInAsOwner(), `/api/people/${id}`, 'DELETE')
  expect((await noor.ask('/api/me')).status).toBe(200)
  expect(await status()).toBe(401)
  const { entries } = await store.read<AuditAnswer>('/api/audit?act=person.removed')
  expect(entries[0]!.before).toEqual({ rights: ['write: *'], tokens: ['old script'] })
})

test('a name that changes at the same instant as the rights keeps none of before', async () => {
  const owner = await logInAsOwner()
  const { id, session } = await join('Ivo', { role: 'write', services: ['*'] })
  const [renamed, changed] = await Promise.all([
    ask(session, '/api/me', 'PATCH', { name: 'Ivo the second' }),
    ask(owner, `/api/people/${id}`, 'PATCH', { role: 'read', services: ['shop'] }),
  ])
  expect([renamed.status, changed.status]).toEqual([200, 200])
  const { people } = await store.read<PeopleAnswer>('/api/people')
  const ivo = people.find((each) => each.id === id)
  expect(ivo).toMatchObject({ name: 'Ivo the second', role: 'read', services: ['shop'] })
})

test('of several rights no parts are mixed', async () => {
  const rights = [
    { role: 'write' as const, services: ['shop'] },
    { role: 'read' as const, services: ['*'] },
  ]
  const identity = { issuer: 'proxy', subject: 'two', name: 'Two groups', email: null, rights }
  await ask({ ...COMMON, by: 'header', identity }, '/api/me')
  const { people } = await store.read<PeopleAnswer>('/api/people')
  const { id } = people.find(({ name }) => name === 'Two groups')!
  const change = async (body: object) => {
    const answer = await ask<Person & { detail: string }>(null, `/api/people/${id}`, 'PATCH', body)
    return answer.body.detail ?? answer.body.rights
  }
  const detail = 'This person has several rights: send role and services together.'
  expect([await change({ role: 'write' }), await change({ services: ['*'] })]).toEqual([detail, detail])
  expect(await change({ role: 'read', services: ['shop'] })).toEqual([{ role: 'read', services: ['shop'] }])
})

const NEW_PASSWORD = 'another dozen letters'
const loginOfPia = (password: string) => ({ by: 'name', name: 'Pia', password })

async function statusOf(caller: Caller): Promise<number> {
  return (await ask(caller, '/api/me')).status
}

test('somebody changes their password: other sessions end, and the old one is worth nothing', async () => {
  const { session } = await join('Pia', { role: 'read', services: ['*'] })
  const other = await startSession(loginOfPia(PASSWORD))
  const change = (caller: Caller, current: string, password = NEW_PASSWORD) =>
    ask<{ detail: string }>(caller, '/api/me/password', 'PUT', { current, password })
  const refusals = [
    await change(session, 'a wrong password'),
    await change(session, PASSWORD, 'eleven char'),
    await change(await logInAsOwner(), PASSWORD),
    await change((await tokenOf(session)).caller, PASSWORD),
  ]
  expect(refusals.map(({ status, body }) => [status, body.detail])).toEqual([
    [403, 'The current password is wrong.'],
    [400, 'password must have 12 to 1000 characters.'],
    [409, 'The password of the installation is the variable PASSWORD: change it there.'],
    [403, expect.stringContaining('A token')],
  ])
  const noor = personOfProvider(store, { name: 'Of a provider' })
  expect((await noor.put('/api/me/password', { current: PASSWORD, password: NEW_PASSWORD })).status).toBe(409)
  // Logins with the old one that are checked while it changes.
  const attempt = () =>
    store.post<{ secret?: string }>('/access/sessions', { device: '', address: '', ...loginOfPia(PASSWORD) })
  const attempts: ReturnType<typeof attempt>[] = []
  const changing = change(session, PASSWORD)
  for (let at = 0; at < 12; at++) attempts.push(attempt())
  expect((await changing).status).toBe(204)
  for (const { body } of await Promise.all(attempts)) {
    const hashes = [
      createHash('sha256')
        .update(body.secret ?? '')
        .digest('hex'),
    ]
    expect(await statusOf({ ...COMMON, by: 'session', hashes })).toBe(401)
  }
  expect([await statusOf(session), await statusOf(other)]).toEqual([200, 401])
  expect((await attempt()).status).toBe(401)
  await startSession(loginOfPia(NEW_PASSWORD))
  const { entries } = await store.read<AuditAnswer>('/api/audit?act=person.password')
  expect(entries.map(({ act, by, after }) => [act, by, after])).toEqual([
    ['person.password', 'Pia', null],
    ['person.password-refused', 'Pia', null],
  ])
})
