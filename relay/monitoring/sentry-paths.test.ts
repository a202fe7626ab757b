import { expect, test } from 'vitest'
import { startTestRelay } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ PASSWORD: 'open sesame' })

const PAGE = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

test.each(['/api/1/envelope/', '/api/4507/store/', '/api/1/envelope/?sentry_key=public'])(
  'a Sentry SDK that sends to %s can read what to use instead',
  async (path) => {
    const preflight = await fetch(`${relay.url}${path}`, {
      method: 'OPTIONS',
      headers: { ...PAGE, 'access-control-request-method': 'POST' },
    })
    const answer = await fetch(`${relay.url}${path}`, { method: 'POST', headers: PAGE, body: '{}\n{}\n{}' })
    expect([preflight.status, answer.status]).toEqual([204, 404])
    for (const { headers } of [preflight, answer]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBeNull()
    }
    expect(await answer.text()).toContain('/connect')
  },
)

test('as a tunnel to /monitoring it reads the same', async () => {
  const answer = await fetch(`${relay.url}/monitoring`, { method: 'POST', body: '{}\n{"type":"event"}\n{}' })
  expect([answer.status, await answer.text()]).toEqual([415, expect.stringContaining('/connect')])
})

test('paths of the API beside it keep their login', async () => {
  expect((await fetch(`${relay.url}/api/issues`)).status).toBe(401)
  expect((await fetch(`${relay.url}/api/1/minidump/`, { method: 'POST' })).status).toBe(401)
})
