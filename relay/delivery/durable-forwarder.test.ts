import { mkdirSync, mkdtempSync, renameSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  type TestRelay,
  eventually,
  exceptionOf,
  healthOf,
  logOf,
  startTestRelay,
  post,
} from '../testing/relay-fixture.ts'
import { digestsIn } from '../testing/recording-collector.ts'
import { locate, overwrite, segmentFiles } from '../testing/spool-fixture.ts'

test('while the collector is down everything is answered 200, and arrives when it is back', async () => {
  const relay = await startTestRelay()
  relay.collector.status = 503
  const statuses = await Promise.all(digests(60).map(async (digest) => (await send(relay, digest)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await healthOf(relay)).toMatchObject({
    status: 'degraded',
    collector: 'down',
    spool: { envelopes: 60 },
  })
  relay.collector.status = 200
  await arrived(relay, digests(60))
  await eventually(async () =>
    expect(await healthOf(relay)).toMatchObject({ collector: 'ok', spool: { bytes: 0, envelopes: 0 } }),
  )
})

test('a collector that hangs is treated as down', async () => {
  const relay = await startTestRelay()
  relay.collector.status = undefined
  const begun = performance.now()
  const statuses = await Promise.all(digests(8).map(async (digest) => (await send(relay, digest)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  // All wait for the same time-out, not one after the other.
  expect(performance.now() - begun).toBeLessThan(5_000)
  relay.collector.status = 200
  await arrived(relay, digests(8))
})

test('a request that the collector refuses is refused alone, the others are delivered', async () => {
  const relay = await startTestRelay()
  relay.collector.poison = 'POISON'
  const names = [...digests(40), 'POISON']
  const answers = await Promise.all(
    names.map(async (digest) => ({ digest, status: (await send(relay, digest)).status })),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([{ digest: 'POISON', status: 400 }])
  await arrived(relay, digests(40))
})

test('an envelope on the disk that the collector refuses is dropped with a line in the log', async () => {
  const relay = await startTestRelay()
  relay.collector.status = 503
  for (const digest of ['A', 'POISON', 'B']) await send(relay, digest)
  relay.collector.poison = 'POISON'
  relay.collector.status = 200
  await arrived(relay, ['A', 'B'])
  await eventually(() =>
    expect(relay.log().some(({ msg }) => String(msg).includes('refused an envelope'))).toBe(true),
  )
})

test('a full spool is answered with 503 and a pause, loses nothing acknowledged, and recovers', async () => {
  const relay = await startTestRelay({ SPOOL_LIMIT: '128 KiB' })
  relay.collector.status = 503
  const acknowledged: string[] = []
  let refused: Response | undefined
  for (let index = 0; index < 60 && refused === undefined; index++) {
    const answer = await send(relay, `D${index}`, { 'exception.stacktrace': 'x'.repeat(8_000) })
    if (answer.status === 200) acknowledged.push(`D${index}`)
    else refused = answer
  }
  expect([refused!.status, refused!.headers.get('retry-after')]).toEqual([503, '30'])
  expect(((await refused!.json()) as { code: number }).code).toBe(14)
  expect((await fetch(`${relay.url}/health`)).status).toBe(503)
  expect(acknowledged.length).toBeGreaterThan(3)
  relay.collector.status = 200
  await arrived(relay, acknowledged)
  await eventually(async () => expect((await send(relay, 'AFTER')).status).toBe(200))
  expect((await fetch(`${relay.url}/health`)).status).toBe(200)
})

test('while the spool cannot be read, health reports it and its envelopes wait, then arrive', async () => {
  const relay = await startTestRelay()
  relay.collector.status = 503
  for (const digest of digests(5)) await send(relay, digest)
  const [segment] = segmentFiles(path.join(relay.folder, 'spool'))
  renameSync(segment!, `${segment!}.aside`)
  mkdirSync(segment!)
  relay.collector.status = 200
  await eventually(async () => {
    // One may have been read before, and is delivered now.
    const envelopes = expect.toBeOneOf([4, 5])
    const expected = { status: 'degraded', collector: 'ok', spool: { envelopes, canRead: false } }
    expect(await healthOf(relay)).toMatchObject(expected)
  })
  expect(await (await fetch(`${relay.url}/metrics`)).text()).toMatch(/spool_read_errors_total [1-9]/)
  expect((await send(relay, 'DIRECT')).status).toBe(200)
  await arrived(relay, ['DIRECT'])
  expect(relay.log().filter(({ msg }) => String(msg).includes('cannot be read'))).toHaveLength(1)
  rmdirSync(segment!)
  renameSync(`${segment!}.aside`, segment!)
  await arrived(relay, [...digests(5), 'DIRECT'])
  await eventually(async () =>
    expect(await healthOf(relay)).toMatchObject({ status: 'ok', spool: { canRead: true, lost: 0 } }),
  )
})

test('health has the number of envelopes that damage of the spool has cost', async () => {
  const relay = await startTestRelay()
  relay.collector.status = 503
  for (const digest of digests(5)) await send(relay, digest)
  const [, , damaged, ...rest] = digests(5)
  const { file, offset } = locate(path.join(relay.folder, 'spool'), damaged!)
  overwrite(file, offset, Buffer.from('x'))
  relay.collector.status = 200
  await arrived(relay, [...digests(2), ...rest])
  await eventually(async () => expect(await healthOf(relay)).toMatchObject({ spool: { lost: 1 } }))
})

test('what an earlier process left goes first', async () => {
  const relay = await startTestRelay()
  relay.collector.status = 503
  const environment = { DATA_DIR: relay.folder, RELAYS: '2', RELAY_NUMBER: '2' }
  const first = await startTestRelay({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: relay.collector.url })
  for (const digest of digests(5)) await send(first, digest)
  await first.close()
  const second = await startTestRelay(environment)
  await arrived(second, digests(5))
})

test('what relays left that no longer run is sent by the first one', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'spools-'))
  const second = await startTestRelay({ DATA_DIR, RELAYS: '2', RELAY_NUMBER: '2' })
  second.collector.status = 503
  for (const digest of digests(5)) await send(second, digest)
  await second.close()
  const alone = await startTestRelay({ DATA_DIR })
  await arrived(alone, digests(5))
  await alone.close()
  rmSync(DATA_DIR, { recursive: true })
})

test('envelopes that arrive while the spool becomes empty are sent like all others', async () => {
  const relay = await startTestRelay()
  const names: string[] = []
  for (let round = 0; round < 20; round++) {
    relay.collector.status = 503
    await Promise.all(sendGroup(4))
    relay.collector.status = 200
    // The spool becomes empty during these.
    for (let group = 0; group < 10; group++) await Promise.all(sendGroup(3))
  }
  await arrived(relay, names)

  function sendGroup(count: number): Promise<void>[] {
    return digests(count).map(async () => {
      const name = `N${names.length}`
      names.push(name)
      expect((await send(relay, name)).status).toBe(200)
    })
  }
})

function digests(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `D${index}`)
}

function send(relay: TestRelay, digest: string, more?: Record<string, string>): Promise<Response> {
  return post(`${relay.url}/monitoring`, logOf(exceptionOf(digest, more)))
}

/** Each of them, once. */
async function arrived({ collector }: TestRelay, expected: string[]): Promise<void> {
  await eventually(() => expect(digestsIn(collector).toSorted()).toEqual(expected.toSorted()))
}
