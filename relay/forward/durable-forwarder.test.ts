import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Scene, eventually, exceptionOf, logOf, openScene, post } from '../scene.ts'
import { segmentFiles } from '../testing/spool-fixture.ts'

test('while the collector is away everything is answered 200, and all of it arrives when it is back', async () => {
  const scene = await openScene()
  scene.collector.status = 503
  const statuses = await Promise.all(digests(60).map(async (digest) => (await send(scene, digest)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await health(scene)).toMatchObject({
    status: 'degraded',
    collector: 'down',
    spool: { envelopes: 60 },
  })
  scene.collector.status = 200
  await arrived(scene, digests(60))
  await eventually(async () =>
    expect(await health(scene)).toMatchObject({ collector: 'ok', spool: { bytes: 0, envelopes: 0 } }),
  )
  await scene.close()
})

test('a collector that hangs is one that is away', async () => {
  const scene = await openScene()
  scene.collector.status = undefined
  const begun = performance.now()
  const statuses = await Promise.all(digests(8).map(async (digest) => (await send(scene, digest)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  // All wait for the same time-out, not one after the other.
  expect(performance.now() - begun).toBeLessThan(5_000)
  scene.collector.status = 200
  await arrived(scene, digests(8))
  await scene.close()
})

test('a poisonous request is found among its neighbours and refused alone', async () => {
  const scene = await openScene()
  scene.collector.poison = 'POISON'
  const names = [...digests(40), 'POISON']
  const answers = await Promise.all(
    names.map(async (digest) => ({ digest, status: (await send(scene, digest)).status })),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([{ digest: 'POISON', status: 400 }])
  await arrived(scene, digests(40))
  await scene.close()
})

test('poison that was on the disk is dropped with a line in the log, and its neighbours go on', async () => {
  const scene = await openScene()
  scene.collector.status = 503
  for (const digest of ['A', 'POISON', 'B']) await send(scene, digest)
  scene.collector.poison = 'POISON'
  scene.collector.status = 200
  await arrived(scene, ['A', 'B'])
  await eventually(() =>
    expect(scene.log().some(({ msg }) => String(msg).includes('refused an envelope'))).toBe(true),
  )
  await scene.close()
})

test('a full spool is said with 503 and a pause, nothing acknowledged is lost, and it heals', async () => {
  const scene = await openScene({ SPOOL_LIMIT: '128 KiB' })
  scene.collector.status = 503
  const kept: string[] = []
  let refused: Response | undefined
  for (let index = 0; index < 60 && refused === undefined; index++) {
    const answer = await send(scene, `D${index}`, { 'exception.stacktrace': 'x'.repeat(8_000) })
    if (answer.status === 200) kept.push(`D${index}`)
    else refused = answer
  }
  expect([refused!.status, refused!.headers.get('retry-after')]).toEqual([503, '30'])
  expect(((await refused!.json()) as { code: number }).code).toBe(14)
  expect((await fetch(`${scene.url}/health`)).status).toBe(503)
  expect(kept.length).toBeGreaterThan(3)
  scene.collector.status = 200
  await arrived(scene, kept)
  await eventually(async () => expect((await send(scene, 'AFTER')).status).toBe(200))
  expect((await fetch(`${scene.url}/health`)).status).toBe(200)
  await scene.close()
})

test('while the spool cannot be read, health says so and nothing counts as delivered; then all of it arrives', async () => {
  const scene = await openScene()
  scene.collector.status = 503
  for (const digest of digests(5)) await send(scene, digest)
  const [segment] = segmentFiles(path.join(scene.folder, 'spool'))
  renameSync(segment!, `${segment!}.aside`)
  mkdirSync(segment!)
  scene.collector.status = 200
  await eventually(async () =>
    expect(await health(scene)).toMatchObject({
      status: 'degraded',
      collector: 'ok',
      spool: { envelopes: 5 },
    }),
  )
  expect(await (await fetch(`${scene.url}/metrics`)).text()).toMatch(/spool_read_errors_total [1-9]/)
  expect((await send(scene, 'DIRECT')).status).toBe(200)
  await arrived(scene, ['DIRECT'])
  expect(scene.log().filter(({ msg }) => String(msg).includes('cannot be read'))).toHaveLength(1)
  rmdirSync(segment!)
  renameSync(`${segment!}.aside`, segment!)
  await arrived(scene, [...digests(5), 'DIRECT'])
  await eventually(async () => expect(await health(scene)).toMatchObject({ status: 'ok' }))
  await scene.close()
})

test('what an earlier process left goes first', async () => {
  const scene = await openScene()
  scene.collector.status = 503
  const environment = { DATA_DIR: scene.folder, RELAYS: '2', RELAY_NUMBER: '2' }
  const first = await openScene({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: scene.collector.url })
  for (const digest of digests(5)) await send(first, digest)
  await first.close()
  const second = await openScene(environment)
  await arrived(second, digests(5))
  await second.close()
  await scene.close()
})

test('what relays left that no longer run is sent by the first one', async () => {
  const scene = await openScene()
  const second = await openScene({ DATA_DIR: scene.folder, RELAYS: '2', RELAY_NUMBER: '2' })
  second.collector.status = 503
  for (const digest of digests(5)) await send(second, digest)
  await second.close()
  const alone = await openScene({ DATA_DIR: scene.folder })
  await arrived(alone, digests(5))
  await alone.close()
  await scene.close()
})

test('envelopes that arrive while the spool becomes empty are sent like all others', async () => {
  const scene = await openScene()
  const names: string[] = []
  for (let round = 0; round < 20; round++) {
    scene.collector.status = 503
    await Promise.all(sendGroup(4))
    scene.collector.status = 200
    // The spool becomes empty during these.
    for (let group = 0; group < 10; group++) await Promise.all(sendGroup(3))
  }
  await arrived(scene, names)
  await scene.close()

  function sendGroup(count: number): Promise<void>[] {
    return digests(count).map(async () => {
      const name = `N${names.length}`
      names.push(name)
      expect((await send(scene, name)).status).toBe(200)
    })
  }
})

function digests(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `D${index}`)
}

function send(scene: Scene, digest: string, more?: Record<string, string>): Promise<Response> {
  return post(`${scene.url}/monitoring`, logOf(exceptionOf(digest, more)))
}

async function health(scene: Scene): Promise<unknown> {
  return (await fetch(`${scene.url}/health`)).json()
}

/** Each of them, once. */
async function arrived(scene: Scene, expected: string[]): Promise<void> {
  await eventually(() => {
    const seen = scene.collector.logRecords.map(
      ({ attributes }) => attributes!.find(({ key }) => key === 'errata.digest')!.value!.stringValue!,
    )
    expect(seen.toSorted()).toEqual(expected.toSorted())
  })
}
