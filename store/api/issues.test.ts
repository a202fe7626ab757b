import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exception, newDigest } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'
import type {
  Event,
  EventsAnswer,
  FacetsAnswer,
  Issue,
  IssueAnswer,
  IssuesAnswer,
  Problem,
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

async function neighboursOf(digest: string): Promise<(string | null)[]> {
  const { body } = await store.ask<Event>(`/api/events/${digest}`)
  return [body.previous, body.next]
}

const inbox = async (query: string): Promise<IssuesAnswer> =>
  (await store.ask<IssuesAnswer>(`/api/issues?${query}`)).body

describe('a digest', () => {
  test('is read kindly', async () => {
    await happens({ digest: '10AB0C1D' })
    for (const spelled of ['10AB0C1D', '10ab-0c1d', 'loabocid', ' IO AB OC LD '])
      expect((await store.ask<Event>(`/api/events/${encodeURIComponent(spelled)}`)).body.digest).toBe(
        '10AB0C1D',
      )
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
    for (const [at, digest] of digests.entries())
      await happens({ digest, message: 'In a row', at: Date.now() - (3 - at) * 1_000 })
    const { body } = await store.ask<Event>(`/api/events/${digests[1]}`)
    expect([body.previous, body.next]).toEqual([digests[0], digests[2]])
  })

  test('has neighbours that lie days away, and those of its own instant', async () => {
    const digests = ['0FAR0000', '0FAR0001', '0FAR0002', '0FAR0003']
    const days = [5, 3, 3, 1]
    for (const [at, digest] of digests.entries())
      await happens({ digest, message: 'Far apart', at: Math.floor(Date.now() / DAY - days[at]!) * DAY })
    expect(await Promise.all(digests.map(neighboursOf))).toEqual([
      [null, digests[1]],
      [digests[0], digests[2]],
      [digests[1], digests[3]],
      [digests[2], null],
    ])
  })
})

describe('the status of an issue', () => {
  test('is new for a day, then ongoing', async () => {
    expect((await issueOf(await happens({ message: 'Young' }))).status).toBe('new')
    expect((await issueOf(await happens({ message: 'Old', at: Date.now() - 2 * DAY }))).status).toBe(
      'ongoing',
    )
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
    expect(body.issues.map((issue) => [issue.id, issue.status, issue.assignee])).toEqual(
      ids.map((id) => [id, 'ignored', 'ann']),
    )
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
    const answer = await store.ask<Problem>(`/api/issues/${id}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
    })
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(name)])
  })
})

describe('the inbox', () => {
  test('counts, filters, searches, sorts and turns its pages', async () => {
    const service = 'inbox-web'
    const messages = ['Alpha broke', 'Beta broke', 'Gamma broke', 'Delta broke']
    for (const [at, message] of messages.entries())
      for (let times = 0; times <= at; times++)
        await happens({ service, message, at: Date.now() - at * 60_000, release: `2.${at}.0` })
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
      expect(turned).toEqual(
        (await inbox(`service=${service}&sort=${sort}`)).issues.map((issue) => issue.message),
      )
    }

    const found = async (q: string): Promise<string[]> =>
      (await inbox(`q=${encodeURIComponent(q)}`)).issues.map((issue) => issue.message)
    expect(await found(`service:${service} gamma`)).toEqual(['Gamma broke'])
    expect(await found(`service:${service} broke -alpha -"beta broke" release:2.3.0`)).toEqual([
      'Delta broke',
    ])
    expect(await found(`service:${service} -browser:chrome`)).toEqual([])
    expect(
      (await inbox(`service=${service}&release=2.1.0&release=2.2.0&sort=count`)).issues.map(
        (issue) => issue.message,
      ),
    ).toEqual(['Gamma broke', 'Beta broke'])
    expect((await inbox(`service=${service}&status=resolved`)).issues).toEqual([])
  })

  test('finds and counts by whose fault it was', async () => {
    const service = 'blamed-web'
    await happens({ service, type: 'TypeError', message: 'Failed to fetch' })
    await happens({
      service,
      message: 'Ours',
      stacktrace: 'Error: Ours\n    at sum (https://orders.example/assets/app.js:1:2)',
    })
    await happens({
      service,
      message: 'Theirs',
      stacktrace: 'Error: Theirs\n    at tag (https://tags.other.example/tag.js:1:2)',
    })
    const found = async (q: string): Promise<string[]> =>
      (await inbox(`service=${service}&sort=firstSeen&q=${encodeURIComponent(q)}`)).issues.map(
        (issue) => issue.message,
      )
    expect(await found('origin:"third party"')).toEqual(['Theirs'])
    expect(await found('-origin:own')).toEqual(['Theirs', 'Failed to fetch'])
    const { facets } = (await store.ask<FacetsAnswer>(`/api/facets?of=issues&service=${service}`)).body
    expect(facets.find((facet) => facet.name === 'origin')?.values).toEqual([
      { value: 'offline', count: 1 },
      { value: 'own', count: 1 },
      { value: 'third party', count: 1 },
    ])
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
    expect(await inbox(`service=${service}`)).toMatchObject({
      issues: [],
      total: 0,
      counts: { resolved: 1 },
      nextCursor: null,
    })
  })
})

test('an issue has breakdowns, its latest occurrence, notes and pages of events', async () => {
  const message = 'Much to tell'
  const digests = [newDigest(), newDigest(), newDigest()]
  let id = ''
  for (const [at, digest] of digests.entries())
    id = await happens({
      message,
      digest,
      at: Date.now() - (3 - at) * 1_000,
      environment: at === 0 ? 'staging' : 'production',
    })
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
  const second = (
    await store.ask<EventsAnswer>(`/api/issues/${id}/events?limit=2&cursor=${first.nextCursor}`)
  ).body
  expect([...first.events, ...second.events].map((event) => event.digest)).toEqual(digests.toReversed())
  expect(second.nextCursor).toBeNull()

  const markdown = await store.ask<string>(`/api/issues/${id}.md`)
  expect(markdown.headers.get('content-type')).toContain('text/markdown')
  expect(markdown.body).toContain('# OrderError: Much to tell')
  expect(markdown.body).toContain(String.raw`Seen \*this\* before`)
  expect((await store.ask<string>(`/api/events/${digests[0]}.md`)).body).toContain(`- Digest: ${digests[0]}`)
})
