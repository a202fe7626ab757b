// What is set for a service, through the store's port: who may set it, and what it does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RulesAnswer } from '../../../contract/alerts.ts'
import type { Event } from '../../../contract/issues.ts'
import type { AuditAnswer } from '../../../contract/people.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { ReleaseSummariesAnswer } from '../../../contract/releases.ts'
import type { ServiceSettings, ServiceSettingsAnswer } from '../../../contract/settings.ts'
import type { TicketTemplatesAnswer } from '../../../contract/tickets.ts'
import { CALLER_HEADER, writeCaller } from '../../../server/caller.ts'
import { addWebhook, startWebhook, type Webhook } from '../alerts/testing/webhook.ts'
import { changeIssue, readEvent, sendException } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import { newName } from '../../testing/suite.ts'

let store: TestStore
let general: Webhook
let own: Webhook

beforeAll(async () => {
  general = await startWebhook()
  own = await startWebhook()
  store = await startStore({ env: { ALERT_TARGETS: '127.0.0.1' } })
})
afterAll(async () => {
  general.close()
  own.close()
  await store.stop()
})

const PATH = '/api/service-settings'
const change = (body: object) => store.patch<ServiceSettings & Problem>(PATH, body)

async function newService(prefix = 'shop'): Promise<string> {
  const service = `${prefix}-${newName()}`
  await sendException(store, { service })
  return service
}

async function settingsOf(service: string): Promise<ServiceSettings | undefined> {
  const { services } = await store.read<ServiceSettingsAnswer>(PATH)
  return services.find((settings) => settings.service === service)
}

/** An admin of these services. */
function askAs(role: 'read' | 'write' | 'admin', services: string[], body?: object) {
  const identity = { issuer: 'proxy', subject: 'a', name: 'Ada', email: null, rights: [{ role, services }] }
  const caller = writeCaller({ by: 'header', identity, address: '203.0.113.1', passwordKey: '' })
  const headers = { [CALLER_HEADER]: caller }
  const request = body === undefined ? {} : { method: 'PATCH', body: JSON.stringify(body) }
  return store.ask<ServiceSettingsAnswer & Problem>(PATH, { ...request, headers })
}

test('a service has nothing set with its first event; each member is set, kept and removed', async () => {
  const service = await newService()
  const nothing = { owners: [], repository: null, ticketTemplate: null, channel: null }
  expect(await settingsOf(service)).toMatchObject({ service, ...nothing })
  const set = {
    owners: ['Kai Voss', 'Lena Marek'],
    repository: 'https://git.example/shop/web',
    ticketTemplate: 'https://git.example/shop/web/issues/new?title={title}',
  }
  const { status, body } = await change({
    service,
    ...set,
    owners: [' Kai  Voss ', 'Lena Marek', 'Kai Voss'],
  })
  expect([status, body]).toEqual([200, { ...body, service, ...set, channel: null }])
  await change({ service, owners: ['Kai Voss'] })
  expect(await settingsOf(service)).toMatchObject({ ...set, owners: ['Kai Voss'] })
  const { templates } = await store.read<TicketTemplatesAnswer>('/api/ticket-templates')
  expect(templates).toContainEqual({ service, url: set.ticketTemplate })
  await change({ service, owners: [], repository: null, ticketTemplate: null })
  expect(await settingsOf(service)).toMatchObject(nothing)
})

test('settings are there after a restart, and a change is in the audit log', async () => {
  const service = await newService()
  await change({ service, owners: ['Kai Voss'], repository: 'git@github.com:shop/web.git' })
  await store.restart('SIGTERM')
  const repository = 'https://github.com/shop/web'
  expect(await settingsOf(service)).toMatchObject({ owners: ['Kai Voss'], repository })
  // Nothing is changed.
  await change({ service, owners: ['Kai Voss'], repository, channel: null })
  const { entries } = await store.read<AuditAnswer>('/api/audit')
  expect(entries.filter(({ target }) => target === service)).toMatchObject([
    {
      act: 'service.changed',
      before: { owners: [], repository: null },
      after: { owners: ['Kai Voss'], repository },
    },
  ])
})

