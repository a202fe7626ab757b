// Sends every path of the API's router in many spellings, with all methods and hosts, to a relay with a
// password and to one that is closed: none may let a request pass that has neither session nor token.
// `npm run bench -- access`.
import http from 'node:http'
import { join } from 'node:path'
import { Router } from '@koa/router'
import { addApi } from '../../store/app.ts'
import { createQueryQueue } from '../../store/http/query-queue.ts'
import { writeTable } from '../../scripts/bench/table.ts'
import { post } from '../testing/http.ts'
import { startStack, type Stack } from '../testing/stack.ts'
import { exceptionLog } from '../testing/telemetry.ts'
import { waitFor } from '../testing/wait-for.ts'

const SECRET = 'the message that only a reader may see'
const TOKEN = 'a-token'
/** The message, any list of the API, and the metrics. */
const DATA = new RegExp(`${SECRET}|"(?:issues|traces|services|facets|operations)":|errata_relay_`)
const CONNECTIONS = 32

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const HOSTS = ['127.0.0.1', 'localhost', 'evil.example', 'errata.example', '10.0.0.9']
const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/API'),
  (path) => path.replace('/api', '/Api'),
  (path) => `${path};x=1`,
  (path) => `${path}?x=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}#x`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/monitoring/..${path}`,
  (path) => `/monitoring/../..${path}`,
  (path) => `/demo/%2e%2e${path}`,
  (path) => `/%2e${path}`,
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api%252f'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '//api//'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/../api/'),
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://evil.example${path}`,
]
const HEADERS: http.OutgoingHttpHeaders[] = [
  {},
  { authorization: 'Bearer wrong' },
  { cookie: 'errata_session=9999999999999-00; errata_session.sig=x' },
  { 'x-original-url': '/health', 'x-forwarded-for': '127.0.0.1', 'x-http-method-override': 'GET' },
]

type Probe = { method: string; path: string; headers: http.OutgoingHttpHeaders }
type Result = { requests: number; leaks: Probe[]; statuses: Map<number, number> }

const rows: (string | number)[][] = []
for (const [name, environment] of Object.entries({
  'with a password': { PASSWORD: 'open sesame', API_TOKENS: TOKEN },
  'without one, on all addresses': { HOST: '0.0.0.0', API_TOKENS: TOKEN },
})) {
  const stack = await startStack(environment)
  try {
    const { requests, leaks, statuses } = await probeAll(stack, await storeSecret(stack))
    const list = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    // Without a password the metrics are for this machine, which sends all of this.
    const metrics = leaks.filter(({ path }) => path.includes('/metrics')).length
    rows.push([name, requests, leaks.length - metrics, metrics, list.join(', ')])
    for (const leak of leaks.slice(0, 20)) console.error(JSON.stringify(leak))
  } finally {
    await stack.close()
  }
}
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Access: requests without session and token',
  ['relay', 'requests', 'answers with data', 'with metrics', 'statuses'],
  rows,
)

/** Stores an exception and returns the ids that the paths need. */
async function storeSecret({ url }: Stack): Promise<string[]> {
  const { digest, traceId, body } = exceptionLog({ message: SECRET })
  await post(`${url}/monitoring`, body)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const event = await waitFor('stored', async () => {
    const answer = await fetch(`${url}/api/events/${digest}`, { headers })
    return answer.ok ? ((await answer.json()) as { issueId: string }) : null
  })
  return [event.issueId, digest, traceId]
}

async function probeAll(stack: Stack, ids: string[]): Promise<Result> {
  const { port } = new URL(stack.url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const result: Result = { requests: 0, leaks: [], statuses: new Map() }
  const probes = allProbes(ids)
  const send = async (): Promise<void> => {
    for (let next = probes.next(); !next.done; next = probes.next()) {
      const { status, text } = await request(next.value, { port, agent })
      result.requests++
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
      if (DATA.test(text)) result.leaks.push(next.value)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  agent.destroy()
  return result
}

/** All paths of the router, with real ids. */
function* allProbes(ids: string[]): Generator<Probe> {
  const router = new Router()
  addApi(
    router,
    () => {
      throw new Error('no request is answered here')
    },
    createQueryQueue(),
  )
  const paths = [...new Set(router.stack.map(({ path }) => String(path)))].flatMap((path) =>
    path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path],
  )
  for (const path of [...paths, '/metrics'])
    for (const spell of SPELLINGS)
      for (const method of METHODS)
        for (const [at, headers] of HEADERS.entries())
          for (const host of at === 0 ? HOSTS : HOSTS.slice(0, 1))
            yield { method, path: spell(path), headers: { ...headers, host } }
}

function request(
  { method, path, headers }: Probe,
  { port, agent }: { port: string; agent: http.Agent },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, agent, method, path, headers }
    const outgoing = http.request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('close', () => resolve({ status: response.statusCode!, text }))
    })
    // A request that the server does not answer (TRACE, a broken target) has no data either.
    outgoing.on('error', () => resolve({ status: 0, text: '' }))
    outgoing.end()
  })
}
