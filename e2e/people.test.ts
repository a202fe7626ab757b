// People, sessions and tokens, through the relay: login, invite, roles, and what ends access at once.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapsAnswer } from '../contract/maps.ts'
import type {
  AuditAnswer,
  CreatedToken,
  InviteLink,
  Me,
  PeopleAnswer,
  SessionsAnswer,
  TokensAnswer,
} from '../contract/people.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { post } from './testing/http.ts'
import { bundleOf, formOf, manifest, sha1, uploadBundle } from '../relay/testing/artifact-bundle.ts'
import { startStack, type Stack } from './testing/stack.ts'

const PASSWORD = 'correct horse battery'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

const MORE = { RELAYS: '2', TRUST_PROXY: '1', SENTRY_PROJECTS: '7:secret-web' }

let stack: Stack
let attempts = 1
beforeAll(async () => {
  // Two relays: what ends at one of them has ended at the other.
  stack = await startStack({ PASSWORD, API_TOKENS: 'automation', ...MORE })
  for (const service of ['shop-web', 'admin-web'])
    await post(`${stack.url}/monitoring`, exceptionLog({ message: `${service} failed`, service }).body)
})
afterAll(() => stack?.close())

/** Each attempt from another address: they are limited. */
function tryLogin(body: Record<string, string>): Promise<Response> {
  const address = `198.51.100.${attempts++}`
  return post(`${stack.url}/login`, body, { 'user-agent': FIREFOX, 'x-forwarded-for': address })
}

type Credential = { cookie: string } | { authorization: string }

/** The cookie of a new session, as a browser sends it. */
async function logIn(body: Record<string, string> = { password: PASSWORD }): Promise<{ cookie: string }> {
  const answer = await tryLogin(body)
  expect(answer.status).toBe(204)
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

type Answer<Body> = { status: number; body: Body }

async function ask<Body>(
  credential: Credential,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Answer<Body>> {
  const headers = { ...credential, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${stack.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body }
}

async function statuses(credential: Credential, path = '/api/issues'): Promise<number[]> {
  // Each connection may reach another relay.
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(credential, path)))
  return [...new Set(answers.map(({ status }) => status))]
}

async function invite(owner: Credential, role: string, services: string[], name: string) {
  const { body, status } = await ask<InviteLink>(owner, '/api/invites', 'POST', { role, services })
  expect(status).toBe(201)
  const secret = body.url.slice(body.url.indexOf('#') + 1)
  return { secret, session: await logIn({ invite: secret, name, password: 'a long password' }) }
}

test('a session has a device, and logging out ends it for every copy of its cookie', async () => {
  const [leaves, stays] = [await logIn(), await logIn()]
  const { sessions } = (await ask<SessionsAnswer>(stays, '/api/sessions')).body
  expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
    device: 'Firefox on Linux',
    method: 'password',
  })
  expect((await post(`${stack.url}/logout`, '', leaves)).status).toBe(204)
  expect([await statuses(leaves), await statuses(stays)]).toEqual([[401], [200]])
})

test('one session ends, and all others', async () => {
  const [current, second, third] = [await logIn(), await logIn(), await logIn()]
  const ofSecond = (await ask<SessionsAnswer>(second, '/api/sessions')).body.sessions
  const { id } = ofSecond.find(({ isCurrent }) => isCurrent)!
  expect((await ask(current, `/api/sessions/${id}`, 'DELETE')).status).toBe(204)
  expect([await statuses(second), await statuses(third)]).toEqual([[401], [200]])
  expect((await ask(current, '/api/sessions?others=1', 'DELETE')).status).toBe(204)
  expect([await statuses(third), await statuses(current)]).toEqual([[401], [200]])
})

test('sessions outlive a restart of the store and of the relay', async () => {
  const session = await logIn()
  stack.kill('store')
  stack.kill('relay')
  await expect.poll(() => statuses(session).catch(() => [])).toEqual([200])
})

test('a token is shown once, has a checksum, and is revoked at once at every relay', async () => {
  const owner = await logIn()
  const body = { name: 'build', scope: 'read', services: ['shop-*'], expires: null }
  const created = (await ask<CreatedToken>(owner, '/api/tokens', 'POST', body)).body
  expect(created.token).toMatch(/^errata_[\dA-Za-z]{36}$/)
  const program = { authorization: `Bearer ${created.token}` }
  expect(await statuses(program)).toEqual([200])
  expect((await ask<Me>(program, '/api/me')).body).toMatchObject({ role: 'read', services: ['shop-*'] })
  const list = (await ask<TokensAnswer>(owner, '/api/tokens')).body
  expect(JSON.stringify(list)).not.toContain(created.token)
  expect(list.tokens.find(({ id }) => id === created.id)?.lastUsed?.address).toBe('127.0.0.1')
  expect((await ask(program, '/api/tokens', 'POST', body)).status).toBe(403)
  expect((await ask(owner, `/api/tokens/${created.id}`, 'DELETE')).status).toBe(204)
  expect(await statuses(program)).toEqual([401])
})

