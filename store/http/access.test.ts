// Roles and services: somebody with some services gets the answers of a store that has only these services,
// at every path of the API.
import { createHash } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { CreatedToken } from '../../contract/people.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'
import type { MapsAnswer } from '../../contract/maps.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../server/caller.ts'
import {
  exceptionRecord,
  logs,
  newDigest,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../testing/otlp.ts'
import { readLive } from '../testing/live.ts'
import { storeOfFile } from '../testing/suite.ts'
import type { TestStore } from '../testing/store.ts'
import { PATHS } from '../app.ts'

const MINUTE = 60_000
/** In every text of the other services. */
const MARKER = 'zebra'
const OWN = ['shop-web', 'shop-api']
const OTHER = `${MARKER}-web`
/** A script of each service and release of the sample. */
const MISSING_MAPS = 6

/** It has the services of two teams. */
const both = storeOfFile()
/** It has what of `both` one of the teams may view. */
const alone = storeOfFile()

type Sent = { digest: string; traceId: string; spanId: string; issueId: string }
const own: Sent[] = []
const others: Sent[] = []
let team: Caller

beforeAll(async () => {
  for (let round = 0; round < 12; round++) {
    const at = now - round * 11 * MINUTE - 3_000
    own.push(await send([both, alone], { service: OWN[round % 2]!, at, round, text: 'shop' }))
    others.push(await send([both], { service: OTHER, at, round, text: MARKER }))
  }
  for (const { digest } of own) {
    await both.read(`/api/events/${digest}`)
    await alone.read(`/api/events/${digest}`)
  }
  // Scripts without a source map are counted some time after their occurrences.
  for (const store of [both, alone])
    await vi.waitFor(async () => {
      const { missing } = await store.read<MapsAnswer>('/api/maps')
      expect(missing.filter(({ service }) => OWN.includes(service))).toHaveLength(MISSING_MAPS)
    }, 30_000)
  const ids = await both.read<IssuesAnswer>('/api/issues?limit=100')
  const ofOthers = ids.issues.filter(({ service }) => service === OTHER)
  for (const issue of ofOthers) {
    await both.post(`/api/issues/${issue.id}/notes`, { body: `${MARKER} note` })
    await both.patch(`/api/issues/${issue.id}`, { assignee: `${MARKER} keeper`, status: 'resolved' })
  }
  others[0]!.issueId = ofOthers[0]!.id
  own[0]!.issueId = ids.issues.find(({ service }) => service === OWN[0])!.id
  await both.post('/api/searches', { name: `${MARKER} search`, list: 'issues', search: `service=${OTHER}` })
  await both.ask('/api/ticket-templates', {
    method: 'PUT',
    body: JSON.stringify({ service: OTHER, url: `https://${MARKER}.example/new?title={title}` }),
  })
  team = await tokenCaller(both, 'read', ['shop-*'])
})

type Sample = { service: string; at: number; round: number; text: string }

/** A page load with a call, an exception, a vital and a log record; every name has `text`. */
async function send(stores: TestStore[], { service, at, round, text }: Sample): Promise<Sent> {
  const [traceId, spanId, digest] = [newTraceId(), newSpanId(), newDigest()]
  const source = { service, release: `${text}-${round % 3}`, environment: `${text}-production` }
  const attributes = {
    'user.id': `${text}-user-${round % 4}`,
    'session.id': `${text}-session-${round % 5}`,
    'http.route': `/${text}/${round % 2}`,
    'shop.plan': text,
  }
  const list = [
    span({ traceId, spanId, name: `${text} load`, at, milliseconds: 200 + round, attributes }),
    span({
      traceId,
      parentSpanId: spanId,
      name: `GET /${text}`,
      at: at + 5,
      error: round % 3 === 0,
      attributes,
    }),
  ]
  const exception = exceptionRecord({
    at: at + 20,
    type: `${text}Error`,
    message: `the ${text} ${round % 4} failed`,
    stacktrace: `${text}Error: failed\n    at ${text}${round % 4} (https://${text}.example/${text}.js:1:${round})`,
    url: `https://${text}.example/${text}`,
    digest,
    traceId,
    spanId,
    attributes,
  })
  const vital = vitalRecord({ value: 900 + round, at, route: `/${text}/${round % 2}`, attributes })
  for (const store of stores) {
    await store.send('traces', spans(list, source))
    await store.send('logs', logs([exception, vital], source))
  }
  return { digest, traceId, spanId, issueId: '' }
}

async function tokenCaller(store: TestStore, scope: 'maps' | 'read' | 'write', services: string[]) {
  const body = { name: 'a team', scope, services, expires: null }
  const { token } = (await store.post<CreatedToken>('/api/tokens', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  return { by: 'token', hash, address: '203.0.113.1', passwordKey: '' } as const
}

function ask(store: TestStore, path: string, caller: Caller | null, request: RequestInit = {}) {
  const headers = { ...(caller && { [CALLER_HEADER]: writeCaller(caller) }) }
  return store.ask<unknown>(path, { ...request, headers })
}

/** Values that stand for a part of the address: of the own services, and of the others. */
const values = ({ digest, traceId, spanId, issueId }: Sent): Record<string, string> => ({
  ':id': issueId,
  ':digest': digest,
  ':traceId': traceId,
  ':spanId': spanId,
})

const now = Date.now()
const at = (minutes: number): string => new Date(now - minutes * MINUTE).toISOString()
/** With an end, so that two answers are about the same time. */
const RANGES = [`from=${at(60)}&to=${at(-5)}`, `from=${at(7 * 24 * 60)}&to=${at(-5)}`]
const SERVICES = ['', `&service=${OTHER}`, `&service=${OWN[1]}&service=${OTHER}`]
const SEARCHES = ['', '&q=failed', `&q=user:${MARKER}-user-1`]
const FURTHER: Record<string, string[]> = {
  '/api/issues': ['&sort=count', '&sort=users', '&status=resolved', '&limit=2'],
  '/api/traces': [
    '&sort=duration',
    '&status=error',
    `&attribute=shop.plan:${MARKER}`,
    '&operation=shop load',
  ],
  '/api/facets': ['&of=traces', '&base=true', '&of=traces&base=true'],
  '/api/operations': ['&trend=true', '&base=true', `&operation=GET /${MARKER}`],
  '/api/operations/calls': ['&operation=shop load', `&operation=${MARKER} load`],
  '/api/operations/breakdown': ['&operation=shop load', `&operation=${MARKER} load`],
  '/api/vitals': ['&trend=true', `&route=/${MARKER}/1`],
  '/api/releases': ['&by=environment', '&trend=true'],
  '/api/visitors': [`&user=shop-user-1`, `&user=${MARKER}-user-1`, `&session=${MARKER}-session-1`],
  '/api/traces/heatmap': ['&of=traces'],
}
const paths = PATHS.filter(({ method, address }) => method === 'GET' && address !== '/api/live')
const limited = paths.filter(({ needsAllServices, address }) => !needsAllServices && address !== '/api/me')
const requests = limited.flatMap(({ address, parameters }) => {
  const names = new Set(parameters.map(({ name }) => name))
  const times = names.has('range') ? RANGES : ['']
  const services = names.has('service') ? SERVICES : ['']
  const searches = names.has('q') ? SEARCHES : ['']
  return times.flatMap((time) =>
    services.flatMap((service) =>
      searches.flatMap((search) =>
        ['', ...(FURTHER[address] ?? [])].map((further) => ({
          address,
          query: `${time}${service}${search}${further}`,
        })),
      ),
    ),
  )
})

/** The store refuses requests beyond a queue. */
const SIDE_BY_SIDE = 6

/** What differs between two stores or two instants. */
const VOLATILE = new Set(
  'time memory bytes lastStored lastSeen minutes free total growth since until to received'.split(' '),
)

/** Shares of a base whose end is now are rounded; what has the same rank has no order. */
function stable(body: unknown): unknown {
  if (typeof body === 'string')
    return body
      .replaceAll(/(T\d\d:\d\d):[\d.]+Z/g, '$1')
      .split('\n')
      .toSorted()
  if (typeof body === 'number') return Number(body.toPrecision(3))
  if (Array.isArray(body)) return body.map(stable).toSorted((a, b) => compare(textOf(a), textOf(b)))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (VOLATILE.has(key) ? [] : [[key, stable(value)]])),
  )
}

const textOf = (value: unknown): string => JSON.stringify(value)
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

async function compareAnswers(url: string): Promise<void> {
  const [theirs, expected] = await Promise.all([ask(both, url, team), ask(alone, url, null)])
  const request = `${url} ${theirs.status}`
  if (!url.includes(MARKER))
    expect(/.{0,60}zebra.{0,60}/.exec(textOf(theirs.body))?.[0], request).toBe(undefined)
  expect([theirs.status, stable(theirs.body)], request).toEqual([expected.status, stable(expected.body)])
}

test('there is an answer for the team at each path', () => {
  expect(limited.length).toBeGreaterThan(30)
  expect(requests.length * 2).toBeGreaterThan(1_000)
})

test.each(limited.map(({ address }) => address))('%s is of their services alone', async (address) => {
  const urls = requests
    .filter((request) => request.address === address)
    .flatMap(({ query }) =>
      [own[0]!, others[0]!].map(
        (sent) => `${address.replaceAll(/:\w+/g, (name) => values(sent)[name] ?? name)}?${query}`,
      ),
    )
  const askRest = async (): Promise<void> => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) await compareAnswers(url)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, askRest))
})

