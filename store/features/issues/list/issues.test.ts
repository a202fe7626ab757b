// Issues and events over HTTP: digests, the status of an issue, the list and the page of an issue.
import { describe, expect, test } from 'vitest'
import { readEvent, changeIssue, listIssues, readIssue, sendException } from '../../../testing/issues.ts'
import { exception, type ExceptionOptions, newDigest } from '../../../testing/otlp.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import type { Event, EventsAnswer, IssueStatus, IssuesAnswer } from '../../../../contract/issues.ts'
import type { Problem } from '../../../../contract/problem.ts'
import type { FacetsAnswer } from '../../../../contract/search.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const store = sharedStore()
const service = newName()

async function statusOf(id: string): Promise<IssueStatus> {
  return (await readIssue(store, id)).issue.status
}

async function neighboursOf(digest: string): Promise<(string | null)[]> {
  const { previous, next } = await readEvent(store, digest)
  return [previous, next]
}

const send = (options: ExceptionOptions) => sendException(store, { service, ...options })
const list = (query: string) => listIssues(store, query)
const change = (id: string, body: unknown) => changeIssue(store, id, body)

/** The ids of the issues that a search of all services finds. */
async function idsOf(q: string): Promise<string[]> {
  return (await list(`q=${encodeURIComponent(q)}`)).issues.map(({ id }) => id)
}

/** The messages of the issues in a page of the list, in its order. */
async function messagesOf(query: string): Promise<string[]> {
  return (await list(query)).issues.map((issue) => issue.message)
}

describe('a digest', () => {
  test('can be written in other ways too', async () => {
    await send({ digest: '10AB0C1D' })
    for (const spelling of ['10AB0C1D', '10ab-0c1d', 'loabocid', ' IO AB OC LD '])
      expect((await store.read<Event>(`/api/events/${encodeURIComponent(spelling)}`)).digest).toBe('10AB0C1D')
  })

  test('of a framework finds its newest occurrence', async () => {
    const attributes = { 'errata.given_digest': '2338745908' }
    await send({ at: Date.now() - HOUR, attributes })
    const digest = newDigest()
    await send({ digest, attributes })
    expect((await store.read<Event>('/api/events/2338745908')).digest).toBe(digest)
  })

  test('opens the occurrence that was stored first, and names others that claim it', async () => {
    const digest = newDigest()
    const issueId = await send({ digest, message: 'Real' })
    expect(await readEvent(store, digest)).not.toHaveProperty('claims')
    const others = [
      { service: newName(), at: Date.now() + 240_000 },
      { service: newName(), at: Date.now() - HOUR },
    ]
    for (const other of others)
      await store.send('logs', exception({ digest, ...other, message: 'Call this number' }))
    const event = await readEvent(store, digest)
    expect(event).toMatchObject({ message: 'Real', issueId, service })
    expect(event.claims?.map((claim) => claim.service)).toEqual(others.map((other) => other.service))
    expect(event.claims?.map(({ at }) => Date.parse(at))).toEqual(others.map(({ at }) => at))
    const [claim] = event.claims!
    const path = `/api/events/${digest}?issue=${claim!.issueId}`
    expect(await store.read<Event>(path)).toMatchObject({ message: 'Call this number', ...claim })
  })

  test('that does not exist is 404 with a problem document', async () => {
    const { status, headers, body } = await store.ask<Problem>('/api/events/ZZZZZZZZ')
    expect([status, headers.get('content-type'), body.status]).toEqual([404, 'application/problem+json', 404])
  })

  test('has a previous and a next one', async () => {
    const digests = ['0FAR0000', '0FAR0001', '0FAR0002', '0FAR0003']
    const days = [5, 3, 3, 1]
    for (const [at, digest] of digests.entries())
      await send({ digest, message: 'Far apart', at: Math.floor(Date.now() / DAY - days[at]!) * DAY })
    expect(await Promise.all(digests.map(neighboursOf))).toEqual([
      [null, digests[1]],
      [digests[0], digests[2]],
      [digests[1], digests[3]],
      [digests[2], null],
    ])
  })
})

test.each([
  ['ErrorOfNext', '1747428604'],
  ['ErrorWithCode', '331083018@E394'],
  ['ErrorOfSentry', '4b0f1d2c3e4a5b6c7d8e9f0011223344'],
])('the digest of %s is found by a search: %s', async (type, digest) => {
  const id = await send({ type, attributes: { 'errata.given_digest': digest } })
  for (const q of [digest, `digest:${digest}`]) expect(await idsOf(q)).toEqual([id])
  expect(await idsOf(`-digest:${digest}`)).not.toContain(id)
  expect(await idsOf(digest.slice(0, -1))).toEqual([])
})

