import http from 'node:http'
import { json } from 'node:stream/consumers'
import { type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { type LoginApp, startLoginApp } from '../testing/login-app.ts'
import { closeServer, listen } from '../testing/recording-collector.ts'

type Proxy = {
  url: string
  keys: JWK[]
  sign: (claims: Record<string, unknown>) => Promise<string>
  close: () => Promise<void>
}

const HEADER = 'Cf-Access-Jwt-Assertion'
const AUDIENCE = 'the-application'
const CLAIMS = { sub: 'u-1', email: 'ann@shop.example', name: 'Ann', custom: { groups: ['team-a'] } }

test('a token of the proxy names the person, with rights by groups', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy, { OIDC_GROUPS_CLAIM: 'custom.groups', OIDC_GROUPS: 'team-a:shop:read' })
  expect(await ask(app, await proxy.sign(CLAIMS))).toEqual({
    status: 200,
    body: {
      issuer: 'https://team.cloudflareaccess.com',
      subject: 'u-1',
      name: 'Ann',
      email: 'ann@shop.example',
      rights: [{ role: 'read', services: ['shop'] }],
    },
  })
  expect((await ask(app)).body).toBe(null)
})

test('a new key of the proxy is read', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy)
  proxy.keys.pop()
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  proxy.keys.push({ ...(await exportJWK(publicKey)), kid: 'new', alg: 'ES256' })
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ ...CLAIMS, aud: AUDIENCE, exp: now + 60 })
    .setProtectedHeader({ alg: 'ES256', kid: 'new' })
    .sign(privateKey)
  expect((await ask(app, token)).body).toMatchObject({ issuer: `${proxy.url}/certs`, subject: 'u-1' })
})

test.each([
  ['for another application', { aud: 'other' }, /not valid.*aud/],
  ['that has expired', { exp: 1_700_000_000 }, /not valid.*exp/],
  ['without an end', { exp: undefined }, /not valid.*exp/],
  ['without a person', { sub: undefined }, /not valid.*sub/],
  ['of a service', { sub: '' }, /names no person/],
])('a token %s is refused', async (_, claims, sentence) => {
  const proxy = await startProxy()
  const { status, body } = await ask(await startApp(proxy), await proxy.sign({ ...CLAIMS, ...claims }))
  expect([status, body?.['detail']]).toEqual([401, expect.stringMatching(sentence)])
})

test('a token that somebody else has signed, or nobody, is refused', async () => {
  const [proxy, other] = [await startProxy(), await startProxy()]
  const app = await startApp(proxy)
  const [, content] = (await proxy.sign(CLAIMS)).split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${content}.`
  for (const token of [await other.sign(CLAIMS), none, 'admin', 'Bearer x'])
    expect((await ask(app, token)).status).toBe(401)
})

test('a token that was sent twice is refused', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy)
  const token = await proxy.sign(CLAIMS)
  expect((await ask(app, token, token)).status).toBe(400)
})

test('an address that is not verified gives no rights', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy, { OIDC_ALLOWED: '@shop.example' })
  expect((await ask(app, await proxy.sign(CLAIMS))).status).toBe(200)
  expect((await ask(app, await proxy.sign({ ...CLAIMS, email_verified: false }))).status).toBe(403)
})

test('an account of Google has a domain only in a Workspace', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy, { OIDC_ALLOWED: '@shop.example,bob@shop.example' })
  const account = { ...CLAIMS, iss: 'https://accounts.google.com', email_verified: true }
  const own = await ask(app, await proxy.sign(account))
  expect([own.status, own.body?.['detail']]).toEqual([403, expect.stringMatching(/no Google Workspace/)])
  expect((await ask(app, await proxy.sign({ ...account, email: 'bob@shop.example' }))).status).toBe(200)
  expect((await ask(app, await proxy.sign({ ...account, hd: 'shop.example' }))).status).toBe(200)
})

test('while the keys cannot be read, the answer is 503', async () => {
  const proxy = await startProxy()
  const app = await startApp(proxy)
  const token = await proxy.sign(CLAIMS)
  await proxy.close()
  const { status, body } = await ask(app, token)
  expect([status, body?.['detail']]).toEqual([503, expect.stringMatching(/AUTH_JWKS_URL/)])
})

async function startProxy(): Promise<Proxy> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys: JWK[] = [{ ...(await exportJWK(publicKey)), kid: 'old', alg: 'RS256' }]
  const server = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  const url = await listen(server)
  const close = () => closeServer(server)
  onTestFinished(close)
  return { url, keys, sign, close }

  function sign(claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const common = { iss: 'https://team.cloudflareaccess.com', aud: [AUDIENCE], iat: now, exp: now + 60 }
    return new SignJWT({ ...common, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'old' })
      .sign(privateKey)
  }
}

function startApp({ url }: Proxy, more: Record<string, string> = {}): Promise<LoginApp> {
  return startLoginApp(() => ({
    AUTH_JWT_HEADER: HEADER,
    AUTH_JWKS_URL: `${url}/certs`,
    AUTH_JWT_AUDIENCE: AUDIENCE,
    ...more,
  }))
}

type Answer = { status: number; body: Record<string, unknown> | null }

function ask({ url }: LoginApp, ...tokens: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = ['Host', 'localhost', ...tokens.flatMap((token) => [HEADER, token])]
    const request = http.get(`${url}/who`, { headers }, (response) => {
      json(response).then((body) => resolve({ status: response.statusCode!, body } as Answer), reject)
    })
    request.on('error', reject)
  })
}
