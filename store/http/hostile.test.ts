import { beforeAll, expect, test } from 'vitest'
import { exception, newTraceId, span, spans } from '../testing/otlp.ts'
import { sharedStore } from '../testing/suite.ts'
import type { Event } from '../../contract/issues.ts'
import type { StatusAnswer } from '../../contract/status.ts'

const HOSTILE = [
  `' OR 1=1 --`,
  `'; DROP TABLE exceptions; --`,
  `\\') UNION ALL SELECT * FROM system.users --`,
  '"`\\',
  '{from:Int64} {x:String}',
  `service:"a' OR '1`,
  `name':value' -'`,
  '%_\u0000\n\r\t',
  '\ud800',
  '😀'.repeat(200),
  'a '.repeat(400),
  '9'.repeat(400),
  '-1',
  'NaN',
  `["x'",1,2]`,
  Buffer.from(`[255,"9223372036854775807","'"]`).toString('base64url'),
  Buffer.from(`[256,"1","x"]`).toString('base64url'),
  Buffer.from(`["9999999999999999999","x"]`).toString('base64url'),
  // Properties of every object.
  'constructor',
  '__proto__',
  'toString',
]

const COMMON = ['q', 'range', 'from', 'to', 'limit', 'cursor']
const NAMES = ['service', 'environment', 'release']

/** What each question reads. `names` are asked together: they are values whatever they hold. */
const QUESTIONS: Record<string, { refusable: string[]; names: string[] }> = {
  '/api/issues': { refusable: [...COMMON, 'status', 'sort'], names: NAMES },
  '/api/issues/ID': { refusable: ['q', 'range'], names: NAMES },
  '/api/issues/ID/events': { refusable: COMMON, names: NAMES },
  '/api/traces': {
    refusable: [...COMMON, 'status', 'attribute', 'minDurationNs', 'maxDurationNs'],
    names: [...NAMES, 'operation'],
  },
  '/api/facets': { refusable: ['q', 'of'], names: NAMES },
  '/api/facets?of=traces': { refusable: ['q', 'attribute'], names: [...NAMES, 'operation'] },
  '/api/operations': { refusable: ['q', 'limit'], names: NAMES },
  '/api/releases': { refusable: ['limit', 'trend'], names: NAMES },
  '/api/releases?trend=true': { refusable: ['range', 'from', 'to'], names: NAMES },
  '/api/vitals': { refusable: ['q', 'limit', 'trend', 'device'], names: NAMES },
  '/api/vitals?trend=true': { refusable: ['q', 'range', 'device'], names: [...NAMES, 'route'] },
  '/api/trend': { refusable: ['q', 'range'], names: NAMES },
}
const PATHS = [
  '/api/issues/X',
  '/api/issues/X.md',
  '/api/issues/X/events',
  '/api/events/X',
  '/api/events/X.md',
  '/api/traces/X',
  '/api/traces/X/spans/X',
]

const store = sharedStore()
let id: string
beforeAll(async () => {
  await store.send('logs', exception({ digest: 'AAAAAAAA' }))
  await store.send('traces', spans([span({ traceId: newTraceId() })]))
  id = (await store.read<{ issueId: string }>('/api/events/AAAAAAAA')).issueId
})

async function sane(path: string, request: RequestInit = {}): Promise<void> {
  const { status, body } = await store.ask<unknown>(path, request)
  expect(
    [200, 201, 400, 404],
    `${request.method ?? 'GET'} ${path} gave ${status} ${JSON.stringify(body).slice(0, 300)}`,
  ).toContain(status)
}

function request(body: unknown, method: string): RequestInit {
  return { method, body: JSON.stringify(body) }
}

async function rows(): Promise<StatusAnswer['rows']> {
  return (await store.status()).rows
}

test.each(Object.entries(QUESTIONS))(
  'no text in a parameter of %s reaches the engine as anything but a value',
  async (question, { refusable, names }) => {
    const before = await rows()
    const path = question.replace('ID', id) + (question.includes('?') ? '&' : '?')
    for (const text of HOSTILE) {
      await sane(path + new URLSearchParams(names.map((name): [string, string] => [name, text])).toString())
      for (const name of refusable) await sane(path + new URLSearchParams({ [name]: text }).toString())
    }
    expect(await rows()).toEqual(before)
  },
)

test('no text in a path does', async () => {
  const before = await rows()
  for (const path of PATHS)
    for (const text of HOSTILE) await sane(path.replaceAll('X', encodeURIComponent(text.toWellFormed())))
  for (const broken of ['/api/events/%', '/api/events/%ff', '/api/issues/%00']) await sane(broken)
  expect(await rows()).toEqual(before)
})

test('no text in a change does, and stored text is read back unchanged', async () => {
  const before = await rows()
  for (const text of HOSTILE) {
    for (const body of [
      { status: text },
      { assignee: text },
      { ticket: text },
      { until: { at: text } },
      { until: text },
      { [text]: 1 },
      text,
    ])
      await sane(`/api/issues/${id}`, request(body, 'PATCH'))
    await sane('/api/issues', request({ ids: [text, id], status: 'open' }, 'PATCH'))
    await sane(`/api/issues/${id}/notes`, request({ body: text }, 'POST'))
    await sane('/api/searches', request({ name: text, list: 'issues', search: `q=${text}` }, 'POST'))
    await sane(`/api/searches/${encodeURIComponent(text.toWellFormed())}`, { method: 'DELETE' })
    await sane('/api/ticket-templates', request({ service: text, url: 'https://t.example' }, 'PUT'))
    await sane('/api/ticket-templates', request({ service: 's', url: `https://t.example/${text}` }, 'PUT'))
  }
  const { notes } = await store.read<{ notes: { body: string }[] }>(`/api/issues/${id}`)
  expect(notes.map((note) => note.body)).toContain(`'; DROP TABLE exceptions; --`)
  await sane(`/api/issues/${id}`, { method: 'PATCH', body: '{' })
  await sane(`/api/issues/${id}`, { method: 'PATCH', body: 'null' })
  expect(await rows()).toEqual(before)
})

test.each(['constructor', '__proto__', 'toString'])('%s is a name like any other', async (name) => {
  const digest = `${name.replaceAll(/[^a-z]/gi, '').slice(0, 5)}123`.replaceAll(/[iou]/gi, '0').toUpperCase()
  await store.send('logs', exception({ type: name, digest, attributes: { 'errata.mechanism': name } }))
  expect(await store.read<Event>(`/api/events/${digest}`)).toMatchObject({
    type: name,
    mechanism: name,
  })
  expect((await store.ask(`/api/issues?range=${name}`)).status).toBe(400)
})
