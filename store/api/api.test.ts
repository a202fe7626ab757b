import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogRecord } from '../../otlp/shapes.ts'
import { exception, exceptionRecord, keyValues, logs, newDigest, newSpanId, newTraceId, span, spans } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'
import type {
  Event,
  EventsAnswer,
  FacetsAnswer,
  Issue,
  IssueAnswer,
  IssuesAnswer,
  OperationsAnswer,
  Problem,
  ReleasesAnswer,
  ServicesAnswer,
  SpanAnswer,
  TraceAnswer,
  TracesAnswer,
  TrendAnswer,
  VitalsAnswer,
} from './contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** Sends one exception and gives the issue that it became. */
async function happens(options: Parameters<typeof exception>[0] = {}): Promise<string> {
  const digest = options.digest ?? newDigest()
  expect((await store.send('logs', exception({ stacktrace: '', ...options, digest }))).status).toBe(200)
  return (await store.ask<Event>(`/api/events/${digest}`)).body.issueId
}

async function change(id: string, body: unknown): Promise<Issue> {
  const answer = await store.ask<Issue>(`/api/issues/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return answer.body
}

async function issueOf(id: string): Promise<Issue> {
  return (await store.ask<IssueAnswer>(`/api/issues/${id}`)).body.issue
}

const inbox = async (query: string): Promise<IssuesAnswer> => (await store.ask<IssuesAnswer>(`/api/issues?${query}`)).body

describe('a digest', () => {
  test('is read kindly', async () => {
    await happens({ digest: '10AB0C1D' })
    for (const spelled of ['10AB0C1D', '10ab-0c1d', 'loabocid', ' IO AB OC LD '])
      expect((await store.ask<Event>(`/api/events/${encodeURIComponent(spelled)}`)).body.digest).toBe('10AB0C1D')
  })

  test('that a framework gave finds its newest occurrence', async () => {
    const attributes = { 'errata.given_digest': '2338745908' }
    await happens({ at: Date.now() - HOUR, attributes })
    const digest = newDigest()
    await happens({ digest, attributes })
    expect((await store.ask<Event>('/api/events/2338745908')).body.digest).toBe(digest)
  })

  test('that is unknown is 404, as a problem', async () => {
    const { status, headers, body } = await store.ask<Problem>('/api/events/ZZZZZZZZ')
    expect([status, headers.get('content-type'), body.status]).toEqual([404, 'application/problem+json', 404])
  })

  test('has neighbours in time', async () => {
    const digests = [newDigest(), newDigest(), newDigest()]
    for (const [at, digest] of digests.entries()) await happens({ digest, message: 'In a row', at: Date.now() - (3 - at) * 1_000 })
    const { body } = await store.ask<Event>(`/api/events/${digests[1]}`)
    expect([body.previous, body.next]).toEqual([digests[0], digests[2]])
  })
})

describe('the status of an issue', () => {
  test('is new for a day, then ongoing', async () => {
    expect((await issueOf(await happens({ message: 'Young' }))).status).toBe('new')
    expect((await issueOf(await happens({ message: 'Old', at: Date.now() - 2 * DAY }))).status).toBe('ongoing')
  })

  test('is resolved until it is seen again', async () => {
    const message = 'Resolved once'
    const id = await happens({ message, at: Date.now() - HOUR })
    expect((await change(id, { status: 'resolved' })).status).toBe('resolved')
    await happens({ message, at: Date.now() - HOUR / 2 })
    expect((await issueOf(id)).status).toBe('resolved')
    await happens({ message, at: Date.now() + 1_000 })
    expect((await issueOf(id)).status).toBe('regressed')
    const { activity } = (await store.ask<IssueAnswer>(`/api/issues/${id}`)).body
    expect(activity.map((entry) => entry.change)).toEqual(['seen again', 'resolved', 'first seen'])
    expect((await change(id, { status: 'open' })).status).toBe('new')
  })

  test('stays resolved although a page whose clock runs ahead was seen before', async () => {
    const id = await happens({ message: 'From the future', at: Date.now() + HOUR })
    expect((await change(id, { status: 'resolved' })).status).toBe('resolved')
  })

  test('resolved in the next release minds only releases that come', async () => {
    const message = 'Fixed soon'
    const id = await happens({ message, release: '1.0.0', at: Date.now() - HOUR })
    expect((await change(id, { status: 'resolved', inNextRelease: true })).status).toBe('resolved')
    await happens({ message, release: '1.0.0', at: Date.now() + 1_000 })
    expect((await issueOf(id)).status).toBe('resolved')
    await happens({ message, release: '1.1.0', at: Date.now() + 2_000 })
    expect((await issueOf(id)).status).toBe('regressed')
  })

  test('is ignored until it happens again so often', async () => {
    const message = 'Noise'
    const id = await happens({ message })
    expect((await change(id, { until: { events: 2 } })).status).toBe('ignored')
    await happens({ message })
    expect((await issueOf(id)).status).toBe('ignored')
    await happens({ message })
    expect((await issueOf(id)).status).toBe('new')
  })

  test('is ignored until it meets other people', async () => {
    const message = 'Rare'
    const id = await happens({ message, attributes: { 'user.id': 'ann' } })
    await change(id, { status: 'ignored', until: { users: 1 } })
    await happens({ message, attributes: { 'user.id': 'ann' } })
    expect((await issueOf(id)).status).toBe('ignored')
    await happens({ message, attributes: { 'user.id': 'bob' } })
    expect((await issueOf(id)).status).toBe('new')
  })

  test('is changed for many at once, and assigned', async () => {
    const ids = [await happens({ message: 'First of two' }), await happens({ message: 'Second of two' })]
    const { body } = await store.ask<{ issues: Issue[] }>('/api/issues', {
      method: 'PATCH',
      body: JSON.stringify({ ids, status: 'ignored', assignee: 'ann' }),
    })
    expect(body.issues.map((issue) => [issue.id, issue.status, issue.assignee])).toEqual(ids.map((id) => [id, 'ignored', 'ann']))
    expect((await change(ids[0]!, { assignee: null })).assignee).toBeNull()
  })

  test.each([
    [{ status: 'gone' }, 'status'],
    [{ colour: 'red' }, 'colour'],
    [{}, 'status'],
    [{ until: { events: 0 } }, 'until.events'],
    [{ until: { at: '2001-01-01T00:00:00Z' } }, 'until.at'],
    [{ status: 'resolved', until: { users: 2 } }, 'until'],
    [{ assignee: 7 }, 'assignee'],
  ])('%j is refused by the name of what is wrong', async (body, name) => {
    const id = await happens({ message: 'Refused' })
    const answer = await store.ask<Problem>(`/api/issues/${id}`, { method: 'PATCH', body: JSON.stringify(body) })
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(name)])
  })
})

describe('the inbox', () => {
  test('counts, filters, searches, sorts and turns its pages', async () => {
    const service = 'inbox-web'
    const messages = ['Alpha broke', 'Beta broke', 'Gamma broke', 'Delta broke']
    for (const [at, message] of messages.entries())
      for (let times = 0; times <= at; times++) await happens({ service, message, at: Date.now() - at * 60_000, release: `2.${at}.0` })
    const byCount = await inbox(`service=${service}&sort=count`)
    expect(byCount.issues.map((issue) => [issue.message, issue.count])).toEqual([
      ['Delta broke', 4],
      ['Gamma broke', 3],
      ['Beta broke', 2],
      ['Alpha broke', 1],
    ])
    expect([byCount.total, byCount.counts.new, byCount.nextCursor]).toEqual([4, 4, null])
    expect(byCount.issues[0]!.trend.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(4)

    for (const sort of ['change', 'lastSeen', 'firstSeen', 'count', 'users']) {
      const turned: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: IssuesAnswer = await inbox(`service=${service}&sort=${sort}&limit=1&cursor=${cursor}`)
        turned.push(...page.issues.map((issue) => issue.message))
        cursor = page.nextCursor
      }
      expect(turned.toSorted()).toEqual(messages.toSorted())
      expect(turned).toEqual((await inbox(`service=${service}&sort=${sort}`)).issues.map((issue) => issue.message))
    }

    const found = async (q: string): Promise<string[]> => (await inbox(`q=${encodeURIComponent(q)}`)).issues.map((issue) => issue.message)
    expect(await found(`service:${service} gamma`)).toEqual(['Gamma broke'])
    expect(await found(`service:${service} broke -alpha -"beta broke" release:2.3.0`)).toEqual(['Delta broke'])
    expect(await found(`service:${service} -browser:chrome`)).toEqual([])
    expect((await inbox(`service=${service}&release=2.1.0&release=2.2.0&sort=count`)).issues.map((issue) => issue.message)).toEqual([
      'Gamma broke',
      'Beta broke',
    ])
    expect((await inbox(`service=${service}&status=resolved`)).issues).toEqual([])
  })

  test('puts what is new or back since the latest release first', async () => {
    const service = 'released-web'
    await happens({ service, message: 'Old but loud', release: '1.0.0', at: Date.now() - 3 * DAY })
    await happens({ service, message: 'New with the release', release: '2.0.0', at: Date.now() - HOUR })
    await happens({ service, message: 'Old but loud', release: '2.0.0', at: Date.now() - 1_000 })
    const { issues } = await inbox(`service=${service}`)
    expect(issues.map((issue) => issue.message)).toEqual(['New with the release', 'Old but loud'])
  })

  test('has an empty page with true counts', async () => {
    const service = 'quiet-web'
    await change(await happens({ service, message: 'Done' }), { status: 'resolved' })
    expect(await inbox(`service=${service}`)).toMatchObject({ issues: [], total: 0, counts: { resolved: 1 }, nextCursor: null })
  })
})

test('an issue has breakdowns, its latest occurrence, notes and pages of events', async () => {
  const message = 'Much to tell'
  const digests = [newDigest(), newDigest(), newDigest()]
  let id = ''
  for (const [at, digest] of digests.entries())
    id = await happens({ message, digest, at: Date.now() - (3 - at) * 1_000, environment: at === 0 ? 'staging' : 'production' })
  const note = await store.ask<{ id: string }>(`/api/issues/${id}/notes`, {
    method: 'POST',
    body: JSON.stringify({ body: 'Seen *this* before' }),
  })
  expect(note.status).toBe(201)
  const { body } = await store.ask<IssueAnswer>(`/api/issues/${id}`)
  expect(body.breakdowns.environment).toEqual([
    { value: 'production', count: 2 },
    { value: 'staging', count: 1 },
  ])
  expect(body.breakdowns.browser).toEqual([{ value: 'Chrome 156', count: 3 }])
  expect([body.latest.digest, body.issue.latestDigest]).toEqual([digests[2], digests[2]])
  expect(body.notes).toMatchObject([{ id: note.body.id, body: 'Seen *this* before' }])

  const first = (await store.ask<EventsAnswer>(`/api/issues/${id}/events?limit=2`)).body
  const second = (await store.ask<EventsAnswer>(`/api/issues/${id}/events?limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.events, ...second.events].map((event) => event.digest)).toEqual(digests.toReversed())
  expect(second.nextCursor).toBeNull()

  const markdown = await store.ask<string>(`/api/issues/${id}.md`)
  expect(markdown.headers.get('content-type')).toContain('text/markdown')
  expect(markdown.body).toContain('# OrderError: Much to tell')
  expect(markdown.body).toContain(String.raw`Seen \*this\* before`)
  expect((await store.ask<string>(`/api/events/${digests[0]}.md`)).body).toContain(`- Digest: ${digests[0]}`)
})