test('live events are of their services alone', async () => {
  const live = await readLive(both, { [CALLER_HEADER]: writeCaller(team) })
  const at = Date.now()
  const hidden = await send([both], { service: OTHER, at, round: 20, text: MARKER })
  const visible = await send([both], { service: OWN[0]!, at, round: 20, text: 'shop' })
  const digests = await live.until(/"digest":"(\w{8})"/g, 1)
  expect(digests).toEqual([visible.digest])
  expect(digests).not.toContain(hidden.digest)
  await live.close()
})

/** Addresses with values that exist nowhere: who may use a path is answered before that. */
const address = (path: string): string => path.replaceAll(/:\w+/g, '0123456789abcdef')
const isForbidden = (answer: { status: number; body: unknown }): boolean =>
  answer.status === 403 && /role|token|services/.test(textOf(answer.body))

test.each([
  ['read', 'read', ['*']],
  ['write', 'write', ['*']],
  ['maps', 'maps', ['*']],
  ['write for some services', 'write', ['shop-*']],
] as const)('a token %s may use what it is for', async (_name, scope, services) => {
  const caller = await tokenCaller(both, scope, [...services])
  for (const path of PATHS) {
    if (path.address === '/api/live') continue
    const request = {
      method: path.method,
      ...(path.method !== 'GET' && path.method !== 'DELETE' && { body: '{}' }),
    }
    const answer = await ask(both, address(path.address), caller, request)
    const mayUse =
      scope === 'maps'
        ? path.isForMaps
        : path.role !== 'admin' &&
          (path.role === 'read' || scope === 'write') &&
          !(path.needsAllServices && services[0] !== '*')
    // A token revokes no tokens; it makes none either, but the body is read first.
    const isRevoking = path.address === '/api/tokens/:id'
    expect([path.method, path.address, isForbidden(answer)]).toEqual([
      path.method,
      path.address,
      !mayUse || isRevoking,
    ])
  }
})
