import { describe, expect, test, vi } from 'vitest'
import { openBrowser } from '../../testing/identity-provider.ts'
import { callbackOf, logIn, resultOf, startOpenIdApp } from '../../testing/login-app.ts'

describe('a callback is refused', () => {
  test.each([
    ['another state', 'state', /another login \(state\)/],
    ['another nonce', 'nonce', /another login \(nonce\)/],
    ['another verifier of PKCE', 'code_challenge', /invalid_grant/],
    ['another code', 'code', /invalid_grant/],
    ['another issuer', 'iss', /not valid.*iss/],
  ])('with %s', async (_, parameter, sentence) => {
    const app = await startOpenIdApp()
    const change = ({ searchParams }: URL) => {
      if (searchParams.has(parameter)) searchParams.set(parameter, 'x'.repeat(43))
    }
    const { status, detail } = await logIn(app, {
      change: parameter === 'state' ? onlyAtCallback(change) : change,
    })
    expect([status, detail]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('in a browser that has not started it', async () => {
    const app = await startOpenIdApp()
    const callback = await callbackOf(app, { browser: openBrowser() })
    const other = openBrowser()
    const first = await resultOf(await other.fetch(callback.href))
    expect([first.status, first.detail]).toEqual([400, expect.stringMatching(/no cookie/)])
    const own = await callbackOf(app, { browser: other })
    const second = await resultOf(await other.fetch(callback.href))
    expect([second.status, second.detail]).toEqual([400, expect.stringMatching(/state/)])
    expect((await other.fetch(own.href)).status).toBe(200)
  })

  test('when it comes a second time, also with a copy of the cookie', async () => {
    const app = await startOpenIdApp()
    const browser = openBrowser()
    const callback = await callbackOf(app, { browser })
    const copy = openBrowser()
    copy.cookies.set(app.url, new Map(browser.cookies.get(app.url)))
    expect((await browser.fetch(callback.href)).status).toBe(200)
    expect(browser.cookies.get(app.url)!.size).toBe(0)
    expect((await resultOf(await browser.fetch(callback.href))).detail).toMatch(/no cookie/)
    const replayed = await resultOf(await copy.fetch(callback.href))
    expect([replayed.status, replayed.detail]).toEqual([400, expect.stringMatching(/used before/)])
  })

  test('with a cookie that was changed, and beside one it is accepted', async () => {
    const app = await startOpenIdApp()
    const browser = openBrowser()
    const callback = await callbackOf(app, { browser })
    const own = browser.cookies.get(app.url)!.get('errata_login')!
    const [content = '', signature] = own.split('.')
    const login = JSON.parse(Buffer.from(content, 'base64url').toString()) as { to: string }
    login.to = 'https://evil.example'
    const forged = `${Buffer.from(JSON.stringify(login)).toString('base64url')}.${signature}`
    const send = (cookie: string) => fetch(callback, { headers: { cookie: `errata_login=${cookie}` } })
    expect((await resultOf(await send(forged))).detail).toMatch(/no cookie/)
    expect((await send(`${forged}; errata_login=${own}`)).status).toBe(200)
  })

  test('after more than ten minutes', async () => {
    const app = await startOpenIdApp()
    const browser = openBrowser()
    const callback = await callbackOf(app, { browser })
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1)
    const response = await browser.fetch(callback.href).finally(() => vi.useRealTimers())
    expect((await resultOf(response)).detail).toMatch(/longer than ten minutes/)
  })

  test('when the provider says that the person has refused', async () => {
    const app = await startOpenIdApp()
    const change = onlyAtCallback(({ searchParams }) => {
      searchParams.delete('code')
      searchParams.set('error', 'access_denied')
      searchParams.set('error_description', 'No\nconsent <b>')
    })
    const { status, detail } = await logIn(app, { change })
    expect([status, detail]).toEqual([403, 'The provider refused the login: access_denied, No consent <b>.'])
  })

  test('with an ID token that has expired', async () => {
    const app = await startOpenIdApp({}, { configuration: { ttl: { IdToken: 1 } } })
    app.provider.clockDifference = -60_000
    const { status, detail } = await logIn(app)
    expect([status, detail]).toEqual([502, expect.stringMatching(/expired.*NTP/)])
  })

  test('when our clock is two hours ahead; behind makes no difference', async () => {
    const app = await startOpenIdApp()
    app.provider.clockDifference = -2 * 3_600_000
    const { status, detail } = await logIn(app)
    expect([status, detail]).toEqual([502, expect.stringMatching(/clock.*NTP/)])
    app.provider.clockDifference = 2 * 3_600_000
    expect((await logIn(app)).status).toBe(200)
  })

  test('when the provider does not accept the secret', async () => {
    const app = await startOpenIdApp({ OIDC_CLIENT_SECRET: 'another-secret' })
    const { status, detail } = await logIn(app)
    expect([status, detail]).toEqual([502, expect.stringMatching(/OIDC_CLIENT_ID.*invalid_client/)])
  })
})

function onlyAtCallback(change: (url: URL) => void): (url: URL) => void {
  return (url) => {
    if (url.pathname === '/login/oidc/callback') change(url)
  }
}
