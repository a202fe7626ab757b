// Random sequences of occurrences and changes, compared with a model of issues (testing/lifecycle.ts).
// LIFECYCLE_SEED and LIFECYCLE_RUNS select other sequences; a failure prints its seed.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lifecycle, type Change } from '../../../testing/lifecycle.ts'
import { issueOf } from '../../../testing/grouping-cases.ts'
import { exception } from '../../../testing/otlp.ts'
import { storeOfFile } from '../../../testing/suite.ts'
import type { Issue, IssueAnswer, IssuesAnswer } from '../../../../contract/issues.ts'

const seed = Number(process.env['LIFECYCLE_SEED'] ?? 20_261_121)
const numRuns = Number(process.env['LIFECYCLE_RUNS'] ?? 2)

const MINUTE = 60_000

/** Milliseconds from now to the timestamp of an occurrence. Old ones come from a page that was offline. */
const WHEN = {
  'days ago': -2 * 1440 * MINUTE,
  'an hour ago': -60 * MINUTE,
  now: 0,
  'ahead of time': MINUTE,
  'far ahead of time': 4 * MINUTE,
}

type Step =
  | { do: 'happens'; which: number; when: keyof typeof WHEN; release: string; user: string }
  | { do: 'change'; which: number; change: Change }
  | { do: 'assign'; which: number; person: string | null }
  | { do: 'merge'; which: number; into: number }
  | { do: 'unmerge'; which: number }
  | { do: 'look' }

// With few issues their steps interact more often. Issues 0 and 1 are of one service, 2 and 3 of another.
const which = fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3)
const more = fc.integer({ min: 1, max: 2 })
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(
    { kind: 'open' },
    { kind: 'resolved' },
    { kind: 'next release' },
    { kind: 'next release' },
    { kind: 'ignored' },
  ),
  // Milliseconds from the change on: one that ends during the test, one that does not.
  fc.constantFrom<Change>({ kind: 'until at', until: 80 }, { kind: 'until at', until: 60 * MINUTE }),
  fc.record({ kind: fc.constantFrom<'until events' | 'until users'>('until events', 'until users'), more }),
)
const happens = fc.record({
  do: fc.constant<'happens'>('happens'),
  which,
  when: fc.constantFrom(...(Object.keys(WHEN) as (keyof typeof WHEN)[]), 'now' as const),
  release: fc.constantFrom('1.0.0', '2.0.0', '1.5.0', ''),
  user: fc.constantFrom('ann', 'bob', 'cid', ''),
})
const look: Step = { do: 'look' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: happens },
  { weight: 5, arbitrary: fc.record({ do: fc.constant<'change'>('change'), which, change: anyChange }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant<'assign'>('assign'),
      which,
      person: fc.constantFrom('ann', 'bob', null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant<'merge'>('merge'), which, into: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant<'unmerge'>('unmerge'), which }) },
  { weight: 4, arbitrary: fc.constant(look) },
)

/** Pairs of sequences, before and after a restart of the store, each with two services; all concurrent. */
const steps = fc.array(step, { minLength: 8, maxLength: 16, size: 'max' })
const lives = fc.record({
  sequences: fc.array(fc.tuple(steps, steps), { minLength: 1, maxLength: 6, size: 'max' }),
  end: fc.constantFrom<NodeJS.Signals>('SIGKILL', 'SIGTERM'),
})

const event = (which: number, release: string): Step => ({
  do: 'happens',
  which,
  when: 'now',
  release,
  user: 'ann',
})
const changeTo = (which: number, kind: 'next release' | 'resolved'): Step => ({
  do: 'change',
  which,
  change: { kind },
})

/** Sequences that random input rarely contains. */
const EXAMPLES: [Step[], Step[]][] = [
  // "Next release" means of this service: 2.0.0 of another service does not count.
  [
    [event(2, '2.0.0'), event(0, '1.0.0'), changeTo(0, 'next release')],
    [event(0, '1.0.0'), look, event(0, '2.0.0'), look],
  ],
  // Two issues that are resolved in different ways are merged, and unmerged after the store has restarted.
  [
    [
      event(0, '1.0.0'),
      event(1, '1.0.0'),
      changeTo(0, 'resolved'),
      changeTo(1, 'next release'),
      { do: 'merge', which: 1, into: 0 },
      event(1, '2.0.0'),
    ],
    [look, { do: 'unmerge', which: 1 }, look, event(0, '1.0.0'), look],
  ],
  // The next release of an issue of two services is one that neither of them has.
  [
    [event(0, '1.0.0'), event(2, '2.0.0'), { do: 'merge', which: 2, into: 0 }, changeTo(0, 'next release')],
    [event(2, '2.0.0'), look, event(0, '1.0.0'), look, event(2, '1.5.0'), look],
  ],
]

const store = storeOfFile()

test('no sequence of occurrences and changes gives a wrong status, count or person', async () => {
  await fc.assert(fc.asyncProperty(lives, runSequences), {
    seed,
    numRuns: numRuns + 1,
    examples: [[{ sequences: EXAMPLES, end: 'SIGTERM' }]],
  })
})