test.each([
  '/api/issues/0123456789abcdef',
  '/api/issues/nothing',
  '/api/issues/nothing/events',
  `/api/traces/${'ab'.repeat(16)}`,
  '/api/nothing',
  `/api/traces/${'ab'.repeat(16)}/spans/${'cd'.repeat(8)}`,
])('%s is 404', async (path) => expect(await store.ask(path)).toMatchObject({ status: 404, body: { status: 404 } }))

test.each([
  ['/api/issues?range=2y', 'range'],
  ['/api/issues?from=yesterday', 'from'],
  ['/api/issues?from=2026-11-21T08:00:00Z&to=2026-11-20T08:00:00Z', 'from'],
  ['/api/issues?limit=101', 'limit'],
  ['/api/issues?cursor=abc', 'cursor'],
  ['/api/issues?status=lost', 'status'],
  ['/api/issues?sort=colour', 'sort'],
  ['/api/traces?attribute=novalue', 'attribute'],
  ['/api/traces?minDurationNs=-1', 'minDurationNs'],
  ['/api/traces?q=digest:1', 'q'],
  ['/api/facets?of=colours', 'of'],
  ['/api/traces/short', 'traceId'],
  [`/api/traces/${'ab'.repeat(16)}/spans/x`, 'spanId'],
])('%s is 400 and names %s', async (path, name) => {
  const { status, body } = await store.ask<Problem>(path)
  expect([status, body.detail]).toEqual([400, expect.stringContaining(name)])
})

