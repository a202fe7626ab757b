import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../server/caller.ts'
import { type TestRelay, startTestRelay, post, traceOf } from '../testing/relay-fixture.ts'

const files = mkdtempSync(path.join(tmpdir(), 'relay-access-'))
writeFileSync(path.join(files, 'index.html'), '<title>console</title>')
afterAll(() => rmSync(files, { recursive: true }))

/** Of every session that the store starts. */
const SECRET = 's'.repeat(43)
const READER = { rights: [{ role: 'read', services: ['*'] }], within: null }
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function callerIn({ headers }: http.IncomingMessage): Caller & { hashes?: string[] } {
  return JSON.parse(Buffer.from(String(headers['errata-caller']), 'base64url').toString()) as Caller
}

async function during<Result>(
  environment: Record<string, string>,
  act: (relay: TestRelay) => Promise<Result>,
): Promise<Result> {
  const relay = await startTestRelay(environment, { files })
  relay.store.answer = (request, response) => {
    const started = { secret: SECRET, expiresAt: Date.now() + 3_600_000 }
    const isLogin = request.method === 'POST' && request.url === '/access/sessions'
    response.writeHead(isLogin ? 201 : 200).end(JSON.stringify(isLogin ? started : READER))
  }
  try {
    return await act(relay)
  } finally {
    await relay.close()
  }
}

