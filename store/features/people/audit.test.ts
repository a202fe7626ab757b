// The audit log: who changed what, from where, with the values before and after, and without secrets.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditAnswer, AuditEntry, CreatedToken, InviteLink } from '../../../contract/people.ts'
import { CALLER_HEADER, writeCaller } from '../../../server/caller.ts'
import { PATHS } from '../../app.ts'
import { sendException } from '../../testing/issues.ts'
import { newDigest } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { newName, sharedStore, storeOfTest } from '../../testing/suite.ts'
import { relayPaths } from './index.ts'

const store = sharedStore()

const MAP = sourceMap({
  sources: { 'a.ts': 'a()' },
  mappings: [{ generated: [1, 1], source: 0, original: [1, 1] }],
})

const CALLER = { [CALLER_HEADER]: writeCaller({ by: 'open', address: '203.0.113.9', passwordKey: '' }) }

/** Sends a request as the admin of an open console. */
async function send<Body>(method: string, path: string, body?: object | string): Promise<Body> {
  const answer = await store.ask<Body>(path, {
    method,
    headers: { ...CALLER, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201, 202, 204])])
  return answer.body
}

/** The newest entry of a kind. */
async function entryOf(act: string): Promise<AuditEntry> {
  const { entries } = await store.read<AuditAnswer>('/api/audit?limit=100')
  const entry = entries.find((other) => other.act === act)
  expect(entry, act).toBeDefined()
  return entry!
}

/** Changes of issues have a history of their own, in the issue; these change nothing, or no setting. */
const IN_THE_ISSUE = new Set([
  'PATCH /api/issues',
  'PATCH /api/issues/:id',
  'POST /api/issues/:id/merge',
  'POST /api/issues/:id/notes',
  'POST /api/issues/:id/unmerge',
  'POST /api/changes/:id/undo',
])
const WITHOUT_ENTRY = new Set([
  'DELETE /api/searches/:id',
  // The page of an invite, before it is accepted.
  'POST /access/invites',
  'POST /api/channels/:id/test',
  'POST /api/channels/:id/unsubscribe',
  'POST /api/deliveries/:id/retry',
  'POST /api/fingerprint',
  'POST /api/rules/preview',
  'POST /api/searches',
])

/** Each is requested below, by a test of its feature, or by `e2e/people.test.ts`. */
const WITH_ENTRY = new Set([
  'DELETE /access/sessions',
  'DELETE /api/channels/:id',
  'DELETE /api/events/:digest',
  'DELETE /api/invites/:id',
  'DELETE /api/issues/:id',
  'DELETE /api/maps',
  'DELETE /api/people/:id',
  'DELETE /api/rules/:id',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'DELETE /api/tokens/:id',
  'PATCH /api/channels/:id',
  'PATCH /api/digest',
  'PATCH /api/me',
  'PATCH /api/me/channel',
  'PATCH /api/people/:id',
  'PATCH /api/rules/:id',
  'PATCH /api/service-settings',
  'POST /access/ended',
  'POST /access/failures',
  'POST /access/sessions',
  'POST /api/channels',
  'POST /api/forget',
  'POST /api/invites',
  // `set_issue`: by e2e/assistants.test.ts.
  'POST /api/mcp',
  'POST /api/rules',
  'POST /api/tokens',
  'PUT /api/commits',
  'PUT /api/maps',
  'PUT /api/me/password',
  'PUT /api/scrub-names',
  'PUT /api/styles',
  'PUT /api/ticket-templates',
])

test('each path that changes something is recorded, or is work on an issue', () => {
  const changing = [...PATHS, ...relayPaths]
    .filter(({ method }) => method !== 'GET')
    .map(({ method, address }) => `${method} ${address}`)
  const listed = new Set([...IN_THE_ISSUE, ...WITHOUT_ENTRY, ...WITH_ENTRY])
  expect(changing.filter((path) => !listed.has(path))).toEqual([])
  expect([...listed].filter((path) => !changing.includes(path))).toEqual([])
})

test('rules: the values that changed', async () => {
  const name = newName()
  const rule = await send<{ id: string }>('POST', '/api/rules', { name, when: 'new', service: ['shop'] })
  expect(await entryOf('rule.created')).toMatchObject({
    by: '',
    method: 'open',
    address: '203.0.113.9',
    target: name,
    before: null,
    after: { when: 'new', service: ['shop'], enabled: true },
  })
  await send('PATCH', `/api/rules/${rule.id}`, { enabled: false, service: ['shop', 'cart'] })
  expect(await entryOf('rule.changed')).toMatchObject({
    target: name,
    before: { enabled: true, service: ['shop'] },
    after: { enabled: false, service: ['shop', 'cart'] },
  })
  expect(Object.keys((await entryOf('rule.changed')).after!)).toHaveLength(2)
  await send('DELETE', `/api/rules/${rule.id}`)
  expect(await entryOf('rule.deleted')).toMatchObject({ target: name, before: { when: 'new' }, after: null })
})

