import { describe, expect, test, vi } from 'vitest'
import { openBrowser } from '../../testing/identity-provider.ts'
import { callbackOf, logIn, resultOf, startOpenIdApp } from '../../testing/login-app.ts'

describe.each(['ID token', 'userinfo'] as const)('a provider that puts claims into the %s', (claimsIn) => {
  test('logs in somebody with name, address, rights by groups, and the path to go to', async () => {
    const environment = { OIDC_GROUPS: 'team-a:shop-*:write,leads:*:admin' }
    const app = await startOpenIdApp(environment, { claimsIn })
    const result = await logIn(app, { to: '/issues?status=new#top' })
    expect(result).toEqual({
      status: 200,
      identity: {
        issuer: app.provider.url,
        subject: 'ann-1',
        name: 'Ann',
        email: 'ann@shop.example',
        rights: [{ role: 'write', services: ['shop-*'] }],
      },
      refusal: null,
      to: '/issues?status=new#top',
      invite: null,
      sid: expect.any(String) as string,
      idToken: expect.stringMatching(/^ey/) as string,
    })
  })

  test.each([
    [{ OIDC_ALLOWED: '@other.example' }, /^OIDC_ALLOWED does not name .*ann@shop.example.*team-a\.$/],
    [{ OIDC_ALLOWED: 'bob@shop.example,team-b' }, /^OIDC_ALLOWED/],
    [{ OIDC_GROUPS: 'team-b:*:read' }, /^No entry of OIDC_GROUPS matches .*team-a\.$/],
  ])('refuses with %j', async (environment, sentence) => {
    const app = await startOpenIdApp(environment, { claimsIn })
    const { status, detail } = await logIn(app)
    expect([status, detail]).toEqual([403, expect.stringMatching(sentence)])
  })

  test('may send 300 groups, and names with <', async () => {
    const app = await startOpenIdApp({ OIDC_GROUPS: '<b>:<i>:read,group-299:last:read' }, { claimsIn })
    const groups = Array.from({ length: 300 }, (_, index) => `group-${index}`)
    app.provider.account = { ...app.provider.account, name: '<script>"', groups: ['<b>', ...groups] }
    const { identity } = await logIn(app)
    expect(identity).toMatchObject({ name: '<script>"', rights: [{ services: ['<i>', 'last'] }] })
  })

  test('an address that is not verified does not count', async () => {
    const app = await startOpenIdApp({ OIDC_ALLOWED: '@shop.example' }, { claimsIn })
    app.provider.account['email_verified'] = false
    const { status, detail } = await logIn(app)
    expect([status, detail]).toEqual([
      403,
      expect.stringMatching(/no verified address.*has not verified the address ann@shop\.example\.$/),
    ])
  })

  test('groups that Entra ID leaves out are the reason of the refusal', async () => {
    const app = await startOpenIdApp({ OIDC_ALLOWED: 'team-a' }, { claimsIn })
    const { groups: _, ...account } = app.provider.account
    app.provider.account = { ...account, _claim_names: { groups: 'src1' } }
    expect((await logIn(app)).detail).toMatch(/left out the groups.*OIDC_GROUPS_CLAIM=roles/)
  })
})

test('the path of the groups has dots, and their slash at the start makes no difference', async () => {
  const app = await startOpenIdApp({
    OIDC_GROUPS_CLAIM: 'realm_access.roles',
    OIDC_GROUPS: 'shop:a:write,/team/shop:b:write,other:c:write',
  })
  app.provider.account['realm_access'] = { roles: ['/shop', '/team/shop'] }
  expect((await logIn(app)).identity?.rights).toEqual([{ role: 'write', services: ['a', 'b'] }])
})

test.each([
  '/application/o/errata',
  '/application/o/errata/',
  '/application/o/errata/.well-known/openid-configuration',
])('OIDC_ISSUER ends in %s, and the issuer in a slash: they are the same', async (path) => {
  const options = { path: '/application/o/errata/' }
  const app = await startOpenIdApp((issuer) => ({ OIDC_ISSUER: `${issuer}${path}` }), options)
  expect((await logIn(app)).identity?.issuer).toBe(`${app.provider.url}${options.path}`)
})

