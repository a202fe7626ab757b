import { SignJWT, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { CLIENT, openBrowser } from '../../testing/identity-provider.ts'
import { type OpenIdApp, logIn, resultOf, startOpenIdApp } from '../../testing/login-app.ts'
import { post } from '../../testing/relay-fixture.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

test('a logout at the provider ends the session of the person, by a token that it sends', async () => {
  const app = await startOpenIdApp()
  const browser = openBrowser()
  const { idToken, sid } = await logIn(app, { browser })
  const { url } = (await (await fetch(`${app.url}/logout?hint=${idToken}`)).json()) as { url: string }
  const address = new URL(url)
  expect([address.origin, address.searchParams.get('post_logout_redirect_uri')]).toEqual([
    app.provider.url,
    `${app.url}/`,
  ])
  const { response } = await browser.visit(url)
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await response!.text()) ?? []
  const confirmed = await browser.fetch(`${app.provider.url}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  expect(confirmed.headers.get('location')).toBe(`${app.url}/`)
  expect(app.ended).toEqual([{ issuer: app.provider.url, subject: 'ann-1', sid }])
})

test('an ID token that is too long for an address stays out of it', async () => {
  const app = await startOpenIdApp()
  const { url } = (await (await fetch(`${app.url}/logout?hint=${'x'.repeat(5_000)}`)).json()) as {
    url: string
  }
  const { searchParams } = new URL(url)
  expect([searchParams.has('id_token_hint'), searchParams.get('client_id')]).toEqual([false, 'errata'])
})

test('a provider without a logout has no address', async () => {
  const features = { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } }
  const app = await startOpenIdApp({}, { configuration: { features } })
  expect(await (await fetch(`${app.url}/logout`)).json()).toEqual({ url: null })
})

describe('a logout token', () => {
  test('of the provider is taken, by subject or by session', async () => {
    const app = await startOpenIdApp()
    expect((await sendToken(app, { sub: 'ann-1' })).status).toBe(204)
    expect((await sendToken(app, { sid: 'a session' })).status).toBe(204)
    const issuer = app.provider.url
    expect(app.ended).toEqual([
      { issuer, subject: 'ann-1', sid: null },
      { issuer, subject: null, sid: 'a session' },
    ])
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }, /not valid.*iss/],
    ['for another client', { aud: 'other' }, /not valid.*aud/],
    ['that is old', { iat: 1_700_000_000 }, /not valid.*(?:iat|exp)/],
    ['that is an ID token', { events: undefined }, /no logout token/],
    ['with a nonce', { nonce: 'x' }, /no logout token/],
    ['without a person and a session', { sub: undefined }, /no logout token/],
  ])('%s is refused', async (_, claims, sentence) => {
    const app = await startOpenIdApp()
    const { status, detail } = await resultOf(await sendToken(app, { sub: 'ann-1', ...claims }))
    expect([status, detail]).toEqual([400, expect.stringMatching(sentence)])
    expect(app.ended).toEqual([])
  })

  test('signed by somebody else, or by nobody, is refused', async () => {
    const app = await startOpenIdApp()
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await signed(app, { sub: 'ann-1' }, privateKey)
    const [, content] = forged.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${content}.`
    const secret = new TextEncoder().encode(CLIENT.OIDC_CLIENT_SECRET.repeat(2))
    const symmetric = await signed(app, { sub: 'ann-1' }, secret, 'HS256')
    for (const token of [forged, none, symmetric, 'no token', ''])
      expect((await send(app, token)).status).toBe(400)
    const { detail } = await resultOf(await post(`${app.url}/login/oidc/backchannel`, 'x'.repeat(20_000)))
    expect(detail).toMatch(/^Send logout_token as a form/)
    expect(app.ended).toEqual([])
  })
})

function send({ url }: OpenIdApp, token: string): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token })
  return fetch(`${url}/login/oidc/backchannel`, { method: 'POST', body })
}

async function sendToken(app: OpenIdApp, claims: Record<string, unknown>): Promise<Response> {
  return send(app, await signed(app, claims, app.provider.key))
}

type Key = Parameters<SignJWT['sign']>[0]

function signed(
  { provider }: OpenIdApp,
  claims: Record<string, unknown>,
  key: Key,
  alg = 'RS256',
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const common = { iss: provider.url, aud: CLIENT.OIDC_CLIENT_ID, iat: now, exp: now + 60, jti: 'x' }
  return new SignJWT({ ...common, events: { [EVENT]: {} }, ...claims })
    .setProtectedHeader({ alg, kid: 'test', typ: 'logout+jwt' })
    .sign(key)
}
