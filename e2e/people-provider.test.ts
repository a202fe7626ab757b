// People whom an identity provider or a proxy names, through the relay: login, rights, logout.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { AuditAnswer, InviteLink, Me, PeopleAnswer } from '../contract/people.ts'
import {
  type Browser,
  CLIENT,
  openBrowser,
  startIdentityProvider,
} from '../relay/testing/identity-provider.ts'
import { getJson, post } from './testing/http.ts'
import { freePorts } from './testing/ports.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'

const TOKEN = { headers: { authorization: 'Bearer automation' } }

async function startWithProvider() {
  const ports = await freePorts()
  const url = `http://127.0.0.1:${ports.PORT}`
  const provider = await startIdentityProvider(url, { claimsIn: 'userinfo' })
  const stack = await startStack({
    PORT: ports.PORT,
    PUBLIC_URL: url,
    PASSWORD: 'correct horse',
    API_TOKENS: 'automation',
    OIDC_ISSUER: provider.url,
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_GROUPS: 'team-a:shop-*:write,leads:*:admin',
    ...CLIENT,
  })
  onTestFinished(async () => void (await stack.close()))
  return { stack, provider }
}

test('a login at the provider leads back, with the rights of the groups, until a logout', async () => {
  const { stack, provider } = await startWithProvider()
  for (const service of ['shop-web', 'admin-web'])
    await post(`${stack.url}/monitoring`, exceptionLog({ message: `${service} failed`, service }).body)
  const browser = openBrowser()
  const me = async (): Promise<Me | number> => {
    const { response } = await browser.visit(`${stack.url}/api/me`)
    return response!.ok ? ((await response!.json()) as Me) : response!.status
  }
  expect(await me()).toBe(401)
  const { url } = await browser.visit(`${stack.url}/login/oidc?to=/traces`)
  expect(url.href).toBe(`${stack.url}/traces`)
  expect(await me()).toEqual({
    name: 'Ann',
    email: 'ann@shop.example',
    role: 'write',
    services: ['shop-*'],
    rights: [{ role: 'write', services: ['shop-*'] }],
    method: 'oidc',
  })
  const { response } = await browser.visit(`${stack.url}/api/issues`)
  const { issues } = (await response!.json()) as { issues: { service: string }[] }
  expect(issues.map(({ service }) => service)).toEqual(['shop-web'])

  const logout = await browser.fetch(`${stack.url}/logout`, { method: 'POST' })
  const { url: end } = (await logout.json()) as { url: string }
  expect(end).toMatch(`${provider.url}/session/end?id_token_hint=`)
  expect(await me()).toBe(401)

  provider.account = { ...provider.account, groups: ['strangers'] }
  const stranger = openBrowser()
  // A page, from which another account can log in: the provider asks for it.
  const start = `${stack.url}/login/oidc`
  const callback = await stranger.visit(start, ({ pathname }) => pathname.endsWith('/callback'))
  const refused = await stranger.fetch(callback.url.href, { headers: { accept: 'text/html' } })
  expect(refused.status).toBe(403)
  expect(await refused.text()).toMatch(/An admin can invite you[^]*account=other[^]*the groups strangers/)
  const other = await stranger.fetch(`${stack.url}/login/oidc?account=other`)
  expect(other.headers.get('location')).toMatch(/[?&]prompt=login/)
  const audit = await fetch(`${stack.url}/api/audit`, TOKEN)
  const { entries } = (await audit.json()) as AuditAnswer
  const logins = entries.filter(({ method }) => method === 'oidc')
  expect(logins.map(({ act, by }) => [act, by])).toEqual([
    ['login.failed', ''],
    ['logout', 'Ann'],
    ['login', 'Ann'],
  ])
  const people = (await (await fetch(`${stack.url}/api/people`, TOKEN)).json()) as PeopleAnswer
  expect(people.people).toMatchObject([{ name: 'Ann', role: 'write', sessions: 0 }])
})