test('an invite lets one person in, who sees their services and may not more than their role', async () => {
  const owner = await logIn()
  const { secret, session } = await invite(owner, 'read', ['shop-*'], 'Ada <b>')
  expect((await ask<Me>(session, '/api/me')).body).toEqual({
    name: 'Ada <b>',
    email: null,
    role: 'read',
    services: ['shop-*'],
    rights: [{ role: 'read', services: ['shop-*'] }],
    method: 'invite',
  })
  const again = { invite: secret, name: 'Eve', password: 'a long password' }
  expect((await tryLogin(again)).status).toBe(404)
  const { issues } = (await ask<{ issues: { service: string; id: string }[] }>(session, '/api/issues')).body
  expect(issues.map(({ service }) => service)).toEqual(['shop-web'])
  const change = { status: 'resolved' }
  expect((await ask(session, `/api/issues/${issues[0]!.id}`, 'PATCH', change)).status).toBe(403)
  expect((await ask(session, '/api/people')).status).toBe(403)
  expect((await ask(session, '/api/channels')).status).toBe(403)
  // Counters are of all services.
  expect((await ask(session, '/metrics')).status).toBe(403)
})

test('a program accepts an invite at the path of its secret', async () => {
  const link = await ask<InviteLink>(await logIn(), '/api/invites', 'POST', {
    role: 'write',
    services: ['*'],
  })
  const secret = link.body.url.slice(link.body.url.indexOf('#') + 1)
  const accept = (body: object) =>
    post(`${stack.url}/api/invites/${secret}/accept`, body, { 'x-forwarded-for': `198.51.100.${attempts++}` })
  const answer = await accept({ name: 'Edsger' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('password')])
  const accepted = await accept({ name: 'Edsger', password: 'a long password' })
  expect(accepted.status).toBe(204)
  const cookie = accepted.headers.getSetCookie().map((each) => each.split(';')[0])
  const me = await ask<Me>({ cookie: cookie.join('; ') }, '/api/me')
  expect(me.body).toMatchObject({ name: 'Edsger', role: 'write', method: 'invite' })
  expect((await accept({ name: 'Eve', password: 'a long password' })).status).toBe(404)
})

test('with a name and a password people log in again; a wrong one is refused', async () => {
  const owner = await logIn()
  await invite(owner, 'write', ['*'], 'Grace')
  const session = await logIn({ name: 'grace', password: 'a long password' })
  expect((await ask<Me>(session, '/api/me')).body.name).toBe('Grace')
  for (const wrong of [
    { name: 'Grace', password: 'another password' },
    { name: 'Nobody', password: 'a long password' },
  ])
    expect((await tryLogin(wrong)).status).toBe(401)
})

test('a change of the role ends the sessions; a removal ends the tokens too', async () => {
  const owner = await logIn()
  const { session } = await invite(owner, 'write', ['*'], 'Linus')
  const body = { name: 'of Linus', scope: 'write', services: ['*'], expires: null }
  const { token } = (await ask<CreatedToken>(session, '/api/tokens', 'POST', body)).body
  const { people } = (await ask<PeopleAnswer>(owner, '/api/people')).body
  const { id } = people.find(({ name }) => name === 'Linus')!
  expect((await ask(owner, `/api/people/${id}`, 'PATCH', { role: 'read' })).status).toBe(200)
  expect(await statuses(session)).toEqual([401])
  const program = { authorization: `Bearer ${token}` }
  expect((await ask<Me>(program, '/api/me')).body.role).toBe('read')
  expect((await ask(owner, `/api/people/${id}`, 'DELETE')).status).toBe(204)
  expect(await statuses(program)).toEqual([401])
  expect((await tryLogin({ name: 'Linus', password: 'a long password' })).status).toBe(401)
})

/** As Sentry's tools upload it. */
const MAP = JSON.stringify({ version: 3, sources: ['src/cart.ts'], mappings: 'AAAA' })
const MAP_FILE = 'files/_/_/app.js.map'
const BUNDLE = bundleOf([
  manifest({ [MAP_FILE]: { type: 'source_map', url: '~/app.js.map' } }),
  { name: MAP_FILE, content: MAP },
])

