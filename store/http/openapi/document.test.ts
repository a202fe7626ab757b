// The description of the API beside its router and the answers of a store.
import { Router } from '@koa/router'
import { beforeAll, describe, expect, test } from 'vitest'
import { exception, logs, newDigest, newTraceId, span, spans, vitalRecord } from '../../testing/otlp.ts'
import { violations } from '../../testing/json-schema.ts'
import { sendSnapshot, snapshotOf } from '../../testing/snapshots.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { EventsAnswer } from '../../../contract/issues.ts'
import type { InviteLink, PeopleAnswer } from '../../../contract/people.ts'
import { createQueryQueue } from '../query-queue.ts'
import { addApi } from '../../app.ts'

type Operation = {
  parameters: { name: string; in: string; schema: { enum?: unknown[]; type?: string; format?: string } }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const store = sharedStore()
const service = newName()
let document: Document
let ids: Record<string, string>

beforeAll(async () => {
  const [traceId, digest] = [newTraceId(), newDigest()]
  const root = span({ traceId, error: true })
  await store.send('traces', spans([root, span({ traceId, parentSpanId: root.spanId! })], { service }))
  const options = { traceId, digest, service, spanId: root.spanId! }
  await store.send('logs', exception({ ...options, attributes: { 'session.id': 's', 'user.id': 'u' } }))
  await store.send('logs', exception({ ...options, digest: newDigest(), type: 'OtherError' }))
  await store.send('logs', logs([vitalRecord({ value: 1_200 })], { service }))
  await sendSnapshot(store, snapshotOf(digest, 'seen'))
  const { issueId } = await store.read<{ issueId: string }>(`/api/events/${digest}`)
  ids = { issues: issueId, events: digest, traces: traceId, spans: root.spanId! }
  document = await store.read<Document>('/api/openapi.json')
})

const operations = (): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      method,
      path,
      operation,
    ]),
  )

/** With the ids of what is stored. */
const addressOf = (path: string, method: string): string => {
  if (/^.api.operations.(breakdown|calls)$/.test(path))
    return `${path}?service=${service}&operation=page.load`
  if (path === '/api/lookup') return `${path}?text=${ids['events']}`
  if (path === '/api/visitors') return `${path}?user=user-1`
  if (path === '/api/export') return `${path}?userId=u`
  if (path === '/api/commits') return `${path}?service=${service}&release=1`
  if (path === '/api/styles') return `${path}?service=${service}&release=1&file=a.css`
  return path === '/api/maps' && method !== 'get'
    ? `/api/maps?service=${service}&release=1&file=a.js`
    : path.replaceAll(/(\w+)\/\{\w+\}/g, (_match, name: string) => `${name}/${ids[name]}`)
}

/** They have their own schemas. */
const DOCUMENTS = new Set(['/api/openapi.json', '/api/alerts-schema'])

async function expectAnswer(method: string, path: string, body?: object): Promise<void> {
  const { responses } = document.paths[path]![method]!
  const request = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const answer = await store.ask(addressOf(path, method), { ...request, method: method.toUpperCase() })
  const described = responses[answer.status]?.content ?? {}
  const type = answer.headers.get('content-type')?.split(';')[0]
  const types = type === undefined ? [] : [type]
  expect([path, answer.status, Object.keys(described)]).toEqual([path, answer.status, types])
  if (type === 'application/json' && !DOCUMENTS.has(path))
    expect(violations(answer.body, described[type]!.schema, document.components.schemas)).toEqual([])
}

