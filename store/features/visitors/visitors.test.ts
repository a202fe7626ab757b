// Errors, traces and web vitals of one user or session, compared with what was sent.
import { beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs, newSpanId, newTraceId, span, spans, vitalRecord } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'
import type { VisitorAnswer, VisitorEntry } from '../../../contract/visitors.ts'

const MINUTE = 60_000
const store = sharedStore()
const [user, service] = [newName(), newName()]
const [first, second] = [`${user}-1`, `${user}-2`]
const now = Math.floor(Date.now() / 1_000) * 1_000
const traceIds = [newTraceId(), newTraceId(), newTraceId()]

/** What happened, in minutes before now. */
const ERRORS = [
  { minutes: 5, session: second },
  { minutes: 61, session: first },
  { minutes: 63, session: first },
]
const VITALS = [
  { minutes: 6, session: second, value: 900 },
  { minutes: 62, session: first, value: 4_300 },
]
const TRACES = [
  { minutes: 4, session: second },
  { minutes: 60, session: first },
  { minutes: 64, session: first },
]

beforeAll(async () => {
  const of = (session: string) => ({ 'user.id': user, 'session.id': session })
  const records = [
    ...ERRORS.map(({ minutes, session }) =>
      exceptionRecord({ at: now - minutes * MINUTE, attributes: of(session) }),
    ),
    ...VITALS.map(({ minutes, session, value }) =>
      vitalRecord({
        at: now - minutes * MINUTE,
        value,
        rating: value > 4_000 ? 'poor' : 'good',
        attributes: of(session),
      }),
    ),
    exceptionRecord({ attributes: { 'user.id': `${user}0`, 'session.id': 'another' } }),
    vitalRecord({ value: 1, attributes: { 'user.id': `${user}0` } }),
  ]
  await store.send('logs', logs(records, { service }))
  const pages = TRACES.map(({ minutes, session }, index) => {
    const [traceId, spanId] = [traceIds[index]!, newSpanId()]
    const at = now - minutes * MINUTE
    const attributes = of(session)
    return [
      span({ traceId, spanId, at, milliseconds: 900, attributes }),
      span({ traceId, parentSpanId: spanId, at: at + 100, milliseconds: 2_000, name: 'GET /x', attributes }),
    ]
  })
  await store.send('traces', spans(pages.flat(), { service }))
})

const ask = (query: string) => store.read<VisitorAnswer>(`/api/visitors?range=24h&${query}`)
const minutesOf = ({ kind, at }: VisitorEntry) => `${kind} ${Math.round((now - Date.parse(at)) / MINUTE)}`

test('everything of a user is in one list, latest first, and of nobody else', async () => {
  const { entries, totals, steps, nextCursor } = await ask(`user=${user}`)
  expect(entries.map(minutesOf)).toEqual([
    'trace 4',
    'error 5',
    'vital 6',
    'trace 60',
    'error 61',
    'vital 62',
    'error 63',
    'trace 64',
  ])
  expect(nextCursor).toBeNull()
  expect(totals).toEqual({ errors: 3, traces: 3, vitals: 2 })
  const sum = (name: 'errors' | 'traces' | 'vitals') => steps!.reduce((total, step) => total + step[name], 0)
  expect([sum('errors'), sum('traces'), sum('vitals')]).toEqual([3, 3, 2])
  expect(entries[0]).toMatchObject({ trace: { name: 'page.load', durationNs: 2_100_000_000, spans: 2 } })
  expect(entries[1]).toMatchObject({ service, userId: user, sessionId: second, type: 'OrderError' })
  expect(entries[5]).toMatchObject({ name: 'LCP', value: 4_300, rating: 'poor', route: '/basket' })
})

test('a session has its own, and an error opens its issue', async () => {
  const { entries, totals } = await ask(`session=${second}`)
  expect(entries.map(minutesOf)).toEqual(['trace 4', 'error 5', 'vital 6'])
  expect(totals).toEqual({ errors: 1, traces: 1, vitals: 1 })
  const error = entries.find(({ kind }) => kind === 'error')!
  expect(await store.read(`/api/issues/${'issueId' in error ? error.issueId : ''}`)).toMatchObject({
    issue: { type: 'OrderError' },
  })
})

test('pages of any length have each entry once, in order', async () => {
  const { entries } = await ask(`user=${user}`)
  for (const limit of [1, 2, 3, 7]) {
    const pages = await store.readPages<VisitorAnswer>(`/api/visitors?range=24h&user=${user}&limit=${limit}`)
    expect(pages.flatMap((page) => page.entries)).toEqual(entries)
    expect(pages.filter(({ totals }) => totals)).toHaveLength(1)
  }
})

test('a time range limits list and numbers alike', async () => {
  const from = new Date(now - 10 * MINUTE).toISOString()
  const to = new Date(now).toISOString()
  const { entries, totals, steps } = await store.read<VisitorAnswer>(
    `/api/visitors?user=${user}&from=${from}&to=${to}`,
  )
  expect(entries.map(minutesOf)).toEqual(['trace 4', 'error 5', 'vital 6'])
  expect(totals).toEqual({ errors: 1, traces: 1, vitals: 1 })
  expect(steps!.map(({ at }) => Math.round((now - Date.parse(at)) / MINUTE))).toEqual([6, 5, 4])
})

test('a request names a user or a session', async () => {
  for (const query of ['', '?user=', '?user=a&session=b'])
    expect(await store.ask(`/api/visitors${query}`)).toMatchObject({
      status: 400,
      body: { detail: 'Set either user or session.' },
    })
  expect(await ask('user=nobody-at-all')).toMatchObject({
    entries: [],
    totals: { errors: 0, traces: 0, vitals: 0 },
    steps: [],
  })
})