test('a provider that calls itself by another name is a 502 that has both', async () => {
  const app = await startOpenIdApp((issuer) => ({ OIDC_ISSUER: issuer.replace('127.0.0.1', 'localhost') }))
  const { status, detail } = await resultOf(await openBrowser().fetch(`${app.url}/login/oidc`))
  expect(status).toBe(502)
  expect(detail).toMatch(
    /^OIDC_ISSUER is http:\/\/localhost:\d+, but .* itself http:\/\/127\.0\.0\.1:\d+: set/,
  )
})

test('discovery happens at the first login, and for an hour', async () => {
  const app = await startOpenIdApp()
  const count = () => app.provider.requests.filter((path) => path.includes('.well-known')).length
  expect(count()).toBe(0)
  await Promise.all([logIn(app), logIn(app)])
  expect(count()).toBe(1)
  vi.setSystemTime(Date.now() + 3_601_000)
  await logIn(app).finally(() => vi.useRealTimers())
  expect(count()).toBe(2)
})

test('the redirect is below PUBLIC_URL, whatever host the request names', async () => {
  const app = await startOpenIdApp()
  const response = await openBrowser().fetch(`${app.url}/login/oidc`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  const url = new URL(response.headers.get('location')!)
  expect(url.searchParams.get('redirect_uri')).toBe(`${app.url}/login/oidc/callback`)
  expect([...url.searchParams.keys()]).toEqual(
    expect.arrayContaining(['state', 'nonce', 'code_challenge', 'code_challenge_method']),
  )
  const cookies = response.headers.getSetCookie()
  expect(cookies).toEqual([expect.stringMatching(/^errata_login=.*; path=\/; .*samesite=lax; httponly$/)])
})

test('a path that does not fit into the cookie is left out', async () => {
  const app = await startOpenIdApp()
  expect(await logIn(app, { to: `/issues?q=${'x'.repeat(4_000)}` })).toMatchObject({ status: 200, to: '/' })
})

test('behind https the cookie belongs to this host alone', async () => {
  const app = await startOpenIdApp({ PUBLIC_URL: 'https://errata.example' })
  const response = await openBrowser().fetch(`${app.url}/login/oidc`)
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-errata_login=.*; secure/)])
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  'issues',
])('to=%j is no path of the console', async (to) => {
  const app = await startOpenIdApp()
  const response = await openBrowser().fetch(`${app.url}/login/oidc?to=${encodeURIComponent(to)}`)
  const { status, detail } = await resultOf(response)
  expect([status, detail]).toEqual([400, expect.stringMatching(/^to must be a path/)])
})

test('a provider that does not answer is a 503, and the next login tries again', async () => {
  const app = await startOpenIdApp()
  await app.provider.stop()
  const response = await openBrowser().fetch(`${app.url}/login/oidc`)
  const { status, detail } = await resultOf(response)
  expect([status, detail]).toEqual([503, expect.stringMatching(/does not answer.*password/)])
  expect((await openBrowser().fetch(`${app.url}/logout`)).status).toBe(200)
  await app.provider.start()
  const browser = openBrowser()
  const callback = await callbackOf(app, { browser })
  await app.provider.stop()
  expect((await browser.fetch(callback.href)).status).toBe(503)
  await app.provider.start()
  expect((await logIn(app)).status).toBe(200)
})

test('the log has names of claims and groups, and neither tokens nor secrets', async () => {
  const app = await startOpenIdApp()
  const { idToken } = await logIn(app)
  const [line] = app.log()
  expect(line).toMatchObject({
    issuer: app.provider.url,
    claims: {
      idToken: expect.arrayContaining(['sub', 'groups']) as string[],
      userinfo: expect.anything() as object,
    },
    groupsClaim: 'groups',
    groups: ['team-a'],
    groupCount: 1,
  })
  const text = JSON.stringify(app.log())
  for (const secret of [idToken!, 'a-secret-of-the-client', 'ann@shop.example'])
    expect(text).not.toContain(secret)
})
