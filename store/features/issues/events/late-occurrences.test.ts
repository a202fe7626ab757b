// Occurrences that are stored while their source map cannot be read join the issue of their mapped stack.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { openStore, type Store } from '../../../store.ts'
import { exception, newDigest, type ExceptionOptions } from '../../../testing/otlp.ts'
import { sourceMap } from '../../../testing/small-map.ts'
import { makeFolder } from '../../../testing/store.ts'
import type { Event, IssueAnswer, IssuesAnswer } from '../../../../contract/issues.ts'
import type { MapsAnswer } from '../../../../contract/maps.ts'

const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
/** Nothing else tells when the occurrences have joined. */
const WAIT = { timeout: 60_000 }
const LINES = [
  'export function total(cart) {',
  '  return cart.sum.value',
  '}',
  'export const other = () => x',
]
const MAP = sourceMap({
  sources: { 'src/cart.ts': LINES.join('\n') },
  mappings: [
    { generated: [1, 10], source: 0, original: [2, 19] },
    { generated: [1, 90], source: 0, original: [4, 30] },
  ],
})
const stackAt = (column: number, name = 't'): string =>
  `TypeError: x is undefined\n    at ${name} (https://shop.example/a-C0ffee12.js:1:${column})`

let folder: string
let store: Store
let server: Server
let url: string

beforeEach(async () => {
  folder = makeFolder()
  await open()
  await put('/api/maps?service=shop&release=1.0&file=a-C0ffee12.js', MAP)
})
afterEach(close)

