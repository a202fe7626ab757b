import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, IssueAnswer, IssuesAnswer } from '../api/contract.ts'
import { startClickhouse, type TestClickhouse } from '../testing/clickhouse.ts'
import { exceptionRecord, keyValues, newDigest, span } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'
import { Register } from './memory/occurrence-index.ts'

/** A store that counts in memory, and one on a server, which asks for everything: the same requests go to both. */
let server: TestClickhouse
let asking: TestStore
let counting: TestStore
const folder = makeFolder()

beforeAll(async () => {
  server = await startClickhouse()
  asking = await startStore({ env: { CLICKHOUSE_URL: server.url } })
  counting = await startStore({ folder })
}, 120_000)
afterAll(async () => {
  await asking.stop()
  await counting.stop()
  await server.stop()
}, 120_000)

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
const OCCURRENCES = 240
const digests = Array.from({ length: OCCURRENCES }, newDigest)
const USERS = ['', 'ann', 'bob', 'Zoë 漢😀', 'x'.repeat(300)]
const RELEASES = ['', '1.0.0', '2.0.0', 'ü-3']
const ENVIRONMENTS = ['production', 'staging', '']
const SERVICES = ['shop-web', 'admin-web', 'shöp']

const of = <Value>(values: Value[], at: number): Value => values[at % values.length]!

/** Some of it ahead of its time, over four days, and several at the same instant, at the edge of a day: none of these is its issue's last one. */
function instant(at: number): number {
  if (at % 17 === 0) return (Math.floor(NOW / DAY) - 2) * DAY
  return NOW - ((at * 37) % 5_760) * MINUTE + (at % 23 === 0 ? 8 * 60 * MINUTE : 0)
}

function resource(at: number) {
  const environment = of(ENVIRONMENTS, Math.floor(at / 3))
  return {
    attributes: keyValues({
      'service.name': of(SERVICES, at),
      'service.version': of(RELEASES, Math.floor(at / 5)),
      ...(environment !== '' && {
        [at % 2 === 0 ? 'deployment.environment.name' : 'deployment.environment']: environment,
      }),
      ...(at % 7 === 0 && { 'session.id': 'of the page' }),
    }),
  }
}

function person(at: number): Record<string, string> {
  return { 'user.id': of(USERS, Math.floor(at / 2)), 'session.id': at % 4 === 0 ? '' : `session-${at % 11}` }
}

/** The occurrence of that number, as a log record, as an event of a span or as attributes of a span. */
function request(at: number): ['logs' | 'traces', unknown] {
  const said = {
    'exception.type': 'OrderError',
    'exception.message': `Order of kind ${'abcdefghijkl'[at % 12]} failed`,
    'errata.digest': digests[at]!,
  }
  if (at % 3 === 0) {
    const record = exceptionRecord({
      at: instant(at),
      message: said['exception.message'],
      stacktrace: '',
      digest: digests[at]!,
      attributes: person(at),
    })
    return ['logs', { resourceLogs: [{ resource: resource(at), scopeLogs: [{ logRecords: [record] }] }] }]
  }
  const happened = span({ at: instant(at), attributes: { ...person(at), ...(at % 3 === 1 && said) } })
  const events = [
    {
      name: 'exception',
      timeUnixNano: `${instant(at)}000007`,
      attributes: keyValues({ ...said, 'user.id': 'nobody' }),
    },
  ]
  return [
    'traces',
    {
      resourceSpans: [
        {
          resource: resource(at),
          scopeSpans: [{ spans: [{ ...happened, ...(at % 3 === 2 && { events }) }] }],
        },
      ],
    },
  ]
}

const ALL = 'status=new,regressed,ongoing,resolved,ignored&limit=100'
const PERIODS = [
  [-5 * DAY, DAY],
  [-2 * DAY + 12_345, 0],
  [-90 * MINUTE, -30 * MINUTE],
  [-DAY, DAY],
].map(([from, to]) => `from=${new Date(NOW + from!).toISOString()}&to=${new Date(NOW + to!).toISOString()}`)
const NARROWED = [
  '',
  'service=shop-web',
  'service=sh%C3%B6p&service=admin-web',
  'environment=staging',
  'release=1.0.0&release=%C3%BC-3',
  'service=nobody',
  'q=failed',
  'q=order -kind',
  'q="kind a"',
  'q=user:ann',
  'q=-user:ann environment:production',
  `q=${digests[4]}`,
]

async function expectSame(path: string): Promise<unknown> {
  const [asked, counted] = await Promise.all([asking.ask(path), counting.ask(path)])
  expect(counted.status, path).toBe(200)
  expect(counted.body, path).toEqual(asked.body)
  return counted.body
}