test('Sentry’s tools upload with the rights of their token, and nobody without one', async () => {
  const owner = await logIn()
  const mapsOf = async (service: string) =>
    (await ask<MapsAnswer>(owner, `/api/maps?service=${service}`)).body.maps.length
  const upload = (credential: Credential, service: string) =>
    uploadBundle(stack.url, BUNDLE, { projects: [service], version: '1' }, { ...credential })
  const body = { name: 'team', scope: 'maps', services: ['team-*'], expires: null }
  const { token } = (await ask<CreatedToken>(owner, '/api/tokens', 'POST', body)).body
  const team = { authorization: `Bearer ${token}` }
  expect(await upload(team, 'team-web')).toMatchObject({ state: 'ok' })
  const refused = await upload(team, 'other-web')
  expect([refused.state, refused.detail]).toEqual(['error', expect.stringContaining('of this service')])
  expect([await mapsOf('team-web'), await mapsOf('other-web')]).toEqual([1, 0])
  const { session: reader } = await invite(owner, 'read', ['*'], 'Reader of maps')
  const strangers: Credential[] = [
    { authorization: 'Bearer errata_invented' },
    { cookie: `errata_session=${'a'.repeat(43)}` },
    reader,
  ]
  const chunk = Buffer.from('not to be stored')
  for (const stranger of strangers) {
    expect((await upload(stranger, 'team-web')).state).toBeUndefined()
    const form = { method: 'POST', headers: stranger, body: formOf([[sha1(chunk), chunk]], 'file') }
    const path = '/api/0/organizations/acme/chunk-upload/'
    expect((await fetch(`${stack.url}${path}`, form)).status).toBe(stranger === reader ? 403 : 401)
  }
  expect(readdirSync(`${stack.dataDir}/map-uploads`)).not.toContain(sha1(chunk))
  const { entries } = (await ask<AuditAnswer>(owner, '/api/audit?act=maps.&q=team-web')).body
  expect(entries).toMatchObject([{ by: 'team', method: 'token', target: 'team-web 1' }])
})

test('a text of a user needs a login that is valid', async () => {
  const text = { text: 'It broke', service: 'shop-web' }
  const send = async (credential: Credential) => (await ask(credential, '/api/feedback', 'POST', text)).status
  expect(await send({ cookie: `errata_session=${'a'.repeat(43)}` })).toBe(401)
  expect(await send({ authorization: 'Bearer errata_invented' })).toBe(401)
  expect(await send(await logIn())).toBe(202)
})

async function projectsFor(credential: Credential): Promise<object | undefined> {
  const { body } = await ask<{ sentry?: { projects: object } }>(credential, '/health')
  return body.sentry?.projects
}

test('the names of services by projects are for those who view all services', async () => {
  const owner = await logIn()
  const { session } = await invite(owner, 'read', ['shop-*'], 'Reader of the shop')
  expect([await projectsFor(owner), await projectsFor(session)]).toEqual([{ 7: 'secret-web' }, {}])
})

test('API_TOKENS stay for automation', async () => {
  const program = { authorization: 'Bearer automation' }
  expect(await statuses(program)).toEqual([200])
  expect((await ask<Me>(program, '/api/me')).body).toMatchObject({ role: 'admin', method: 'token' })
  // The sessions of the owner are not theirs.
  await logIn()
  expect((await ask<SessionsAnswer>(program, '/api/sessions')).body).toEqual({ sessions: [] })
})

test('what was done is in the audit log, without secrets', async () => {
  const owner = await logIn()
  await tryLogin({ password: 'wrong password' })
  const { secret } = await invite(owner, 'read', ['shop-*'], 'Audited')
  const { entries } = (await ask<AuditAnswer>(owner, '/api/audit?limit=100')).body
  const acts = entries.map(({ act }) => act)
  for (const act of ['login', 'login.failed', 'logout', 'session.ended', 'token.created', 'token.revoked'])
    expect(acts).toContain(act)
  for (const act of ['invite.created', 'invite.accepted', 'person.changed', 'person.removed'])
    expect(acts).toContain(act)
  expect(entries.find(({ act }) => act === 'person.changed')).toMatchObject({
    target: 'Linus',
    before: { rights: ['write: *'] },
    after: { rights: ['read: *'] },
  })
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${secret}|${PASSWORD}|a long password|errata_`))
})

test('a browser cannot name itself to the store', async () => {
  const forged = Buffer.from(JSON.stringify({ by: 'open', address: '', passwordKey: '' })).toString(
    'base64url',
  )
  for (const name of ['errata-caller', 'Errata-Caller', 'errata_caller'])
    expect((await fetch(`${stack.url}/api/me`, { headers: { [name]: forged } })).status).toBe(401)
  const session = await logIn()
  const answer = await fetch(`${stack.url}/api/me`, { headers: { ...session, 'errata-caller': forged } })
  expect(((await answer.json()) as Me).method).toBe('password')
  expect((await fetch(`${stack.url}/access`, { headers: session })).status).toBe(404)
})
