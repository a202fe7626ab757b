import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Scene, openScene, post, traceOf } from './scene.ts'

const files = mkdtempSync(path.join(tmpdir(), 'relay-access-'))
writeFileSync(path.join(files, 'index.html'), '<title>console</title>')
afterAll(() => rmSync(files, { recursive: true }))

async function during<Result>(
  environment: Record<string, string>,
  act: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const scene = await openScene(environment, files)
  try {
    return await act(scene)
  } finally {
    await scene.close()
  }
}

describe('without a password', () => {
  test('everything is open on the loopback', () =>
    during({}, async ({ url }) => {
      expect((await fetch(`${url}/`)).status).toBe(200)
      expect((await fetch(`${url}/api/issues`)).status).toBe(200)
    }))

  test('a foreign name that points here is not let in', () =>
    during({}, async ({ url }) => {
      expect(await statusFor(`${url}/api/issues`, { host: 'evil.example' })).toBe(403)
      expect(await statusFor(`${url}/api/issues`, { host: 'localhost:8080' })).toBe(200)
    }))

  test('console and API are closed when the relay listens beyond the loopback, and say how to open them', () =>
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

  test('unless CONSOLE_OPEN says that something in front guards the door', () =>
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
      expect(store.seen).toHaveLength(0)
    }))

  test('the right one opens a session that only a browser of this site sends, and logout ends it', () =>
    during(environment, async ({ url }) => {
      const login = await post(`${url}/login`, { password: 'correct horse' })
      expect(login.status).toBe(204)
      const cookie = login.headers.get('set-cookie')!
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
      const session = cookie.split(';')[0]!
      expect((await fetch(`${url}/api/issues`, { headers: { cookie: `other=1; ${session}` } })).status).toBe(
        200,
      )
      const forged = session.replace(/=\d+/, '=9999999999')
      expect((await fetch(`${url}/api/issues`, { headers: { cookie: forged } })).status).toBe(401)
      const logout = await post(`${url}/logout`, '')
      expect(logout.headers.get('set-cookie')).toMatch(/^errata_session=; .*Max-Age=0/)
    }))

  test('a session is good at every relay with the same password, and at none with another', () =>
    during(environment, async (first) => {
      const login = await post(`${first.url}/login`, { password: 'correct horse' })
      const headers = { cookie: login.headers.get('set-cookie')!.split(';')[0]! }
      expect(
        await during(environment, async ({ url }) => (await fetch(`${url}/api/issues`, { headers })).status),
      ).toBe(200)
      expect(
        await during(
          { PASSWORD: 'another' },
          async ({ url }) => (await fetch(`${url}/api/issues`, { headers })).status,
        ),
      ).toBe(401)
    }))

  test('a wrong one is refused, and guessing is slowed down', () =>
    during(environment, async ({ url }) => {
      const statuses: number[] = []
      for (let guess = 0; guess < 8; guess++)
        statuses.push((await post(`${url}/login`, { password: `guess ${guess}` })).status)
      expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
      expect(statuses.at(-1)).toBe(429)
      expect((await post(`${url}/login`, { password: 'correct horse' })).status).toBe(429)
    }))

  test.each(['', '{}', '{"password":5}', 'password=x', 'null'])('a login of %j is a bad request', (body) =>
    during(environment, async ({ url }) => {
      expect((await post(`${url}/login`, body)).status).toBe(400)
    }),
  )

  test('a token is a way in for programs', () =>
    during(environment, async ({ url, store }) => {
      const authorized = (token: string) =>
        fetch(`${url}/api/issues`, { headers: { authorization: `Bearer ${token}` } })
      expect((await authorized('token-two')).status).toBe(200)
      expect((await authorized('token')).status).toBe(401)
      expect(store.seen[0]!.headers).not.toHaveProperty('authorization')
    }))
})

describe('pages of other sites', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  test.each(['PATCH', 'POST', 'PUT', 'DELETE'])('may not %s, even when they may send', (method) =>
    during({ ALLOWED_ORIGINS: '*' }, async ({ url, store }) => {
      const answer = await fetch(`${url}/api/issues/1`, { method, headers: foreign })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
      expect(store.seen).toHaveLength(0)
    }),
  )

  test('may not log anybody in or out', () =>
    during({ PASSWORD: 'correct horse' }, async ({ url }) => {
      expect((await post(`${url}/login`, { password: 'correct horse' }, foreign)).status).toBe(403)
      expect((await post(`${url}/logout`, '', foreign)).status).toBe(403)
    }))
})

test('metrics are for this machine or a token, not for whoever a proxy speaks for', () =>
  during({ API_TOKENS: 'token-one' }, async ({ url }) => {
    const seen = (headers: Record<string, string>) =>
      fetch(`${url}/metrics`, { headers }).then((answer) => answer.status)
    expect(await seen({})).toBe(200)
    expect(await seen({ 'x-forwarded-for': '203.0.113.9' })).toBe(403)
    expect(await seen({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer token-one' })).toBe(200)
  }))

function statusFor(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers }, (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
}
