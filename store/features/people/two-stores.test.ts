// Two stores of one server: what two people do at the same instant, each through another store.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CreatedToken, InviteLink, PeopleAnswer, TokensAnswer } from '../../../contract/people.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../../server/caller.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../../testing/clickhouse-stand-in.ts'
import { startStore, type TestStore } from '../../testing/store.ts'

const ROUNDS = 2
const COMMON = { address: '203.0.113.7', passwordKey: 'key' }

let server: ClickhouseStandIn
let stores: [TestStore, TestStore]

beforeAll(async () => {
  server = await startClickhouseStandIn()
  const env = { CLICKHOUSE_URL: server.url }
  stores = [await startStore({ env }), await startStore({ env })]
})
afterAll(async () => {
  for (const store of stores) await store.stop()
  await server.stop()
})

function ask<Body>(store: TestStore, caller: Caller | null, path: string, method = 'GET', body?: object) {
  const headers = { ...(caller && { [CALLER_HEADER]: writeCaller(caller) }) }
  return store.ask<Body>(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

async function accept(store: TestStore, invite: string, name: string): Promise<Caller> {
  const login = { by: 'invite', invite, name, password: 'twelve characters' }
  const body = { device: '', address: COMMON.address, ...login }
  const answer = await store.post<{ secret: string }>('/access/sessions', body)
  expect(answer.status).toBe(201)
  const hash = createHash('sha256').update(answer.body.secret)
  return { ...COMMON, by: 'session', hashes: [hash.digest('hex')] }
}

async function invite(): Promise<string> {
  const rights = { role: 'admin', services: ['*'] }
  const { body } = await ask<InviteLink>(stores[0], null, '/api/invites', 'POST', rights)
  const secret = body.url.slice(body.url.indexOf('#') + 1)
  const preview = async () => (await stores[1].post('/access/invites', { invite: secret })).status
  await vi.waitFor(async () => expect(await preview()).toBe(200), { timeout: 30_000, interval: 100 })
  return secret
}

async function joinAsAdmin(name: string): Promise<{ id: string; session: Caller }> {
  const session = await accept(stores[0], await invite(), name)
  const me = async () => (await ask(stores[1], session, '/api/me')).status
  await vi.waitFor(async () => expect(await me()).toBe(200), { timeout: 30_000, interval: 100 })
  return { id: (await admins(stores[1])).find((person) => person.name === name)!.id, session }
}

async function admins(store: TestStore) {
  const { people } = await store.read<PeopleAnswer>('/api/people')
  return people.filter(({ role }) => role === 'admin')
}

test('two admins who take away the access of each other at the same instant leave an admin', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, grace] = [await joinAsAdmin(`Ada ${round}`), await joinAsAdmin(`Grace ${round}`)]
    const take = (store: TestStore, by: Caller, id: string) =>
      round % 2 === 0
        ? ask(store, by, `/api/people/${id}`, 'DELETE')
        : ask(store, by, `/api/people/${id}`, 'PATCH', { role: 'read' })
    const answers = await Promise.all([
      take(stores[0], ada.session, grace.id),
      take(stores[1], grace.session, ada.id),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(Math.max(...statuses)).toBe(409)
    const left = 2 - statuses.filter((status) => status < 300).length
    for (const store of stores)
      await vi.waitFor(async () => expect(await admins(store)).toHaveLength(left), {
        timeout: 30_000,
        interval: 100,
      })
    for (const { id } of await admins(stores[0])) await ask(stores[0], null, `/api/people/${id}`, 'DELETE')
    await vi.waitFor(async () => expect(await admins(stores[1])).toEqual([]), {
      timeout: 30_000,
      interval: 100,
    })
  }
})

test('a token that is revoked at one store stays so, also when the other one has just used it', async () => {
  const { session } = await joinAsAdmin('Mia')
  const body = { name: 'script', scope: 'read', services: ['*'], expires: null }
  const { token, id } = (await ask<CreatedToken>(stores[0], session, '/api/tokens', 'POST', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  const listed = async () => {
    const answer = await ask<TokensAnswer>(stores[1], session, '/api/tokens')
    return answer.body.tokens.some((each) => each.id === id)
  }
  const soon = { timeout: 10_000, interval: 100 }
  await vi.waitFor(async () => expect(await listed()).toBe(true), soon)
  await ask(stores[0], session, `/api/tokens/${id}`, 'DELETE')
  // Its first use of the day is written down.
  await ask(stores[1], { ...COMMON, by: 'token', hash }, '/api/me')
  for (const store of stores)
    await vi.waitFor(async () => {
      expect((await ask(store, { ...COMMON, by: 'token', hash }, '/api/me')).status).toBe(401)
    }, soon)
})