describe('the status of an issue', () => {
  test('is new for a day, then ongoing', async () => {
    expect(await statusOf(await send({ message: 'Young' }))).toBe('new')
    expect(await statusOf(await send({ message: 'Old', at: Date.now() - 2 * DAY }))).toBe('ongoing')
  })

  test('is resolved until the exception occurs again', async () => {
    const message = 'Resolved once'
    const id = await send({ message, at: Date.now() - HOUR })
    expect((await change(id, { status: 'resolved' })).status).toBe('resolved')
    await send({ message, at: Date.now() - HOUR / 2 })
    expect(await statusOf(id)).toBe('resolved')
    await send({ message, at: Date.now() + 1_000 })
    expect(await statusOf(id)).toBe('regressed')
    const { activity } = await readIssue(store, id)
    expect(activity.map((entry) => entry.change)).toEqual(['seen again', 'resolved', 'first seen'])
    expect((await change(id, { status: 'open' })).status).toBe('new')
  })

  test('stays resolved if an earlier occurrence has a timestamp in the future', async () => {
    const id = await send({ message: 'From the future', at: Date.now() + 240_000 })
    expect((await change(id, { status: 'resolved' })).status).toBe('resolved')
  })

  test('resolved in the next release regresses only in another release', async () => {
    const message = 'Fixed soon'
    const id = await send({ message, release: '1.0.0', at: Date.now() - HOUR })
    expect((await change(id, { status: 'resolved', inNextRelease: true })).status).toBe('resolved')
    await send({ message, release: '1.0.0', at: Date.now() + 1_000 })
    expect(await statusOf(id)).toBe('resolved')
    await send({ message, release: '1.1.0', at: Date.now() + 2_000 })
    expect(await statusOf(id)).toBe('regressed')
  })

  test('is ignored until the number of occurrences in the condition', async () => {
    const message = 'Noise'
    const id = await send({ message })
    expect((await change(id, { until: { events: 2 } })).status).toBe('ignored')
    await send({ message })
    expect(await statusOf(id)).toBe('ignored')
    await send({ message })
    expect(await statusOf(id)).toBe('new')
  })

  test('is ignored until the number of other users in the condition', async () => {
    const message = 'Rare'
    const id = await send({ message, attributes: { 'user.id': 'ann' } })
    await change(id, { status: 'ignored', until: { users: 1 } })
    await send({ message, attributes: { 'user.id': 'ann' } })
    expect(await statusOf(id)).toBe('ignored')
    await send({ message, attributes: { 'user.id': 'bob' } })
    expect(await statusOf(id)).toBe('new')
  })

  test('can be changed for several issues at once, and so can the assignee', async () => {
    const ids = [await send({ message: 'First of two' }), await send({ message: 'Second of two' })]
    const { body } = await store.patch('/api/issues', { ids, status: 'ignored', assignee: 'ann' })
    expect(body).toMatchObject({ issues: ids.map((id) => ({ id, status: 'ignored', assignee: 'ann' })) })
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
  ])('%j is 400 and names the wrong field', async (body, name) => {
    const id = await send({ message: 'Refused' })
    const answer = await store.patch<Problem>(`/api/issues/${id}`, body)
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(name)])
  })
})