async function found(query: string): Promise<TracesAnswer> {
  return (await store.ask<TracesAnswer>(`/api/traces?service=traced-web&${query}`)).body
}

test('traces are found by what one of their spans is, newest first, page by page', async () => {
  const source = { service: 'traced-web' }
  const ids = [newTraceId(), newTraceId(), newTraceId()]
  const now = Date.now() - 60_000
  for (const [at, traceId] of ids.entries()) {
    const root = span({ traceId, at: now + at * 1_000, milliseconds: 100 * (at + 1) })
    const child = span({
      traceId,
      parentSpanId: root.spanId!,
      name: `GET /orders/${at}`,
      at: now + at * 1_000 + 5,
      error: at === 1,
      attributes: { 'cart.size': String(at) },
    })
    await store.send('traces', spans([child, root], source))
  }
  const idsOf = async (query: string): Promise<string[]> => (await found(query)).traces.map((trace) => trace.traceId)
  expect(await idsOf('')).toEqual(ids.toReversed())
  expect((await found('limit=1')).traces).toMatchObject([
    { name: 'page.load', service: 'traced-web', durationNs: 300_000_000, spans: 2, errors: 0, services: ['traced-web'] },
  ])
  expect(await idsOf('status=error')).toEqual([ids[1]])
  expect(await idsOf('operation=GET%20/orders/0')).toEqual([ids[0]])
  expect(await idsOf('attribute=cart.size:2')).toEqual([ids[2]])
  expect(await idsOf('minDurationNs=150000000&maxDurationNs=250000000')).toEqual([ids[1]])
  expect(await idsOf('q=orders/2')).toEqual([ids[2]])
  const first = await found('limit=2')
  const second = await found(`limit=2&cursor=${first.nextCursor}`)
  expect([...first.traces, ...second.traces].map((trace) => trace.traceId)).toEqual(ids.toReversed())
  expect(second.nextCursor).toBeNull()
})