test('channels: without their secrets', async () => {
  const [name, key] = [newName(), 'B0123456/secretsecretsecret']
  const channel = await send<{ id: string }>('POST', '/api/channels', {
    name,
    kind: 'slack',
    target: `https://hooks.slack.com/services/T0123456/${key}`,
  })
  const created = await entryOf('channel.created')
  expect(created).toMatchObject({ target: name, after: { kind: 'slack' } })
  await send('PATCH', `/api/channels/${channel.id}`, {
    target: 'https://hooks.slack.com/services/T0123456/B0123456/othersecretother',
    pauseSeconds: 600,
  })
  const changed = await entryOf('channel.changed')
  expect(changed.after).toEqual({ pauseSeconds: 600, secret: 'changed' })
  await send('DELETE', `/api/channels/${channel.id}`)
  const deleted = await entryOf('channel.deleted')
  expect(deleted).toMatchObject({ target: name, after: null })
  expect(JSON.stringify([created, changed, deleted])).not.toMatch(/secretsecret|othersecret/)
})

test('the digest, ticket templates, invites and tokens', async () => {
  const { hour } = await store.read<{ hour: number }>('/api/digest')
  await send('PATCH', '/api/digest', { hour: hour + 1 })
  expect(await entryOf('digest.changed')).toMatchObject({ before: { hour }, after: { hour: hour + 1 } })
  await send('PATCH', '/api/digest', { hour })
  const [service, url] = [newName(), 'https://tracker.example/new?title={title}']
  await send('PUT', '/api/ticket-templates', { service, url })
  expect(await entryOf('ticket-template.changed')).toMatchObject({ target: service, after: { url } })
  await send('PUT', '/api/ticket-templates', { service, url: null })
  expect(await entryOf('ticket-template.changed')).toMatchObject({ before: { url }, after: null })

  const invite = await send<InviteLink>('POST', '/api/invites', { role: 'write', services: ['shop-*'] })
  expect((await entryOf('invite.created')).after).toEqual({ rights: ['write: shop-*'] })
  await send('DELETE', `/api/invites/${invite.id}`)
  await entryOf('invite.withdrawn')
  const body = { name: newName(), scope: 'read', services: ['*'], expires: null }
  const token = await send<CreatedToken>('POST', '/api/tokens', body)
  const entry = await entryOf('token.created')
  expect(entry).toMatchObject({ target: body.name, after: { scope: 'read', services: ['*'], expires: null } })
  expect(JSON.stringify([entry, invite])).not.toContain(token.token)
  await send('DELETE', `/api/tokens/${token.id}`)
  expect(await entryOf('token.revoked')).toMatchObject({ target: body.name })
})

test('source maps and commits: one entry for a release', async () => {
  const service = newName()
  for (const file of ['a.js', 'b.js'])
    await send('PUT', `/api/maps?service=${service}&release=1.0&file=${file}`, MAP)
  await send('PUT', `/api/styles?service=${service}&release=1.0&file=a.css`, { css: 'a {}' })
  const { entries } = await store.read<AuditAnswer>('/api/audit?limit=100')
  const uploads = entries.filter(({ act, target }) => act === 'maps.uploaded' && target.includes(service))
  expect(uploads.map(({ target }) => target)).toEqual([`${service} 1.0`])
  await send('PUT', `/api/commits?service=${service}&release=1.0`, { head: 'c0ffee1', commits: [] })
  expect(await entryOf('commits.uploaded')).toMatchObject({ target: `${service} 1.0` })
  await send('DELETE', `/api/maps?service=${service}&release=1.0`)
  expect(await entryOf('maps.deleted')).toMatchObject({ target: `${service} 1.0`, before: { files: 3 } })
})

test('deletions and exports: never the id of the person', async () => {
  const own = await storeOfTest()
  const [userId, digest] = [newName(), newDigest()]
  await sendException(own, { digest, attributes: { 'user.id': userId } })
  const issueId = await sendException(own, { type: 'OtherError', attributes: { 'user.id': userId } })
  await own.ask(`/api/export?userId=${userId}`)
  await own.ask(`/api/events/${digest}`, { method: 'DELETE' })
  await own.ask(`/api/issues/${issueId}`, { method: 'DELETE' })
  await own.post('/api/forget', { userId, preview: true })
  await own.post('/api/forget', { userId })
  const { entries } = await own.read<AuditAnswer>('/api/audit')
  expect(entries.map(({ act }) => act)).toEqual([
    'user.deleted',
    'issue.deleted',
    'event.deleted',
    'user.exported',
  ])
  expect(entries[0]).toMatchObject({ method: 'command', before: { exceptions: 0, spans: 0, logs: 0 } })
  expect(entries[0]!.target).toBe(entries[3]!.target)
  expect(entries[1]!.target).toBe(issueId)
  expect(JSON.stringify(entries)).not.toContain(userId)
})

test('only an admin of all services reads the log, and nobody changes it', async () => {
  const body = { name: newName(), scope: 'write', services: ['*'], expires: null }
  const { token } = await send<CreatedToken>('POST', '/api/tokens', body)
  const hash = createHash('sha256').update(token).digest('hex')
  const headers = { [CALLER_HEADER]: writeCaller({ by: 'token', hash, address: '', passwordKey: '' }) }
  expect((await store.ask('/api/audit', { headers })).status).toBe(403)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await store.ask('/api/audit', { method, headers: CALLER })).status).toBe(405)
})
