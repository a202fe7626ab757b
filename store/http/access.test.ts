// Roles and services: somebody with some services gets the answers of a store that has only these services,
// at every path of the API.
import { beforeAll, expect, test, vi } from 'vitest'
import type { IssuesAnswer } from '../../contract/issues.ts'
import type { MapsAnswer } from '../../contract/maps.ts'
import type { StatusAnswer } from '../../contract/status.ts'
import { CALLER_HEADER, writeCaller, type Caller } from '../../server/caller.ts'
import { readLive } from '../testing/live.ts'
import { storeOfFile } from '../testing/suite.ts'
import { personWith, sendCommits, sendPageLoad, tokenCaller, type PageLoad } from '../testing/teams.ts'
import type { TestStore } from '../testing/store.ts'
import { PATHS } from '../app.ts'
import { SCHEMA } from '../database/tables/schema.ts'
import { ROWS } from '../limited-context.ts'

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

const own: PageLoad[] = []
const others: PageLoad[] = []
let team: Caller

beforeAll(async () => {
  for (let round = 0; round < 12; round++) {
    const at = now - round * 11 * MINUTE - 3_000
    own.push(await sendPageLoad([both, alone], { service: OWN[round % 2]!, at, round, text: 'shop' }))
    others.push(await sendPageLoad([both], { service: OTHER, at, round, text: MARKER }))
  }
  for (const [at, service] of OWN.entries()) await sendCommits([both, alone], { service, text: 'shop', at })
  await sendCommits([both], { service: OTHER, text: MARKER, at: 2 })
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
  const owners = [`${MARKER} owner`]
  await both.patch('/api/service-settings', { service: OTHER, owners })
  team = await tokenCaller(both, 'read', ['shop-*'])
})

function ask(store: TestStore, path: string, caller: Caller | null, request: RequestInit = {}) {
  const headers = { ...(caller && { [CALLER_HEADER]: writeCaller(caller) }) }
  return store.ask<unknown>(path, { ...request, headers })
}

function change(caller: Caller, path: string, body?: object, method = 'PATCH') {
  return ask(both, path, caller, { method, ...(body && { body: JSON.stringify(body) }) })
}

/** Values that stand for a part of the address: of the own services, and of the others. */
const values = ({ digest, traceId, spanId, issueId }: PageLoad): Record<string, string> => ({
  ':id': issueId,
  ':digest': digest,
  ':traceId': traceId,
  ':spanId': spanId,
})

const now = Date.now()
const at = (minutes: number): string => new Date(now - minutes * MINUTE).toISOString()
/** They end before the first request: what ends now is of another time in the next answer. */
const RANGES = [`from=${at(60)}&to=${at(0)}`, `from=${at(7 * 24 * 60)}&to=${at(0)}`]
const SERVICES = ['', `&service=${OTHER}`, `&service=${OWN[1]}&service=${OTHER}`]
const SEARCHES = ['', '&q=failed', `&q=user:${MARKER}-user-1`]
const FURTHER: Record<string, string[]> = {
  '/api/feedback': [`&user=${MARKER}-user-1`, '&q=paid'],
  '/api/issues': [
    `&q=owner:${MARKER}`,
    '&q=owner:shop',
    '&q=has:feedback',
    '&sort=count',
    '&sort=users',
    '&status=resolved',
    '&limit=2',
  ],
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
  '/api/releases/commits': [`&release=shop-1`, `&service=${OTHER}&release=${MARKER}-1`],
  '/api/releases/suspects': [`&release=shop-1`, `&service=${OTHER}&release=${MARKER}-1`],
  '/api/traces/heatmap': ['&of=traces'],
  '/api/logs': [`&sessionId=${MARKER}-session-1`],
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

test('each table has a condition, or a reason for none', () => {
  expect(Object.keys(ROWS)).toEqual(SCHEMA.tables.map(({ name }) => name).toSorted(compare))
})

test('there is an answer for the team at each path', () => {
  expect(limited.length).toBeGreaterThan(30)
  const withIds = requests.filter(({ address }) => address.includes(':'))
  // Those with an id for one of the team and for one of others, all of both stores.
  expect((requests.length + withIds.length) * 2).toBeGreaterThan(2_000)
})

test.each(limited.map(({ address }) => address))('%s is of their services alone', async (address) => {
  const addresses = new Set(
    [own[0]!, others[0]!].map((sent) => address.replaceAll(/:\w+/g, (name) => values(sent)[name] ?? name)),
  )
  const urls = requests
    .filter((request) => request.address === address)
    .flatMap(({ query }) => [...addresses].map((path) => `${path}?${query}`))
  const askRest = async (): Promise<void> => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) await compareAnswers(url)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, askRest))
})