async function expectAllSame(periods: string[]): Promise<void> {
  for (const [at, period] of periods.entries()) {
    for (const narrowed of NARROWED) {
      const filters = `${period}&${narrowed.replaceAll(' ', '%20').replaceAll('"', '%22')}`
      await expectSame(
        `/api/issues?${ALL}&sort=${of(['users', 'count', 'change', 'firstSeen'], at)}&${filters}`,
      )
    }
    await expectSame(`/api/trend?${period}`)
    await expectSame(`/api/trend?${period}&environment=staging&q=-user:ann`)
  }
  const { issues } = (await expectSame(`/api/issues?${ALL}&${PERIODS[0]}`)) as IssuesAnswer
  expect(issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(OCCURRENCES)
  for (const { id } of issues.slice(0, 4)) {
    const answers = await Promise.all(
      [asking, counting].map(
        async (store) => (await store.ask<IssueAnswer>(`/api/issues/${id}?${PERIODS[0]}`)).body,
      ),
    )
    expect(answers[1]!.issue).toEqual(answers[0]!.issue)
    expect(answers[1]!.latest).toEqual(answers[0]!.latest)
  }
  for (const digest of digests.slice(0, 30)) await expectSame(`/api/events/${digest}`)
}

test(
  'what is counted in memory is what a server counts, also after a restart and with issues joined',
  { timeout: 240_000 },
  async () => {
    const requests = digests.map((_, at) => request(at))
    for (const store of [asking, counting]) {
      const answers = await Promise.all(requests.map(([signal, body]) => store.send(signal, body)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    await expectAllSame(PERIODS)

    counting.child.kill('SIGTERM')
    await new Promise((ended) => counting.child.once('exit', ended))
    counting = await startStore({ folder })
    await expectAllSame(PERIODS.slice(0, 2))

    const { issues } = (await expectSame(`/api/issues?${ALL}&${PERIODS[0]}`)) as IssuesAnswer
    const [into, from] = [issues[0]!.id, issues[1]!.id]
    for (const store of [asking, counting])
      expect(
        (await store.ask(`/api/issues/${from}/merge`, { method: 'POST', body: JSON.stringify({ into }) }))
          .status,
      ).toBe(200)
    await expectAllSame(PERIODS.slice(0, 1))
  },
)

test('an unknown digest is unknown to both, and one in other words is found by both', async () => {
  const kindly = `${digests[9]!.slice(0, 4).toLowerCase()}-${digests[9]!.slice(4)}`
  expect(((await expectSame(`/api/events/${kindly}`)) as Event).digest).toBe(digests[9])
  for (const store of [asking, counting])
    expect((await store.ask(`/api/events/${newDigest()}`)).status).toBe(404)
})

const AT = {
  type: '',
  message: '',
  service: 'shop-web',
  release: '1',
  environment: '',
  user: '',
  session: '',
  key: null,
}

test('of more occurrences than there is room for the oldest days are left to the engine', () => {
  const register = new Register({ retentionDays: 30, mostRows: 10 })
  const today = BigInt(Math.floor(NOW / DAY))
  const ns = (day: bigint): bigint => (today - day) * BigInt(DAY) * 1_000_000n
  expect(register.holds(ns(0n))).toBe(false)
  register.holdFrom(Number.NEGATIVE_INFINITY)
  for (const day of [3n, 2n, 1n, 0n])
    register.stored(
      Array.from({ length: 4 }, (_, at) => ({
        ...AT,
        issueId: 'a',
        digest: newDigest(),
        ns: ns(day) + BigInt(at),
      })),
    )
  expect([3n, 2n, 1n, 0n].map((day) => register.holds(ns(day)))).toEqual([false, false, true, true])
  const held = (): number => register.days().reduce((sum, day) => sum + day.size, 0)
  expect(held()).toBe(8)
  // What comes late for a day that is no longer held does not make it look whole.
  register.stored([{ ...AT, issueId: 'a', digest: newDigest(), ns: ns(3n) }])
  expect(held()).toBe(8)
  register.letGo(new Date(NOW - DAY).toISOString().slice(0, 10))
  expect(held()).toBe(4)
})

test('what retention lets go is held no longer', () => {
  const register = new Register({ retentionDays: 2 })
  register.holdFrom(Number.NEGATIVE_INFINITY)
  for (const days of [0, 1, 2, 3, 4])
    register.stored([{ ...AT, issueId: 'a', digest: newDigest(), ns: BigInt(NOW - days * DAY) * 1_000_000n }])
  expect(register.days()).toHaveLength(3)
})

test('names beyond all measure are left to the engine', () => {
  const register = new Register({ retentionDays: 30 })
  register.holdFrom(Number.NEGATIVE_INFINITY)
  const ns = BigInt(NOW) * 1_000_000n
  for (let at = 0; at < 260; at++)
    register.stored([
      { ...AT, issueId: 'a', digest: newDigest(), ns, release: String(at).padStart(65_536, 'x') },
    ])
  expect(register.holds(ns)).toBe(false)
  register.holdFrom(Number.NEGATIVE_INFINITY)
  expect(register.holds(ns)).toBe(false)
  expect(register.days()).toEqual([])
})