test('a trace tells its spans and exceptions, a span all of itself and of its peers', async () => {
  const traceId = newTraceId()
  const root = span({ traceId, name: 'checkout', milliseconds: 200, attributes: { 'url.path': '/pay' } })
  const link = { traceId: newTraceId(), spanId: newSpanId(), attributes: keyValues({ why: 'queued' }) }
  const child = {
    ...span({ traceId, parentSpanId: root.spanId!, name: 'POST /pay', error: true }),
    events: [{ name: 'retry', attributes: keyValues({ times: '2' }) }],
    links: [link],
  }
  const digest = newDigest()
  await store.send('traces', spans([root, child]))
  await store.send('traces', spans([child]))
  await store.send('logs', logs([exceptionRecord({ traceId, spanId: child.spanId!, digest })]))
  const trace = (await store.ask<TraceAnswer>(`/api/traces/${traceId.toUpperCase()}`)).body
  expect(trace).toMatchObject({
    traceId,
    totalSpans: 2,
    truncated: false,
    exceptions: [{ digest, spanId: child.spanId, type: 'OrderError' }],
  })
  expect(trace.spans.map((one) => [one.name, one.parentSpanId, one.exceptions])).toEqual([
    ['checkout', null, 0],
    ['POST /pay', root.spanId, 1],
  ])
  const whole = (await store.ask<SpanAnswer>(`/api/traces/${traceId}/spans/${child.spanId}`)).body
  expect(whole).toMatchObject({
    name: 'POST /pay',
    status: 'error',
    statusMessage: 'refused',
    resource: { 'service.name': 'orders-web' },
    events: [{ name: 'retry', attributes: { times: '2' } }],
    links: [{ traceId: link.traceId, attributes: { why: 'queued' } }],
    peers: { count: 2, p50Ns: 40_000_000 },
  })
  expect(whole.peers.histogram.reduce((sum, bar) => sum + bar.count, 0)).toBe(2)
})