test('live events are of their services alone', async () => {
  const live = await readLive(both, { [CALLER_HEADER]: writeCaller(team) })
  const at = Date.now()
  const hidden = await sendPageLoad([both], { service: OTHER, at, round: 20, text: MARKER })
  const visible = await sendPageLoad([both], { service: OWN[0]!, at, round: 20, text: 'shop' })
  const digests = await live.until(/"digest":"(\w{8})"/g, 1)
  expect(digests).toEqual([visible.digest])
  expect(digests).not.toContain(hidden.digest)
  await live.close()
})

test('the state does not say when something of other services was stored', async () => {
  const lastStored = async () => {
    const { body } = await ask(both, '/api/status', team)
    return (body as StatusAnswer).lastStored
  }
  const before = await lastStored()
  await sendPageLoad([both], { service: OTHER, at: Date.now(), round: 21, text: MARKER })
  expect(await lastStored()).toBe(before)
  await sendPageLoad([both], { service: OWN[0]!, at: Date.now(), round: 21, text: 'shop' })
  expect(await lastStored()).not.toBe(before)
})

test('whoever may change some services reads the others of theirs', async () => {
  const caller = personWith([
    { role: 'write', services: ['shop-api'] },
    { role: 'read', services: ['shop-*'] },
  ])
  const { status, body } = await ask(both, '/api/issues?limit=100', caller)
  const { issues } = body as IssuesAnswer
  expect([status, new Set(issues.map(({ service }) => service))]).toEqual([200, new Set(OWN)])
  for (const { service, id } of issues) {
    const answer = await change(caller, `/api/issues/${id}`, { assignee: 'Ann' })
    expect([service, answer.status]).toEqual([service, service === 'shop-api' ? 200 : 404])
  }
  expect((await ask(both, '/api/me', caller)).body).toMatchObject({
    role: 'write',
    services: expect.anything(),
  })
})

test('nothing of other services changes', async () => {
  const caller = personWith([{ role: 'write', services: ['shop-*'] }])
  const [mine, theirs] = [own[0]!.issueId, others[0]!.issueId]
  const before = await both.read(`/api/issues/${theirs}`)
  const requests: [method: string, path: string, body?: object][] = [
    ['PATCH', `/api/issues/${theirs}`, { status: 'ignored' }],
    ['PATCH', '/api/issues', { ids: [theirs], status: 'ignored' }],
    ['POST', `/api/issues/${theirs}/notes`, { body: 'a note' }],
    ['POST', `/api/issues/${mine}/merge`, { into: theirs }],
    ['POST', `/api/issues/${theirs}/merge`, { into: mine }],
    ['POST', `/api/issues/${theirs}/unmerge`, { fingerprint: theirs }],
    ['DELETE', `/api/issues/${theirs}`],
    ['DELETE', `/api/events/${others[0]!.digest}`],
    ['POST', '/api/searches', { name: `${MARKER} search`, list: 'issues', search: 'service=shop-web' }],
    ['PUT', `/api/maps?service=${OTHER}&release=1&file=a.js`, { version: 3 }],
    ['PUT', `/api/styles?service=${OTHER}&release=1&file=a.css`, { css: 'a {}' }],
    ['PUT', `/api/commits?service=${OTHER}&release=1`, { head: 'c0ffee1', commits: [] }],
  ]
  for (const [method, path, body] of requests) {
    const answer = await change(caller, path, body, method)
    expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([403, 404, 409])])
  }
  expect(stable(await both.read(`/api/issues/${theirs}`))).toEqual(stable(before))
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