describe('without a password', () => {
  test('everything is open on the loopback', () =>
    during({}, async ({ url }) => {
      expect((await fetch(`${url}/`)).status).toBe(200)
      expect((await fetch(`${url}/api/issues`)).status).toBe(200)
    }))

  test('another host name that resolves to this address is refused', () =>
    during({}, async ({ url }) => {
      expect(await statusFor(`${url}/api/issues`, { host: 'evil.example' })).toBe(403)
      expect(await statusFor(`${url}/api/issues`, { host: 'localhost:8080' })).toBe(200)
    }))

  test('beyond the loopback console and API are closed, and say how to open them', () =>
    during({ HOST: '0.0.0.0' }, async ({ url }) => {
      const page = await fetch(`${url}/issues`, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
      expect(await page.text()).toMatch(/PASSWORD.*CONSOLE_OPEN=true/)
      const api = await fetch(`${url}/api/issues`)
      expect([api.status, api.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
      expect(await api.json()).toMatchObject({
        status: 403,
        detail: expect.stringMatching(/PASSWORD.*CONSOLE_OPEN/) as string,
      })
      expect((await fetch(`${url}/health`)).status).toBe(200)
      expect((await post(`${url}/monitoring`, traceOf({}))).status).toBe(200)
      expect((await fetch(`${url}/demo/api/products`)).status).toBe(200)
    }))

  test('CONSOLE_OPEN=loopback opens them by a name of the loopback only', () =>
    during({ HOST: '0.0.0.0', CONSOLE_OPEN: 'loopback' }, async ({ url }) => {
      for (const path of ['/api/issues', '/'])
        expect([
          await statusFor(url + path, { host: 'evil.example' }),
          await statusFor(url + path, { host: '127.0.0.1:8080' }),
        ]).toEqual([403, 200])
    }))

  test('unless CONSOLE_OPEN says that something in front guards it', () =>
    during({ HOST: '0.0.0.0', CONSOLE_OPEN: 'true' }, async ({ url }) => {
      expect((await fetch(`${url}/api/issues`)).status).toBe(200)
    }))
})

describe('with a password', () => {
  const environment = { PASSWORD: 'correct horse', API_TOKENS: 'token-one, token-two' }

  test('the API asks for it, the console shows its login screen', () =>
    during(environment, async ({ url, store }) => {
      const answer = await fetch(`${url}/api/issues`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
      expect((await fetch(`${url}/`)).status).toBe(200)
      expect(store.requests).toHaveLength(0)
    }))

  test('the password starts a session that only a browser of this site sends, and logout removes it', () =>
    during(environment, async ({ url, store }) => {
      const login = await post(`${url}/login`, { password: 'correct horse' })
      expect(login.status).toBe(204)
      for (const cookie of login.headers.getSetCookie())
        expect(cookie).toMatch(/; path=\/; expires=[^;]+; samesite=lax; httponly$/)
      const session = sessionOf(login)
      expect(await statusOf(url, `other=1; ${session}`)).toBe(200)
      expect(callerIn(store.requests.at(-1)!)).toMatchObject({ by: 'session', hashes: [hashOf(SECRET)] })
      const logout = await post(`${url}/logout`, '', { cookie: session })
      const [removed] = logout.headers.getSetCookie()
      expect(removed).toMatch(/^errata_session=; .*expires=Thu, 01 Jan 1970/)
      expect(store.requests.at(-1)).toMatchObject({ method: 'DELETE', url: '/access/sessions' })
    }))

  test('a login while the store is down reports it, and a logout removes the cookie', () =>
    during({ ...environment, STORE_URL: 'http://127.0.0.1:9' }, async ({ url }) => {
      const login = await post(`${url}/login`, { password: 'correct horse' })
      expect([login.status, (await login.json()) as object]).toEqual([
        503,
        expect.objectContaining({ detail: 'The store does not answer.' }),
      ])
      const logout = await post(`${url}/logout`, '', { cookie: `errata_session=${SECRET}` })
      expect([logout.status, logout.headers.getSetCookie()[0]]).toEqual([
        503,
        expect.stringContaining('errata_session=;'),
      ])
    }))

  test('nothing that the API answers may be cached', () =>
    during(environment, async ({ url }) => {
      const answers = [
        await fetch(`${url}/api/issues`),
        await fetch(`${url}/api/issues`, { headers: { cookie: await login(url) } }),
      ]
      expect(answers.map((answer) => [answer.status, answer.headers.get('cache-control')])).toEqual([
        [401, 'no-store'],
        [200, 'no-store'],
      ])
    }))

  test('behind a proxy that speaks https the session is for this host and https only', () =>
    during({ ...environment, TRUST_PROXY: '1' }, async ({ url }) => {
      const headers = { 'x-forwarded-proto': 'https', origin: url }
      const login = await post(`${url}/login`, { password: 'correct horse' }, headers)
      const cookies = login.headers.getSetCookie()
      expect(cookies[0]).toMatch(/^__Host-errata_session=/)
      for (const cookie of cookies) expect(cookie).toContain('; secure')
      expect(await statusOf(url, sessionOf(login))).toBe(200)
    }))

  test('cookies of the same name, as a sibling domain may set them, do not hide the session', () =>
    during(environment, async ({ url, store }) => {
      const forged = 'f'.repeat(SECRET.length)
      for (const cookies of [
        `errata_session=${forged}; errata_session=${SECRET}`,
        `errata_session=${SECRET}; errata_session=${forged}`,
      ]) {
        await statusOf(url, cookies)
        expect(callerIn(store.requests.at(-1)!)).toMatchObject({
          hashes: expect.arrayContaining([hashOf(SECRET)]) as string[],
        })
      }
      expect(await statusOf(url, 'errata_session=short')).toBe(401)
    }))

  test('what the store knows a session by changes with the password', async () => {
    const keys = await Promise.all(
      ['correct horse', 'correct horse', 'another'].map((password) =>
        during({ PASSWORD: password }, async ({ url, store }) => {
          await statusOf(url, `errata_session=${SECRET}`)
          return callerIn(store.requests.at(-1)!).passwordKey
        }),
      ),
    )
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
  })

  test.each(['', '{}', '{"password":5}', 'password=x', 'null'])('a login of %j is a bad request', (body) =>
    during(environment, async ({ url }) => {
      expect((await post(`${url}/login`, body)).status).toBe(400)
    }),
  )

  test('programs use a token', () =>
    during(environment, async ({ url, store }) => {
      const authorized = (token: string) =>
        fetch(`${url}/api/issues`, { headers: { authorization: `Bearer ${token}` } })
      expect((await authorized('token-two')).status).toBe(200)
      expect((await authorized('token')).status).toBe(401)
      expect(store.requests[0]!.headers).not.toHaveProperty('authorization')
      await authorized('errata_made-in-the-console')
      expect(callerIn(store.requests[1]!)).toMatchObject({
        by: 'token',
        hash: hashOf('errata_made-in-the-console'),
      })
    }))
})

describe('pages of other sites', () => {
  const otherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  test.each(['PATCH', 'POST', 'PUT', 'DELETE'])('may not %s, even when they may send', (method) =>
    during({ ALLOWED_ORIGINS: '*' }, async ({ url, store }) => {
      const answer = await fetch(`${url}/api/issues/1`, { method, headers: otherSite })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
      expect(store.requests).toHaveLength(0)
    }),
  )

  test.each(['cross-site', 'same-site'])('may not read, or hold live connections: %s', (site) =>
    during({}, async ({ url, store }) => {
      for (const path of ['/api/status', '/api/live']) {
        const answer = await fetch(url + path, {
          headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' },
        })
        expect([answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([
          403,
          'same-origin',
        ])
      }
      expect(store.requests).toHaveLength(0)
    }),
  )

  test('may link to the API', () =>
    during({}, async ({ url }) => {
      const link = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }
      expect(await statusFor(`${url}/api/openapi.json`, link)).toBe(200)
    }))

  test('may not log anybody in or out', () =>
    during({ PASSWORD: 'correct horse' }, async ({ url }) => {
      expect((await post(`${url}/login`, { password: 'correct horse' }, otherSite)).status).toBe(403)
      expect((await post(`${url}/logout`, '', otherSite)).status).toBe(403)
    }))
})

test('metrics are for this machine or a token, not for whoever a proxy speaks for', () =>
  during({ API_TOKENS: 'token-one' }, async ({ url }) => {
    const status = (headers: Record<string, string>) =>
      fetch(`${url}/metrics`, { headers }).then((answer) => answer.status)
    expect(await status({})).toBe(200)
    expect(await status({ 'x-forwarded-for': '203.0.113.9' })).toBe(403)
    expect(await status({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer token-one' })).toBe(200)
    expect(await statusFor(`${url}/metrics`, { host: 'evil.example' })).toBe(403)
  }))

test('with a password metrics need a token or a session: a proxy on this machine may speak for anybody', () =>
  during({ PASSWORD: 'correct horse', API_TOKENS: 'token-one' }, async ({ url }) => {
    const status = (headers: Record<string, string>) => statusFor(`${url}/metrics`, headers)
    expect(await status({})).toBe(403)
    expect(await status({ authorization: 'Bearer token-one' })).toBe(200)
    expect(await status({ cookie: await login(url) })).toBe(200)
  }))

async function login(url: string): Promise<string> {
  return sessionOf(await post(`${url}/login`, { password: 'correct horse' }))
}

/** The cookies of a login, as a browser sends them. */
function sessionOf(login: Response): string {
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

async function statusOf(url: string, cookie: string): Promise<number> {
  return (await fetch(`${url}/api/issues`, { headers: { cookie } })).status
}

function statusFor(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers }, (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
}