describe('the list', () => {
  test('has counts, filters, searches, sort orders and pages', async () => {
    const service = newName()
    const messages = ['Alpha broke', 'Beta broke', 'Gamma broke', 'Delta broke']
    for (const [at, message] of messages.entries())
      for (let times = 0; times <= at; times++)
        await send({ service, message, at: Date.now() - at * 60_000, release: `2.${at}.0` })
    const byCount = await list(`service=${service}&sort=count`)
    expect(byCount.issues).toMatchObject(
      messages.map((message, at) => ({ message, count: at + 1 })).toReversed(),
    )
    expect([byCount.total, byCount.counts.new, byCount.nextCursor]).toEqual([4, 4, null])
    expect(byCount.issues[0]!.trend.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(4)

    for (const sort of ['change', 'lastSeen', 'firstSeen', 'count', 'users']) {
      const pages = await store.readPages<IssuesAnswer>(`/api/issues?service=${service}&sort=${sort}&limit=1`)
      const paged = pages.flatMap(({ issues }) => issues.map(({ message }) => message))
      expect(paged.toSorted()).toEqual(messages.toSorted())
      expect(paged).toEqual(await messagesOf(`service=${service}&sort=${sort}`))
    }

    const search = (q: string) => messagesOf(`q=${encodeURIComponent(q)}`)
    expect(await search(`service:${service} gamma`)).toEqual(['Gamma broke'])
    expect(await search(`service:${service} broke -alpha -"beta broke" release:2.3.0`)).toEqual([
      'Delta broke',
    ])
    expect(await search(`service:${service} -browser:chrome`)).toEqual([])
    const releases = 'release=2.1.0&release=2.2.0'
    expect(await messagesOf(`service=${service}&${releases}&sort=count`)).toEqual([
      'Gamma broke',
      'Beta broke',
    ])
    expect((await list(`service=${service}&status=resolved`)).issues).toEqual([])
  })

  test('filters and counts by origin', async () => {
    const service = newName()
    await send({ service, type: 'TypeError', message: 'Failed to fetch' })
    await send({
      service,
      message: 'Ours',
      stacktrace: 'Error: Ours\n    at sum (https://orders.example/assets/app.js:1:2)',
    })
    await send({
      service,
      message: 'Theirs',
      stacktrace: 'Error: Theirs\n    at tag (https://tags.other.example/tag.js:1:2)',
    })
    const search = (q: string) => messagesOf(`service=${service}&sort=firstSeen&q=${encodeURIComponent(q)}`)
    expect(await search('origin:"third party"')).toEqual(['Theirs'])
    expect(await search('-origin:own')).toEqual(['Theirs', 'Failed to fetch'])
    const { facets } = await store.read<FacetsAnswer>(`/api/facets?of=issues&service=${service}`)
    expect(facets.find((facet) => facet.name === 'origin')?.values).toEqual([
      { value: 'offline', count: 1 },
      { value: 'own', count: 1 },
      { value: 'third party', count: 1 },
    ])
  })

  test('lists issues that are new or regressed in the latest release first', async () => {
    const service = newName()
    await send({ service, message: 'Old but loud', release: '1.0.0', at: Date.now() - 3 * DAY })
    await send({ service, message: 'New with the release', release: '2.0.0', at: Date.now() - HOUR })
    await send({ service, message: 'Old but loud', release: '2.0.0', at: Date.now() - 1_000 })
    expect(await messagesOf(`service=${service}`)).toEqual(['New with the release', 'Old but loud'])
  })

  test('has the right counts on an empty page', async () => {
    const service = newName()
    await change(await send({ service, message: 'Done' }), { status: 'resolved' })
    expect(await list(`service=${service}`)).toMatchObject({
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
    id = await send({
      message,
      digest,
      at: Date.now() - (3 - at) * 1_000,
      environment: at === 0 ? 'staging' : 'production',
    })
  const note = await store.post<{ id: string }>(`/api/issues/${id}/notes`, { body: 'Seen *this* before' })
  expect(note.status).toBe(201)
  const body = await readIssue(store, id)
  expect(body.breakdowns.environment).toEqual([
    { value: 'production', count: 2 },
    { value: 'staging', count: 1 },
  ])
  expect(body.breakdowns.browser).toEqual([{ value: 'Chrome 156', count: 3 }])
  expect([body.latest.digest, body.issue.latestDigest]).toEqual([digests[2], digests[2]])
  expect(body.notes).toMatchObject([{ id: note.body.id, body: 'Seen *this* before' }])
  const without = await store.read<typeof body>(`/api/issues/${id}?breakdowns=false`)
  expect(Object.values(without.breakdowns)).toEqual([[], [], [], [], []])
  expect({ ...without, breakdowns: body.breakdowns }).toMatchObject({
    latest: body.latest,
    notes: body.notes,
  })

  const pages = await store.readPages<EventsAnswer>(`/api/issues/${id}/events?limit=2`)
  expect(pages.map(({ events }) => events.map(({ digest }) => digest))).toEqual([
    [digests[2], digests[1]],
    [digests[0]],
  ])

  const markdown = await store.ask<string>(`/api/issues/${id}.md`)
  expect(markdown.headers.get('content-type')).toContain('text/markdown')
  expect(markdown.body).toContain('# `OrderError: Much to tell`')
  expect(markdown.body).toContain('`Seen *this* before`')
  expect(await store.read<string>(`/api/events/${digests[0]}.md`)).toContain(`- Digest: \`${digests[0]}\``)
})
