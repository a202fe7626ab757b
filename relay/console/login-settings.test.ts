// What an admin sees of the settings of the login, and what somebody who was invited sees without a session.
import type http from 'node:http'
import { expect, test } from 'vitest'
import { CLIENT, startIdentityProvider } from '../testing/identity-provider.ts'
import { post, startTestRelay } from '../testing/relay-fixture.ts'

const SECRETS = /correct horse|a-secret-of-the-client|automation/
const AUTOMATION = { authorization: 'Bearer automation' }

/** The store answers that the caller has this role, and knows one invite. */
async function startRelay(environment: Record<string, string>, actor: object = ADMIN) {
  const relay = await startTestRelay({ PASSWORD: 'correct horse', API_TOKENS: 'automation', ...environment })
  const answers: Record<string, object> = { '/access': actor, '/access/names': { names: true } }
  relay.store.answer = (request, response) => void answer(answers, request, response)
  const ask = async (path: string, headers: Record<string, string> = AUTOMATION, method = 'GET') => {
    const response = await fetch(`${relay.url}${path}`, { method, headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ...relay, ask }
}

const ALL = ['*']
const ADMIN = { rights: [{ role: 'admin', services: ALL }], within: null }
const INVITE = { role: 'write', services: ['shop-*'], by: 'Kai', expires: '2026-12-04T00:00:00.000Z' }

async function answer(
  answers: Record<string, object>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (request.url !== '/access/invites') return void response.end(JSON.stringify(answers[request.url!] ?? {}))
  const [body] = await request.setEncoding('utf8').toArray()
  if (body === '{"invite":"right"}') return void response.end(JSON.stringify(INVITE))
  response.writeHead(404).end(JSON.stringify({ detail: 'This invite was used.' }))
}

test('an admin sees what the variables set, and no secret', async () => {
  const { ask } = await startRelay({
    PUBLIC_URL: 'https://errata.example',
    OIDC_ISSUER: 'https://id.example/realms/shop',
    OIDC_ALLOWED: '@shop.example',
    OIDC_GROUPS: 'team-a:shop-*:write',
    AUTH_HEADER: 'Remote-User',
    TRUSTED_PROXIES: '10.0.0.2,fd00::/8',
    AUTH_JWT_HEADER: 'X-Jwt',
    AUTH_JWKS_URL: 'https://proxy.example/keys',
    AUTH_JWT_AUDIENCE: 'errata',
    ...CLIENT,
  })
  const { status, body } = await ask('/login/settings')
  expect([status, body]).toEqual([
    200,
    {
      isOpen: false,
      hasPassword: true,
      canInvite: true,
      openId: {
        issuer: 'https://id.example/realms/shop',
        isGitHub: false,
        clientId: 'errata',
        redirectUri: 'https://errata.example/login/oidc/callback',
        scopes: ['openid', 'email', 'profile'],
      },
      trustedHeader: { header: 'remote-user', groupsHeader: null, proxies: ['10.0.0.2', 'fd00::/8'] },
      signedHeader: { header: 'x-jwt', keysUrl: 'https://proxy.example/keys', audience: 'errata' },
      rights: {
        allowed: ['@shop.example'],
        grants: [{ who: 'team-a', services: 'shop-*', role: 'write' }],
        groupsClaim: 'groups',
      },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(SECRETS)
})

test.each([
  ['another role', { rights: [{ role: 'write', services: ALL }], within: null }],
  ['some services', { rights: [{ role: 'admin', services: ['shop-*'] }], within: null }],
  ['a token for some services', { ...ADMIN, within: ['shop-*'] }],
])('%s: neither the settings nor the test', async (_name, actor) => {
  const { ask } = await startRelay({}, actor)
  expect((await ask('/login/settings')).status).toBe(403)
  expect((await ask('/login/test', AUTOMATION, 'POST')).status).toBe(403)
})

test('without a session, and from a page of another site, they are closed', async () => {
  const { ask } = await startRelay({})
  expect((await ask('/login/settings', {})).status).toBe(401)
  expect((await ask('/login/settings', { ...AUTOMATION, origin: 'https://evil.example' })).status).toBe(403)
})

test('an open console has no invites, and no provider to test', async () => {
  const { ask } = await startRelay({ PASSWORD: '' })
  expect((await ask('/login/settings', {})).body).toMatchObject({
    isOpen: true,
    hasPassword: false,
    canInvite: false,
    openId: null,
    rights: { allowed: [], grants: [] },
  })
  expect((await ask('/login/test', {}, 'POST')).status).toBe(404)
})

test('the test reads the discovery each time, and reports what is wrong', async () => {
  const provider = await startIdentityProvider('https://errata.example')
  const { ask } = await startRelay({
    PUBLIC_URL: 'https://errata.example',
    OIDC_ISSUER: provider.url,
    OIDC_ALLOWED: '@shop.example',
    ...CLIENT,
  })
  const run = async () => (await ask('/login/test', AUTOMATION, 'POST')).body
  const message = expect.stringMatching(
    /^The provider answered in \d+ ms\. It has a logout page\.$/,
  ) as string
  expect(await run()).toEqual({ ok: true, message })
  await provider.stop()
  expect(await run()).toEqual({ ok: false, message: expect.stringMatching(/^\S.*\.$/) as string })
  await provider.start()
  expect(await run()).toEqual({ ok: true, message })
})

test('an invite shows what it gives to whoever has its link, without a session', async () => {
  const { url, ask } = await startRelay({})
  const preview = async (body: object, headers = {}) => {
    const response = await post(`${url}/login/invite`, JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
    return [response.status, await response.json()] as const
  }
  expect(await preview({ invite: 'right' })).toEqual([200, INVITE])
  expect((await preview({ invite: 'wrong' }))[0]).toBe(404)
  expect((await preview({}))[0]).toBe(400)
  expect((await preview({ invite: 'right' }, { origin: 'https://evil.example' }))[0]).toBe(403)
  expect((await ask('/login/methods', {})).body).toEqual({ password: true, names: true, provider: null })
})
