// How often somebody may guess a password, and who is not kept out by others that do.
import http from 'node:http'
import { expect, test } from 'vitest'
import { post, startTestRelay } from '../testing/relay-fixture.ts'

const PASSWORD = 'correct horse'

/** The store takes every name with its password. */
async function during(environment: Record<string, string>, act: (url: string) => Promise<void>) {
  const relay = await startTestRelay({ PASSWORD, ...environment })
  const started = { secret: 's'.repeat(43), expiresAt: Date.now() + 3_600_000 }
  relay.store.answer = (_request, response) => response.writeHead(200).end(JSON.stringify(started))
  try {
    await act(relay.url)
  } finally {
    await relay.close()
  }
}

/** As a browser sends them. */
function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The path is sent as it is written. */
function statusOfPut(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = http.request({ hostname, port, path, method: 'PUT', headers }, (response) =>
      resolve(response.resume().statusCode!),
    )
    sent.on('error', reject).end()
  })
}

test('strangers who guess from many addresses do not keep the owner out', () =>
  during({ TRUST_PROXY: '1' }, async (url) => {
    for (let guess = 0; guess < 200; guess++)
      await post(`${url}/login`, { password: 'wrong' }, { 'x-forwarded-for': `198.51.100.${guess}` })
    const owner = { 'x-forwarded-for': '203.0.113.1' }
    expect((await post(`${url}/login`, { password: PASSWORD }, owner)).status).toBe(204)
  }))

test('a browser that has logged in before can do so while others guess from its address', () =>
  during({}, async (url) => {
    const cookie = cookiesOf(await post(`${url}/login`, { password: PASSWORD }))
    for (let guess = 0; guess < 8; guess++) await post(`${url}/login`, { password: 'wrong' })
    expect((await post(`${url}/login`, { password: PASSWORD })).status).toBe(429)
    expect((await post(`${url}/login`, { password: PASSWORD }, { cookie })).status).toBe(204)
  }))

test('whoever may log in with a name gets no more attempts at the password of the owner', () =>
  during({}, async (url) => {
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      const own = await post(`${url}/login`, { name: 'Eve', password: 'of her own' })
      const headers = { cookie: cookiesOf(own) }
      for (let guess = 0; guess < 4; guess++)
        statuses.push((await post(`${url}/login`, { password: 'wrong' }, headers)).status)
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(6)
    expect(statuses.at(-1)).toBe(429)
  }))

test('a password that somebody changes is not guessed faster than at the login', () =>
  during({}, async (url) => {
    const headers = { cookie: cookiesOf(await post(`${url}/login`, { password: PASSWORD })) }
    const put = (path: string) => statusOfPut(url, path, headers)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) statuses.push(await put('/api/me/password'))
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
    expect(await put('/api/me/../me/password')).toBe(429)
    expect(await put('/api/me/channel')).toBe(200)
  }))

test('a wrong one is refused, and guessing is slowed down', () =>
  during({}, async (url) => {
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++)
      statuses.push((await post(`${url}/login`, { password: `guess ${guess}` })).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.at(-1)).toBe(429)
    expect((await post(`${url}/login`, { password: PASSWORD })).status).toBe(429)
  }))