test('an invite is accepted at the provider, by somebody whom no group lets in, once', async () => {
  const { stack, provider } = await startWithProvider()
  provider.account = { ...provider.account, groups: ['strangers'], name: '<b>Ann' }
  const rights = { role: 'write', services: ['pay-*'] }
  const send = (path: string, body: object) => postTo(`${stack.url}${path}`, body)
  const { url: link } = (await (await send('/api/invites', rights)).json()) as InviteLink
  const secret = link.slice(link.indexOf('#') + 1)
  const accept = async (browser: Browser, from = stack.url) => {
    const headers = { 'content-type': 'application/json', origin: from }
    const body = JSON.stringify({ invite: secret })
    const answer = await browser.fetch(`${stack.url}/login/oidc`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as { url: string; detail?: string } }
  }
  expect((await accept(openBrowser(), 'https://evil.example')).status).toBe(403)
  const [first, second, other] = [openBrowser(), openBrowser(), openBrowser()]
  const [toFirst, toSecond] = [await accept(first), await accept(second)]
  expect(toFirst.body.url).not.toContain(secret)
  // Whoever has no invite is refused as before, also in the browser that has begun to accept one.
  expect(await endOf(other, `${stack.url}/login/oidc`)).toEqual(['/login/oidc/callback', 403])
  expect(await endOf(first, toFirst.body.url)).toEqual(['/', 200])
  const me = (await (await first.fetch(`${stack.url}/api/me`)).json()) as Me
  expect(me).toMatchObject({ name: '<b>Ann', role: 'write', services: ['pay-*'], method: 'oidc' })
  expect(await endOf(second, toSecond.body.url)).toEqual(['/login/oidc/callback', 404])
  expect((await accept(openBrowser())).status).toBe(404)
  // The rights stay, at later logins too; a second invite is not needed, and not used.
  expect(await endOf(first, `${stack.url}/login/oidc?to=/traces`)).toEqual(['/traces', 200])
  const people = (await (await fetch(`${stack.url}/api/people`, TOKEN)).json()) as PeopleAnswer
  expect(people).toMatchObject({ people: [{ name: '<b>Ann', ...rights, method: 'oidc' }], invites: [] })
  const { entries } = (await (await fetch(`${stack.url}/api/audit?act=invite`, TOKEN)).json()) as AuditAnswer
  expect(entries[0]).toMatchObject({
    act: 'invite.accepted',
    by: '<b>Ann',
    method: 'oidc',
    after: { rights: ['write: pay-*'] },
  })
  // Without the person, the login is refused again.
  const { id } = people.people[0]!
  await fetch(`${stack.url}/api/people/${id}`, { ...TOKEN, method: 'DELETE' })
  expect(await endOf(first, `${stack.url}/login/oidc`)).toEqual(['/login/oidc/callback', 403])
})

test('a login replaces a session that was planted, and a logout at the provider ends it', async () => {
  const { stack, provider } = await startWithProvider()
  const planted = 's'.repeat(43)
  const [browser, other] = [openBrowser(), openBrowser()]
  browser.cookies.set(stack.url, new Map([['errata_session', planted]]))
  for (const each of [browser, other])
    expect(await endOf(each, `${stack.url}/login/oidc`)).toEqual(['/', 200])
  const statusOf = async (each: Browser) => (await each.fetch(`${stack.url}/api/me`)).status
  expect(await statusOf(browser)).toBe(200)
  const headers = { cookie: `errata_session=${planted}` }
  expect((await fetch(`${stack.url}/api/me`, { headers })).status).toBe(401)

  // The provider sends a token to the relay, which ends this session, and no other one of the person.
  const { response } = await browser.visit(`${provider.url}/session/end`)
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await response!.text()) ?? []
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  await browser.fetch(`${provider.url}/session/end/confirm`, { method: 'POST', body })
  await expect.poll(() => statusOf(browser)).toBe(401)
  expect(await statusOf(other)).toBe(200)
  const { entries } = (await (await fetch(`${stack.url}/api/audit?act=logout`, TOKEN)).json()) as AuditAnswer
  expect(entries).toMatchObject([{ by: 'Ann', method: 'oidc', target: 'by the provider' }])
})

/** The page at the end of the redirects. */
async function endOf(browser: Browser, start: string): Promise<[string, number]> {
  const { url, response } = await browser.visit(start)
  return [url.pathname, response!.status]
}

function postTo(url: string, body: object): Promise<Response> {
  const headers = { ...TOKEN.headers, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('a refusal is a page for a browser, and ten failures a minute are recorded', async () => {
  const { stack } = await startWithProvider()
  const callback = `${stack.url}/login/oidc/callback?state=<b>`
  const page = await fetch(callback, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/<h1>The login did not work<\/h1>[^]*href="\/login"/)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) statuses.push((await fetch(callback)).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1)
  const { entries } = (await (await fetch(`${stack.url}/api/audit`, TOKEN)).json()) as AuditAnswer
  const failures = entries.filter(({ act }) => act === 'login.failed')
  expect(failures.length).toBe(statuses.filter((status) => status === 400).length + 1)
})

test('while the provider does not answer, the password lets the owner in', async () => {
  const { stack, provider } = await startWithProvider()
  await provider.stop()
  const { response } = await openBrowser().visit(`${stack.url}/login/oidc`)
  expect(response!.status).toBe(503)
  const login = await post(`${stack.url}/login`, { password: 'correct horse' })
  expect(login.status).toBe(204)
  expect(await getJson<object>(`${stack.url}/login/methods`)).toEqual({
    password: true,
    names: false,
    provider: provider.url,
  })
  await provider.start()
})

let stack: Stack
beforeAll(async () => {
  stack = await startStack({
    AUTH_HEADER: 'remote-user',
    AUTH_GROUPS_HEADER: 'remote-groups',
    OIDC_GROUPS: 'ops:*:admin',
  })
})
afterAll(() => stack?.close())

test('a proxy on this machine names people by a header', async () => {
  expect((await ofMe({})).status).toBe(401)
  const answer = await ofMe({ 'remote-user': 'ann@shop.example', 'remote-groups': 'ops' })
  expect(await answer.json()).toMatchObject({ email: 'ann@shop.example', role: 'admin', method: 'header' })
  expect((await ofMe({ 'remote-user': 'eve@shop.example', 'remote-groups': 'guests' })).status).toBe(403)
})

function ofMe(headers: Record<string, string>): Promise<Response> {
  return fetch(`${stack.url}/api/me`, { headers })
}
