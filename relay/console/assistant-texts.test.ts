import { expect, test } from 'vitest'
import { startTestRelay } from '../testing/relay-fixture.ts'

test('assistants read how to connect, at the address that they called, also without a login', async () => {
  const relay = await startTestRelay({ PASSWORD: 'a password', TRUST_PROXY: '1' })
  const headers = { 'x-forwarded-host': 'errata.example', 'x-forwarded-proto': 'https', accept: '*/*' }
  const read = (path: string) => fetch(`${relay.url}${path}`, { headers })
  const llms = await read('/llms.txt')
  expect(llms.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await llms.text()
  expect(text).toMatch(/^# Errata\n\n> .+\n/)
  const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, link]) => link!)
  expect(links).toContain('https://errata.example/api/mcp')
  expect(links.filter((link) => !link.startsWith('https://errata.example/'))).toEqual([])
  const connect = await read('/connect.md')
  expect([connect.status, connect.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(await connect.text()).toContain(
    'claude mcp add --transport http errata https://errata.example/api/mcp',
  )
  const react = await (await read('/connect.md?setup=react')).text()
  expect(react).toContain('npm install https://errata.example/monitoring.tgz')
  expect((await read('/connect.md?setup=cobol')).status).toBe(404)
  expect((await read('/api/mcp')).status).toBe(401)
  expect(relay.store.requests).toEqual([])
})