async function runSequences({
  sequences,
  end,
}: {
  sequences: [Step[], Step[]][]
  end: NodeJS.Signals
}): Promise<void> {
  const all = sequences.map(([before, after]) => ({
    run: randomBytes(6).toString('hex'),
    model: new Lifecycle(),
    before,
    after,
  }))
  await Promise.all(all.map(({ run, model, before }) => runSteps(run, model, before)))
  await store.restart(end)
  // After a start the store reads from the disk what was in its memory.
  await Promise.all(all.map(({ run, model }) => expectIssues(run, model)))
  await Promise.all(all.map(({ run, model, after }) => runSteps(run, model, after)))
}

async function runSteps(run: string, model: Lifecycle, steps: Step[]): Promise<void> {
  const serviceOf = (index: number): string => servicesOf(run)[index < 2 ? 0 : 1]
  const overrideOf = (index: number): string => `${run} ${index}`
  const fingerprintOf = (index: number): string =>
    issueOf({ service: serviceOf(index), override: overrideOf(index) })
  const exists = (fingerprint: string): boolean =>
    model.occurrences.some((one) => one.fingerprint === fingerprint)
  const change = async (fingerprint: string, path: string, method: string, body: unknown): Promise<void> => {
    await waitForDeadlines(model)
    const answer = await store.ask<Issue>(`/api/issues/${fingerprint}${path}`, {
      method,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    expectSame(answer.body, model)
  }
  for (const one of steps) {
    if (one.do === 'look') {
      await expectIssues(run, model)
      continue
    }
    const fingerprint = fingerprintOf(one.which)
    if (one.do === 'happens') {
      const at = Date.now() + WHEN[one.when]
      const attributes = { 'errata.fingerprint': overrideOf(one.which), 'user.id': one.user }
      const service = serviceOf(one.which)
      const body = exception({ service, at, release: one.release, message: 'Anything', attributes })
      await store.send('logs', body)
      model.happens({ fingerprint, service, at, release: one.release, user: one.user })
    } else if (!exists(fingerprint)) continue
    else if (one.do === 'change') {
      const { request, change } = requestOf(one.change)
      // The store's instant of the change is after the step before it and before the step after it.
      await pause(2)
      const answer = await store.patch<Issue>(`/api/issues/${fingerprint}`, request)
      // The request took so long that its instant is past: refused, and nothing was changed.
      if ('until' in change && answer.status === 400 && Date.now() >= change.until) continue
      expect(answer.status).toBe(200)
      model.change(fingerprint, change, Date.now())
      await pause(2)
    } else if (one.do === 'assign') {
      model.assign(fingerprint, one.person)
      await change(fingerprint, '', 'PATCH', { assignee: one.person })
    } else if (one.do === 'merge') {
      const into = fingerprintOf(one.into)
      if (exists(into) && model.merge(fingerprint, into))
        await change(fingerprint, '/merge', 'POST', { into })
    } else {
      const issue = model.issueOf(fingerprint)
      if (model.unmerge(fingerprint)) await change(issue, '/unmerge', 'POST', { fingerprint })
    }
  }
  await expectIssues(run, model)
  for (const id of model.issues()) {
    const { issue, activity } = await store.read<IssueAnswer>(`/api/issues/${id}`)
    expectSame(issue, model)
    expect(activity.some((entry) => entry.change === 'seen again')).toBe(issue.status === 'regressed')
  }
}

function servicesOf(run: string): [string, string] {
  return [`web-${run}`, `api-${run}`]
}

/** Instants are counted from when the request is made. */
function requestOf(change: Change): { request: Record<string, unknown>; change: Change } {
  if ('until' in change) {
    const until = Date.now() + change.until
    return { request: { until: { at: new Date(until).toISOString() } }, change: { ...change, until } }
  }
  if ('more' in change)
    return {
      request: { until: { [change.kind === 'until events' ? 'events' : 'users']: change.more } },
      change,
    }
  if (change.kind === 'next release') return { request: { inNextRelease: true }, change }
  return { request: { status: change.kind }, change }
}

async function expectIssues(run: string, model: Lifecycle): Promise<void> {
  await waitForDeadlines(model)
  const services = servicesOf(run)
    .map((service) => `service=${service}`)
    .join('&')
  const body = await store.read<IssuesAnswer>(
    `/api/issues?${services}&status=new,regressed,ongoing,resolved,ignored&limit=100`,
  )
  expect(body.issues.map((issue) => issue.id).toSorted()).toEqual(model.issues().toSorted())
  for (const issue of body.issues) expectSame(issue, model)
  expect(body.counts).toEqual(
    Object.assign({ new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }, countBy(body.issues)),
  )
}

const countBy = (issues: Issue[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(issues, (issue) => issue.status)].map(([status, ones]) => [status, ones.length]),
  )

/** Waits while a status is about to change with time: at that instant either value would be right. */
async function waitForDeadlines(model: Lifecycle): Promise<void> {
  for (const issue of model.issues())
    if (model.read(issue, Date.now()).status !== model.read(issue, Date.now() + 200).status) await pause(200)
}

function expectSame(issue: Issue, model: Lifecycle): void {
  const { firstSeen, lastSeen, ...rest } = model.read(issue.id, Date.now())
  expect(issue).toMatchObject({
    ...rest,
    firstSeen: new Date(firstSeen).toISOString(),
    lastSeen: new Date(lastSeen).toISOString(),
  })
}
