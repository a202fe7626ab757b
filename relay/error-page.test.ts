import { expect, test } from 'vitest'
import { eventually, startTestRelay } from './testing/relay-fixture.ts'

const relay = await startTestRelay()

test('a failing page shows the fallback screen; log, record and screen have the same digest', async () => {
  const answer = await fetch(`${relay.url}/demo/broken?token=abc`, { headers: { accept: 'text/html' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
  const html = await answer.text()
  const host = new URL(relay.url).host
  expect(html).toContain(
    '<p>Application error: a client-side or server-side exception has occurred while loading ' +
      `${host} (see the browser console or server logs for more information)</p>`,
  )
  const digest = /Digest: <code>([0-9A-HJKMNP-TV-Z]{8})<\/code>/.exec(html)![1]!
  await eventually(() => {
    const line = relay
      .log()
      .find((entry) => entry['digest'] === digest && entry['msg'] === 'exception received')
    expect(line).toMatchObject({
      level: 50,
      service: 'errata-relay',
      mechanism: 'manual',
      url: `${relay.url}/demo/broken?token=`,
    })
    const record = relay.collector.logRecords.find(({ attributes }) =>
      JSON.stringify(attributes).includes(digest),
    )!
    expect(record).toMatchObject({ eventName: 'exception', severityNumber: 17 })
    expect(JSON.stringify(record.attributes)).toMatch(/exception\.stacktrace.*demo\.ts/)
  })
})

test('its inline script and style are the only ones its policy allows', async () => {
  const answer = await fetch(`${relay.url}/demo/broken`, { headers: { accept: 'text/html' } })
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/)
  expect(await answer.text()).not.toMatch(/ (?:on\w+|style)=/)
})

test('programs get a problem', async () => {
  const answer = await fetch(`${relay.url}/demo/broken`, { headers: { accept: 'application/json' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
  expect(await answer.json()).toMatchObject({
    status: 500,
    detail: expect.stringMatching(/Digest: \w{8}$/) as string,
  })
})

test('the secret of an invite is neither logged nor stored', async () => {
  const { url, store, log, collector } = await startTestRelay({ PASSWORD: 'kettle' })
  store.answer = (_, response) => void response.end('null')
  const body = JSON.stringify({ name: 'Ann', password: 'a long password' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/invites/b91secret/accept`, { method: 'POST', headers, body })
  expect(answer.status).toBe(500)
  const all = () => JSON.stringify([log(), collector.logRecords])
  await eventually(() => expect(all().match(/\/api\/invites\/…\/accept/g)).toHaveLength(2))
  expect(all()).not.toContain('b91secret')
})

test('a forged host does not become part of the page', async () => {
  const proxied = await startTestRelay({ TRUST_PROXY: '1' })
  const headers = { accept: 'text/html', 'x-forwarded-host': 'evil.example"><script>alert(1)</script>' }
  const html = await (await fetch(`${proxied.url}/demo/broken`, { headers })).text()
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('while loading evil.example')
})

test("the demo's backend: right, failing and slow", async () => {
  const products = (await (await fetch(`${relay.url}/demo/api/products`)).json()) as object[]
  expect(products.length).toBeGreaterThan(2)
  for (const product of products)
    expect(product).toEqual({
      id: expect.any(String) as string,
      name: expect.any(String) as string,
      price: expect.any(Number) as number,
    })
  const quote = await fetch(`${relay.url}/demo/api/quote`)
  expect([quote.status, quote.headers.get('content-type')]).toEqual([502, 'application/problem+json'])
  const begun = performance.now()
  expect((await fetch(`${relay.url}/demo/api/stock`)).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(2_000)
})