test('is OpenAPI 3.1 and has the methods and paths of the router, and no other', () => {
  const router = new Router()
  addApi(router, () => expect.unreachable(), createQueryQueue())
  // Paths for the relay alone are not described.
  const described = router.stack.filter(({ path }) => String(path).startsWith('/api/'))
  const routes = described.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method.toLowerCase()} ${String(path).replaceAll(/:(\w+)/g, '{$1}')}`),
  )
  expect(document.openapi).toBe('3.1.0')
  expect(
    operations()
      .map(([method, path]) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(routes.toSorted())
})

test('names only schemas that it has', () => {
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w*)"/g)].map(
    ([, name]) => name!,
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !(name in document.components.schemas))).toEqual([])
})

/** A stream, and a link that only a mail has. */
const WITHOUT_ANSWER = new Set(['/api/live', '/api/channels/{id}/unsubscribe'])

test('describes every answer to a reader', async () => {
  const paths = operations().filter(([method, path]) => method === 'get' && !WITHOUT_ANSWER.has(path))
  expect(paths.length).toBeGreaterThan(15)
  for (const [method, path] of paths) await expectAnswer(method, path)
  expect((await store.read<{ vitals: unknown[] }>(`/api/vitals?service=${service}`)).vitals).toHaveLength(1)
})

const COMMIT = {
  hash: 'c0ffee1',
  author: 'Ada',
  at: '2026-01-05T09:00:00.000Z',
  subject: 'Begin',
  files: [{ path: 'a.ts', lines: [[1, 2]] }],
}
const CODEOWNERS = { path: 'CODEOWNERS', text: '* @ada' }

test('describes every answer to a change', async () => {
  const other = (await store.read<{ issues: { id: string }[] }>(`/api/issues?service=${service}`)).issues
    .map(({ id }) => id)
    .find((id) => id !== ids['issues'])!
  const bodies: [string, string, object][] = [
    ['patch', '/api/issues', { ids: [ids['issues']], status: 'resolved' }],
    ['patch', '/api/issues/{id}', { assignee: 'ada' }],
    ['post', '/api/issues/{id}/notes', { body: 'Seen by a customer' }],
    ['post', '/api/issues/{id}/merge', { into: other }],
    ['post', '/api/issues/{id}/unmerge', { fingerprint: ids['issues'] }],
    ['post', '/api/fingerprint', { type: 'OrderError', message: '', stacktrace: '', service }],
    ['post', '/api/searches', { name: service, list: 'issues', search: 'q=browser%3Achrome' }],
    ['put', '/api/ticket-templates', { service, url: 'https://tracker.example/new?title={title}' }],
    ['patch', '/api/service-settings', { service, owners: ['ada'] }],
    ['put', '/api/scrub-names', { names: ['customer-number'] }],
    // It waits for the night.
    ['post', '/api/forget', { userId: 'nobody' }],
    ['put', '/api/maps', { version: 3, sources: ['a.ts'], mappings: 'AAAA' }],
    ['put', '/api/styles', { css: 'a {}' }],
    ['put', '/api/commits', { head: 'c0ffee1', base: null, commits: [COMMIT], owners: CODEOWNERS }],
  ]
  for (const [method, path, body] of bodies) {
    const { schema } = document.paths[path]![method]!.requestBody!.content['application/json']!
    expect([path, violations(body, schema, document.components.schemas)]).toEqual([path, []])
    // The merged issue is a part of the other, and is taken out of that.
    const id = path.endsWith('unmerge') ? other : ids['issues']!
    ids = { ...ids, issues: id }
    await expectAnswer(method, path, body)
  }
  await expectAnswer('delete', '/api/maps')
  const { searches } = await store.read<{ searches: { id: string; name: string }[] }>('/api/searches')
  ids = { ...ids, searches: searches.find(({ name }) => name === service)!.id }
  await expectAnswer('delete', '/api/searches/{id}')
  const filter = JSON.stringify({ filter: { q: 'no-such-text' }, status: 'resolved' })
  expect((await store.ask('/api/issues', { method: 'PATCH', body: filter })).body).toMatchObject({
    changed: 0,
  })
  const body = JSON.stringify({ ids: [ids['issues']], status: 'ignored' })
  const { change } = (await store.ask<{ change: string }>('/api/issues', { method: 'PATCH', body })).body
  ids = { ...ids, changes: change }
  await expectAnswer('post', '/api/changes/{id}/undo', {})
  await expectAlertAnswers()
  await expectDeletions()
  await expectPeopleAnswers()
  const others = operations().filter(
    ([method, path]) => method !== 'get' && path !== '/api/mcp' && !isOfAlerts(path) && !isOfPeople(path),
  )
  expect(others).toHaveLength(bodies.length + 5)
})

/** Of an issue that no other test reads. */
async function expectDeletions(): Promise<void> {
  const [before, digest] = [ids, newDigest()]
  await store.send('logs', exception({ digest, service, type: 'DeletedError' }))
  const { issueId } = await store.read<{ issueId: string }>(`/api/events/${digest}`)
  ids = { ...ids, events: digest, issues: issueId }
  await expectAnswer('delete', '/api/events/{digest}')
  await expectAnswer('delete', '/api/issues/{id}')
  ids = before
}

const isOfAlerts = (path: string): boolean => /^\/api\/(?:rules|channels|deliveries|digest)/.test(path)

const isOfPeople = (path: string): boolean => /^\/api\/(?:me|people|invites|tokens|sessions)\b/.test(path)

/** All but the end of one session and the name: whoever asks the store itself does not have any. */
async function expectPeopleAnswers(): Promise<void> {
  const rights = { role: 'read', services: ['*'] }
  const token = { name: 'build', scope: 'maps', services: ['*'], expires: null }
  const invites = await Promise.all([1, 2].map(() => store.post<InviteLink>('/api/invites', rights)))
  const [accepted, other] = invites.map(({ body }) => body)
  const invite = accepted!.url.slice(accepted!.url.indexOf('#') + 1)
  const login = { by: 'invite', invite, name: service, password: 'a long password' }
  await store.post('/access/sessions', { ...login, device: '', address: '' })
  const created = await store.post<{ id: string }>('/api/tokens', token)
  const { people } = await store.read<PeopleAnswer>('/api/people')
  const person = people.find(({ name }) => name === service)!
  ids = { ...ids, invites: other!.id, tokens: created.body.id, people: person.id }
  await expectAnswer('patch', '/api/me/channel', { channel: null })
  await expectAnswer('post', '/api/invites', rights)
  await expectAnswer('post', '/api/tokens', token)
  await expectAnswer('patch', '/api/people/{id}', { role: 'write' })
  for (const path of ['/api/invites/{id}', '/api/tokens/{id}', '/api/people/{id}'])
    await expectAnswer('delete', path)
}

/** Each needs an id that the one before has made. */
async function expectAlertAnswers(): Promise<void> {
  const hook = { name: 'hook', kind: 'webhook', target: 'https://hook.example/', rules: [] }
  const channel = await store.post<{ id: string }>('/api/channels', hook)
  const rule = await store.post<{ id: string }>('/api/rules', { name: 'crowd', when: 'users' })
  ids = { ...ids, channels: channel.body.id, rules: rule.body.id }
  await expectAnswer('post', '/api/channels', hook)
  await expectAnswer('patch', '/api/channels/{id}', { name: 'ops', gatherSeconds: 60 })
  // The host does not exist.
  await expectAnswer('post', '/api/channels/{id}/test', {})
  await expectAnswer('get', '/api/channels')
  const { deliveries } = await store.read<{ deliveries: { id: string }[] }>('/api/deliveries')
  ids = { ...ids, deliveries: deliveries[0]!.id }
  await expectAnswer('get', '/api/deliveries')
  await expectAnswer('post', '/api/deliveries/{id}/retry', {})
  await expectAnswer('post', '/api/rules', { name: 'crowd', when: 'users', threshold: { count: 5 } })
  await expectAnswer('patch', '/api/rules/{id}', { enabled: false })
  await expectAnswer('post', '/api/rules/preview', { name: 'crowd', when: 'events' })
  await expectAnswer('patch', '/api/digest', { hour: 8 })
  await expectAnswer('delete', '/api/rules/{id}')
  await expectAnswer('delete', '/api/channels/{id}')
}

test('describes a refusal', async () => {
  const { status, body } = await store.ask('/api/issues?limit=0')
  expect([
    status,
    violations(body, document.components.schemas['Problem']!, document.components.schemas),
  ]).toEqual([400, []])
})

describe('parameters', () => {
  test('with a form of their own are read: a value of another form is refused', async () => {
    const strict = operations().flatMap(([method, path, { parameters }]) =>
      parameters
        .filter(({ schema }) => schema.enum || schema.type === 'integer' || schema.format === 'date-time')
        .map(({ name }) => ({ method, path, name })),
    )
    expect(strict.length).toBeGreaterThan(20)
    for (const { method, path, name } of strict) {
      const address = addressOf(path, method)
      const { status, body } = await store.ask<{ detail: string }>(
        `${address}${address.includes('?') ? '&' : '?'}${name}=x-y&of=traces`,
        { method: method.toUpperCase() },
      )
      expect([path, name, status, body.detail]).toEqual([path, name, 400, expect.stringContaining(name)])
    }
  })

  test('the occurrences of an issue are found by a documented filter', async () => {
    const body = await store.read<EventsAnswer>(`${addressOf('/api/issues/{id}/events', 'get')}?release=none`)
    expect(body.events).toEqual([])
  })
})
