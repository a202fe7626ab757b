// What a client of the Model Context Protocol gets without a token, and where it looks for a login by OAuth.
import { expect, test } from 'vitest'
import { startTestRelay } from '../testing/relay-fixture.ts'

const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const METADATA = 'https://errata.example/.well-known/oauth-protected-resource/api/mcp'

async function startRelay() {
  const relay = await startTestRelay({ PASSWORD: 'a password', TRUST_PROXY: '1' })
  const proxy = { 'x-forwarded-host': 'errata.example', 'x-forwarded-proto': 'https' }
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${relay.url}${path}`, {
      method,
      headers: { ...proxy, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify(MESSAGE) }),
    })
  return { relay, send }
}

test('a 401 names the metadata of the path, and the page where a person makes a token', async () => {
  const { send } = await startRelay()
  const answer = await send('POST', '/api/mcp')
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer realm="Errata", scope="read", resource_metadata="${METADATA}"`,
  ])
  expect(await answer.json()).toMatchObject({
    detail: expect.stringContaining('make one at https://errata.example/settings?section=tokens'),
  })
})

test('a token that the store refuses is an error in the header; other paths stay as they are', async () => {
  const { relay, send } = await startRelay()
  relay.store.answer = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' })
    response.end('{"detail":"This token does not exist."}')
  }
  const authorization = `Bearer errata_${'x'.repeat(43)}`
  const answer = await send('POST', '/api/mcp', { authorization })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Bearer realm="Errata", error="invalid_token", error_description="[^"]+", scope=/),
  ])
  expect(await answer.json()).toEqual({ detail: 'This token does not exist.' })
  const other = await send('GET', '/api/issues', { authorization })
  expect([other.status, other.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test.each(['', '/api/mcp'])('metadata at /.well-known/oauth-protected-resource%s', async (path) => {
  const { send } = await startRelay()
  const answer = await send('GET', `/.well-known/oauth-protected-resource${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  expect(await answer.json()).toEqual({
    resource: 'https://errata.example/api/mcp',
    resource_name: 'Errata',
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write'],
    resource_documentation: 'https://errata.example/connect.md',
  })
})

test('who registers as a client of OAuth is told to make a token', async () => {
  const { send } = await startRelay()
  const answer = await send('POST', '/register')
  expect([answer.status, await answer.json()]).toEqual([
    403,
    {
      error: 'access_denied',
      error_description: expect.stringContaining('make one at https://errata.example'),
    },
  ])
})

test('a host that is no host gets no header of its own', async () => {
  const { send } = await startRelay()
  const answer = await send('POST', '/api/mcp', { 'x-forwarded-host': 'a", error="x' })
  expect(answer.headers.get('www-authenticate')).toContain(
    'resource_metadata="http://127.0.0.1:8080/.well-known',
  )
})
