// Crash-free sessions over time: of services, around a deploy, and how much of the present a release has.
import { beforeAll, expect, test } from 'vitest'
import { exceptionRecord, keyValues, logs, span, spans } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { ReleasesAnswer } from '../../../contract/releases.ts'

const HOUR = 3_600_000
const now = Date.now()
/** In the middle of hours: 30 and 3 hours ago. */
const [oldAt, newAt] = [-30, -3].map((hours) => Math.floor(now / HOUR) * HOUR + (hours + 0.5) * HOUR) as [
  number,
  number,
]
const [OLD, NEW] = ['1.0.0', '1.1.0']

const store = storeOfFile()
beforeAll(async () => {
  await visits(OLD, oldAt, { sessions: 20, crashed: 1 })
  await visits(NEW, newAt, { sessions: 10, crashed: 4 })
  await visits(NEW, now, { sessions: 30, crashed: 0 })
  await visits(OLD, now, { sessions: 10, crashed: 0 })
  // A page without a release, and a server without sessions.
  await visits('', now, { sessions: 5, crashed: 5 }, 'plain-web')
  await store.send('traces', spans([span({ name: 'GET /' })], { service: 'api', release: '7' }))
})

/** Half of the sessions are known from spans, the others from log records. */
async function visits(
  release: string,
  at: number,
  { sessions, crashed }: { sessions: number; crashed: number },
  service = 'shop',
): Promise<void> {
  const ids = Array.from({ length: sessions }, (_, number) => `${release}-${at}-${number}`)
  const source = { service, release }
  const pages = ids.filter((_, index) => index % 2 === 0)
  const list = pages.map((id) => span({ at, attributes: { 'session.id': id } }))
  const records = ids
    .filter((id) => !pages.includes(id))
    .map((id) => ({
      timeUnixNano: `${at}000000`,
      eventName: 'app.view',
      attributes: keyValues({ 'session.id': id }),
    }))
  const crashes = ids
    .slice(0, crashed)
    .flatMap((id) => [exceptionRecord({ at, attributes: { 'session.id': id } })])
  // A caught exception is no crash.
  const caught = exceptionRecord({ at, severity: 13, attributes: { 'session.id': ids.at(-1)! } })
  for (const [signal, body] of [
    ['traces', spans(list, source)],
    ['logs', logs([...records, ...crashes, caught], source)],
  ] as const)
    await store.send(signal, body)
}

function ask(query: string): Promise<ReleasesAnswer> {
  return store.read<ReleasesAnswer>(`/api/releases?${query}`)
}

function points(answer: ReleasesAnswer): [string, number, number][] {
  return answer.trend!.map(({ service, sessions, crashFreeSessions }) => [
    service,
    sessions,
    Number(crashFreeSessions.toFixed(3)),
  ])
}

test('each service has a line, also a page without a release, but not a server', async () => {
  const answer = await ask('range=24h&trend=true')
  expect(points(answer)).toEqual([
    ['plain-web', 5, 0],
    ['shop', 10, 0.6],
    ['shop', 40, 1],
  ])
  expect(answer.trend!.map(({ at }) => Date.parse(at) % HOUR)).toEqual([0, 0, 0])
  expect(points(await ask('range=7d&service=shop&trend=true')).at(0)).toEqual(['shop', 20, 0.95])
  expect(points(await ask(`range=24h&service=shop&release=${OLD}&trend=true`))).toEqual([['shop', 10, 1]])
  expect(points(await ask('range=24h&environment=none&trend=true'))).toEqual([])
})

test('steps are hours, and longer in longer ranges', async () => {
  for (const [range, hours] of [
    ['24h', 1],
    ['7d', 3],
    ['30d', 6],
  ] as const) {
    const { trend } = await ask(`range=${range}&service=shop&trend=true`)
    expect(trend!.map(({ at }) => Date.parse(at) % (hours * HOUR))).toEqual(trend!.map(() => 0))
  }
})

test('a release has the 24 hours before and after its first event', async () => {
  const { releases } = await ask('range=7d&service=shop&trend=true')
  const around = new Map(releases.map((row) => [row.release, row.around!]))
  expect(around.get(OLD)!.slice(24, 25)).toEqual([0.95])
  expect(around.get(OLD)!.filter((share) => share !== null)).toEqual([0.95])
  expect(around.get(OLD)).toHaveLength(49)
  // Both releases of the last hour are in it: it is the service that is shown. The future is missing: the
  // last hour is the hour of the sessions, or the next one, which has begun since.
  const [hours, next] = [around.get(NEW)!.slice(23, 28), around.get(NEW)!.slice(28)]
  expect(hours).toEqual([null, 0.6, null, null, 1])
  expect([[], [null]]).toContainEqual(next)
})

test('a release has its share of the sessions of the last hour', async () => {
  const { releases } = await ask('range=7d&trend=true')
  expect(Object.fromEntries(releases.map(({ release, shareOfNow }) => [release, shareOfNow]))).toEqual({
    [OLD]: 0.25,
    [NEW]: 0.75,
    '7': null,
  })
})

test('without trend=true no trend is read', async () => {
  const answer = await ask('range=7d')
  expect([answer.trend, answer.releases[0]!.around, answer.releases[0]!.shareOfNow]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