function vital(value: number, rating: string): LogRecord {
  return {
    eventName: 'browser.web_vital',
    attributes: [
      ...keyValues({ 'browser.web_vital.name': 'LCP', 'browser.web_vital.rating': rating, 'http.route': '/' }),
      { key: 'browser.web_vital.value', value: { doubleValue: value } },
    ],
  }
}

test('operations, services, releases, vitals, facets and the trend are true', async () => {
  const source = { service: 'figures-web', release: '9.0.0' }
  const list = Array.from({ length: 10 }, (_, at) =>
    span({ name: 'GET /figures', milliseconds: (at + 1) * 10, error: at === 0, attributes: { 'session.id': `s${at}` } }),
  )
  await store.send('traces', spans(list, source))
  await store.send('logs', logs([vital(1000, 'good'), vital(2000, 'good'), vital(3000, 'needs-improvement'), vital(9000, 'poor')], source))
  await happens({ ...source, message: 'Crash', attributes: { 'session.id': 's1' } })
  await happens({ ...source, message: 'Handled', severity: 13, attributes: { 'session.id': 's2' } })

  const ask = async <Body>(path: string): Promise<Body> => (await store.ask<Body>(`${path}service=figures-web`)).body
  const { operations } = await ask<OperationsAnswer>('/api/operations?')
  expect(operations).toMatchObject([{ name: 'GET /figures', count: 10, errors: 1 }])
  expect(operations[0]!.p50Ns).toBeGreaterThanOrEqual(50_000_000)
  expect(operations[0]!.p95Ns).toBeLessThanOrEqual(100_000_000)
  expect((await ask<ServicesAnswer>('/api/services?')).services.map((one) => one.name)).toContain('figures-web')
  expect((await ask<ReleasesAnswer>('/api/releases?')).releases).toMatchObject([
    { release: '9.0.0', exceptions: 2, sessions: 10, crashFreeSessions: 0.9 },
  ])
  const { vitals } = await ask<VitalsAnswer>('/api/vitals?')
  expect(vitals).toMatchObject([{ route: '/', name: 'LCP', count: 4, good: 2, poor: 1 }])
  expect(vitals[0]!.rating).not.toBe('good')
  const facets = await ask<FacetsAnswer>('/api/facets?of=issues&')
  expect(facets.facets.find((facet) => facet.name === 'release')?.values).toEqual([{ value: '9.0.0', count: 2 }])
  const ofTraces = await ask<FacetsAnswer>('/api/facets?of=traces&')
  expect(ofTraces.facets.find((facet) => facet.name === 'status')?.values).toEqual([
    { value: 'unset', count: 9 },
    { value: 'error', count: 1 },
  ])
  const trend = await ask<TrendAnswer>('/api/trend?range=24h&')
  expect([trend.events, trend.buckets.length, trend.releases.length]).toEqual([2, 48, 1])
  expect(trend.buckets.map((bucket) => bucket.fresh).reduce((sum, count) => sum + count)).toBe(2)
})

test('those who watch are told of a new occurrence', async () => {
  const answer = await fetch(`${store.url}/api/live`)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const digest = newDigest()
  await happens({ digest, message: 'Live' })
  let told = ''
  while (!told.includes(digest)) told += (await reader.read()).value ?? ''
  expect(told).toContain('event: exception\ndata: {')
  await reader.cancel()
})