async function open(): Promise<void> {
  store = await openStore(readConfig({ DATA_DIR: folder }), log)
  const opened = store
  const handle = createApp({ store: () => opened, allowedHosts: [], log }).callback()
  server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(): Promise<void> {
  server.close()
  await store.close()
}

/** The map is not in memory then. */
async function reopen(): Promise<void> {
  await close()
  await open()
}

async function loseContent(): Promise<void> {
  await reopen()
  await store.engine.command('CREATE TABLE IF NOT EXISTS lost AS source_maps')
  await store.engine.command('INSERT INTO lost SELECT * FROM source_maps')
  await store.engine.command('ALTER TABLE source_maps DELETE WHERE 1 SETTINGS mutations_sync = 1')
}

async function bringBack(): Promise<void> {
  await store.engine.command('INSERT INTO source_maps SELECT * FROM lost')
  await store.engine.command('DROP TABLE lost')
  await reopen()
}

test('they join the issue of earlier occurrences, with what users did to their own issue', async () => {
  const mapped = await readEvent(await send({ stacktrace: stackAt(10) }))
  await loseContent()
  const late = await send({ stacktrace: stackAt(10), attributes: { 'user.id': 'ann' } })
  await send({ stacktrace: stackAt(10), attributes: { 'user.id': 'bob' } })
  const { issueId, mapping } = await readEvent(late)
  expect(mapping).toBe('none')
  expect(issueId).not.toBe(mapped.issueId)
  expect((await readIssue(issueId)).issue.count).toBe(2)
  const maps = await ask<MapsAnswer>('/api/maps')
  const failing = { service: 'shop', release: '1.0', file: 'a-C0ffee12.js', source: null, failures: 1 }
  expect(maps).toMatchObject({ failing: [failing], missing: [] })
  expect(warnings.filter((line) => line.includes('a source map could not be read'))).toHaveLength(1)
  await change(`/api/issues/${issueId}`, 'PATCH', { assignee: 'ann', status: 'ignored' })
  await change(`/api/issues/${issueId}/notes`, 'POST', { body: 'A deploy did it.' })

  await bringBack()
  await expect.poll(async () => (await readEvent(late)).issueId, WAIT).toBe(mapped.issueId)
  for (let start = 0; start < 2; start++) {
    expect(await readEvent(late)).toMatchObject({
      mapping: 'late',
      frames: [{ file: 'src/cart.ts', line: 2 }],
    })
    const { issue, notes, merged } = await readIssue(issueId)
    const state = { count: 3, users: 3, assignee: 'ann', status: 'ignored', culprit: 'cart.ts · total' }
    expect(issue).toMatchObject({ id: mapped.issueId, ...state })
    expect([notes.map(({ body }) => body), merged]).toEqual([['A deploy did it.'], undefined])
    const { issues, total } = await ask<IssuesAnswer>('/api/issues?service=shop&status=ignored')
    expect([total, issues.map(({ id, count }) => [id, count])]).toEqual([1, [[mapped.issueId, 3]]])
    expect((await ask<IssuesAnswer>('/api/issues?service=shop')).total).toBe(0)
    const { maps, failing: none } = await ask<MapsAnswer>('/api/maps')
    expect([maps.map(({ occurrences }) => occurrences), none]).toEqual([[3], []])
    await reopen()
  }
})

test('the first occurrences of an issue join it before any other; what differs stays apart', async () => {
  await loseContent()
  const digests = await Promise.all([
    send({ stacktrace: stackAt(10), release: '1.0' }),
    // As another browser writes it.
    send({ stacktrace: 't@https://shop.example/a-C0ffee12.js:1:10' }),
    // The same name after minification.
    send({ stacktrace: stackAt(90) }),
    // An issue of its own, whatever the stack is.
    send({ stacktrace: stackAt(10), attributes: { 'errata.fingerprint': 'my own' } }),
  ])
  const issues = async (): Promise<Event[]> => Promise.all(digests.map(readEvent))
  const own = (await issues()).at(-1)!
  await bringBack()
  await expect.poll(async () => (await ask<IssuesAnswer>('/api/issues?service=shop')).total, WAIT).toBe(3)
  const [first, second, third, fourth] = await issues()
  expect(second!.issueId).toBe(first!.issueId)
  expect(third!.issueId).not.toBe(first!.issueId)
  expect(fourth!.issueId).toBe(own.issueId)
  const list = (await ask<IssuesAnswer>('/api/issues?service=shop&sort=count')).issues
  expect(list.map(({ culprit }) => culprit)).toContain('cart.ts · total')

  const next = await readEvent(await send({ stacktrace: stackAt(10) }))
  expect(next).toMatchObject({ issueId: first!.issueId, mapping: 'stored' })
  expect((await readIssue(next.issueId)).issue).toMatchObject({ count: 3, culprit: 'cart.ts · total' })
})

test('where a user has merged them into another issue, the issue of the mapped stack follows', async () => {
  const mapped = await readEvent(await send({ stacktrace: stackAt(10) }))
  const other = await readEvent(await send({ message: 'Another', stacktrace: '' }))
  await loseContent()
  const late = await readEvent(await send({ stacktrace: stackAt(10) }))
  await change(`/api/issues/${late.issueId}/merge`, 'POST', { into: other.issueId })
  await bringBack()
  await expect.poll(async () => (await readIssue(mapped.issueId)).issue.id, WAIT).toBe(other.issueId)
  expect((await readIssue(late.issueId)).issue).toMatchObject({ id: other.issueId, count: 3 })
})

async function send(options: ExceptionOptions): Promise<string> {
  const digest = newDigest()
  const body = exception({ service: 'shop', release: '1.0', message: 'x is undefined', digest, ...options })
  const response = await fetch(`${url}/v1/logs`, jsonRequest('POST', body))
  expect(response.status).toBe(200)
  return digest
}

async function put(path: string, body: unknown): Promise<void> {
  expect((await fetch(`${url}${path}`, jsonRequest('PUT', body))).status).toBe(201)
}

async function change(path: string, method: string, body: unknown): Promise<void> {
  expect((await fetch(`${url}${path}`, jsonRequest(method, body))).ok).toBe(true)
}

function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function ask<Body>(path: string): Promise<Body> {
  const response = await fetch(`${url}${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

const readEvent = (digest: string): Promise<Event> => ask<Event>(`/api/events/${digest}`)
const readIssue = (id: string): Promise<IssueAnswer> => ask<IssueAnswer>(`/api/issues/${id}`)