test.each([
  ['owners must be a list', { owners: 'Kai' }],
  ['owners must be a list', { owners: [' '] }],
  ['owners must be a list', { owners: Array.from({ length: 21 }, (_, at) => `owner ${at}`) }],
  ['address of http or https', { repository: 'javascript:alert(1)' }],
  ['address of http or https', { repository: 'github.com/shop/web' }],
  ['address of http or https', { repository: 'https://{path}.example/' }],
  ['user name or a password', { repository: 'https://ci:secret@git.example/shop' }],
  ['unknown placeholder {file}', { repository: 'https://git.example/{file}' }],
  ['not {path}', { repository: 'https://git.example/{commit}' }],
  ['at most 500 characters', { repository: `https://git.example/${'a'.repeat(500)}` }],
  ['ticketTemplate has the unknown placeholder', { ticketTemplate: 'https://t.example/{titel}' }],
  ['no channel has the id nobody', { channel: 'nobody' }],
  ['owner is unknown', { owner: 'Kai' }],
])('%s: refused with a message', async (detail, members) => {
  const { status, body } = await change({ service: await newService(), ...members })
  expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('a service that has sent nothing cannot be set', async () => {
  expect((await change({ service: newName(), owners: ['Kai'] })).status).toBe(404)
})

test('an admin of some services changes these alone, and nobody else changes any', async () => {
  const [service, other] = [await newService('team'), await newService('other')]
  const owners = ['Ada']
  expect((await askAs('admin', ['team-*'], { service, owners })).status).toBe(200)
  expect((await askAs('admin', ['team-*'], { service: other, owners })).status).toBe(404)
  expect((await askAs('write', ['*'], { service, owners })).status).toBe(403)
  const { body } = await askAs('admin', ['team-*'])
  expect(body.services.map((settings) => [settings.service, settings.owners])).toEqual([[service, owners]])
  expect((await settingsOf(other))?.owners).toEqual([])
})

async function channelsFor(services: string[]): Promise<string[]> {
  return (await askAs('admin', services)).body.channels.map(({ id }) => id)
}

test('an admin of some services chooses among channels of rules about them alone', async () => {
  const service = await newService('group')
  const [hidden, theirs] = [
    await addWebhook(store, general, { rules: [] }),
    await addWebhook(store, own, { rules: [] }),
  ]
  expect(await channelsFor(['group-*'])).toEqual([])
  const rule = { name: newName(), when: 'new', service: [service], channels: [theirs.id] }
  const { id } = (await store.post<{ id: string }>('/api/rules', rule)).body
  expect(await channelsFor(['group-*'])).toEqual([theirs.id])
  expect(await channelsFor(['*'])).toEqual(expect.arrayContaining([hidden.id, theirs.id]))
  await store.ask(`/api/rules/${id}`, { method: 'DELETE' })
  for (const channel of [hidden, theirs]) await store.ask(`/api/channels/${channel.id}`, { method: 'DELETE' })
})

const MAP = sourceMap({
  sources: { '../src/total.ts': 'export const total = (item) => item.price.net\n' },
  mappings: [{ generated: [1, 20], source: 0, original: [1, 32] }],
})
const STACK = 'TypeError: x\n    at t (https://shop.example/assets/cart.js:1:20)'

async function throwMapped(service: string, release: string, more: string): Promise<Event> {
  const query = `service=${service}&release=${release}&file=assets/cart.js${more}`
  await store.ask(`/api/maps?${query}`, { method: 'PUT', body: JSON.stringify(MAP) })
  const digest = newDigest()
  await store.send('logs', exception({ service, release, stacktrace: STACK, digest }))
  return readEvent(store, digest)
}

test('frames link to the repository, at the commit of the source maps or of the release', async () => {
  const service = await newService()
  const uploaded = await throwMapped(service, '1.0', '&repo=https://old.example/shop&commit=4f2a9c1')
  expect(uploaded.frames[0]!.link).toBe('https://old.example/shop/blob/4f2a9c1/src/total.ts#L1')
  await change({ service, repository: 'https://gitlab.example/shop/web' })
  const { frames, commit } = await readEvent(store, uploaded.digest)
  expect([frames[0]!.link, commit?.link]).toEqual([
    'https://gitlab.example/shop/web/-/blob/4f2a9c1/src/total.ts#L1',
    'https://gitlab.example/shop/web/-/commit/4f2a9c1',
  ])
  const hash = 'c0ffee1c0ffee1c0ffee1c0ffee1c0ffee1c0ffe'
  const byRelease = await throwMapped(service, hash, '')
  expect(byRelease.frames[0]!.link).toContain(`/-/blob/${hash}/src/total.ts#L1`)
  await change({ service, repository: 'https://git.example/web/src/commit/{commit}/{path}?l={line}' })
  const { frames: filled } = await readEvent(store, uploaded.digest)
  expect(filled[0]!.link).toBe('https://git.example/web/src/commit/4f2a9c1/src/total.ts?l=1')
  expect((await throwMapped(service, '2.0', '')).frames[0]!.link).toBeUndefined()
})

test('a release that is named by its commit links to it, also without source maps', async () => {
  const service = newName()
  await sendException(store, { service, release: 'c0ffee1' })
  await change({ service, repository: 'https://github.com/shop/web' })
  const { summaries } = await store.read<ReleaseSummariesAnswer>(`/api/releases/summaries?service=${service}`)
  expect(summaries[0]!.commit).toEqual({
    id: 'c0ffee1',
    link: 'https://github.com/shop/web/commit/c0ffee1',
  })
})

test('rules without a channel tell the channel of the service, with the owners', async () => {
  const service = await newService()
  const { id } = await addWebhook(store, own, { rules: [] })
  await change({ service, channel: id, owners: ['Kai Voss', 'Lena Marek'] })
  const issue = await sendException(store, { service, message: 'own' })
  const { message } = (await own.received(1)).at(-1)!
  expect(message.data.issues.map((each) => each.id)).toEqual([issue])
  expect(message.data.text).toContain('\nOwners: Kai Voss, Lena Marek\n')

  // A channel for everything is added: both are told.
  const all = await addWebhook(store, general)
  const { rules } = await store.read<RulesAnswer>('/api/rules')
  expect(rules.map(({ channels }) => channels)).toEqual(rules.map(() => ['@service', all.id]))
  await changeIssue(store, issue, { assignee: 'Mona Okafor', status: 'resolved' })
  await sendException(store, { service, message: 'own' })
  const { message: back } = (await own.received(2)).at(-1)!
  expect([back.type, back.data.text]).toEqual(['issue.regressed', expect.not.stringContaining('Owners')])
  expect((await general.received(1)).at(-1)!.message.type).toBe('issue.regressed')

  // A service without a channel has the general one alone.
  await sendException(store, { service: await newService(), message: 'other' })
  await general.received(2)
  await store.ask(`/api/channels/${id}`, { method: 'DELETE' })
  expect((await settingsOf(service))?.channel).toBeNull()
  expect(own.requests).toHaveLength(2)
})
