// Behind each proxy of examples/proxy: the sender's address is right, a forged one is ignored, the console
// works. Only of programs that are installed.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from 'vite'
import viteExample from '../examples/proxy/vite.config.ts'
import { isInstalled, startProxy, type Proxy, type ProxyName } from './testing/proxies.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const NAME = 'errata.example'
const PASSWORD = 'open sesame'
/** Another address of the loopback, so that the sender is not the proxy. */
const SENDER = '127.0.0.2'
const FORGED = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.example' }

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PASSWORD, TRUST_PROXY: '1', CLIENT_ADDRESS: 'full' })
})
afterAll(() => stack?.close())

const PROXIES: ProxyName[] = ['nginx', 'caddy', 'apache2']
describe.each(PROXIES.filter(isInstalled))('behind %s', (name) => {
  let proxy: Proxy
  let cookie: string
  beforeAll(async () => {
    proxy = await startProxy(name, stack.url)
    const { headers } = await login(proxy.port, `http://${NAME}`)
    cookie = (headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ')
  })
  afterAll(() => proxy?.close())

  test('an error has the address of its sender, and not the one that it claims', async () => {
    expect(await addressOf(proxy.port, FORGED)).toBe(SENDER)
  })

  test('one can log in to the console, and pages of other sites cannot', async () => {
    const issues = await send(proxy.port, { path: '/api/issues', headers: { cookie } })
    expect([issues.status, issues.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await login(proxy.port, 'http://evil.example')).status).toBe(403)
  })

  test('events arrive while the response is open', async () => {
    let events = ''
    const request = http.get(
      { port: proxy.port, host: '127.0.0.1', path: '/api/live', headers: { host: NAME, cookie } },
      (response) => response.on('data', (chunk: Buffer) => (events += chunk.toString())),
    )
    try {
      await waitFor('an event of one of the errors', async () => {
        const { digest, body } = exceptionLog()
        await send(proxy.port, { method: 'POST', path: '/monitoring' }, JSON.stringify(body))
        return waitFor('the event', () => events.includes(digest), { timeoutMs: 3_000 })
      })
    } finally {
      request.destroy()
    }
  })
})

const testNginx = isInstalled('nginx') ? test : undefined
testNginx?.('nginx forwards /monitoring of an application’s own server', async () => {
  const proxy = await startProxy('nginx', stack.url)
  try {
    expect(await addressOf(proxy.shopPort, FORGED)).toBe(SENDER)
    expect((await send(proxy.shopPort, { path: '/api/issues' })).status).toBe(404)
  } finally {
    await proxy.close()
  }
})

test('the development server of Vite forwards /monitoring', async () => {
  const target = { ...(viteExample.server!.proxy!['/monitoring'] as object), target: stack.url }
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', proxy: { '/monitoring': target } },
  })
  try {
    await server.listen()
    const { port } = server.httpServer!.address() as { port: number }
    expect(await addressOf(port, { host: `localhost:${port}` })).toBe(SENDER)
  } finally {
    await server.close()
  }
})

/** Sends an error; resolves to the address that the relay logs for it. */
async function addressOf(port: number, headers: http.OutgoingHttpHeaders): Promise<string> {
  const { digest, body } = exceptionLog()
  const { status } = await send(port, { method: 'POST', path: '/monitoring', headers }, JSON.stringify(body))
  expect(status).toBe(200)
  const line = await waitFor('the line of the log', () =>
    stack
      .output()
      .split('\n')
      .find((text) => text.includes(digest) && text.includes('exception received')),
  )
  return (JSON.parse(line.slice(line.indexOf('{'))) as { client: string }).client
}

function login(port: number, origin: string): Promise<Answer> {
  const request = { method: 'POST', path: '/login', headers: { origin } }
  return send(port, request, JSON.stringify({ password: PASSWORD }))
}

type Answer = { status: number; headers: http.IncomingHttpHeaders }

function send(port: number, options: http.RequestOptions, body?: string): Promise<Answer> {
  const headers = { host: NAME, 'content-type': 'application/json', ...(options.headers as object) }
  return new Promise((resolve, reject) => {
    http
      .request({ ...options, host: '127.0.0.1', port, localAddress: SENDER, headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode!, headers: response.headers })
      })
      .on('error', reject)
      .end(body)
  })
}
