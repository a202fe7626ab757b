import { readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMeter } from '../meter.ts'
import { type Scene, eventually, exceptionOf, logOf, openScene, post } from '../scene.ts'
import type { Outcome } from './collector.ts'
import { createHold } from './hold.ts'
import type { Held, Spool } from './spool.ts'

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

test('a spool that never was one is put aside, said once, and a new one begun', async () => {
  const scene = await openScene()
  const folder = path.join(scene.folder, 'again', 'spool')
  await mkdir(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'envelopes.sqlite'),
    'this is no database, and long enough to be taken for one. '.repeat(200),
  )
  const second = await openScene({ DATA_DIR: path.join(scene.folder, 'again') })
  second.collector.status = 503
  expect((await send(second, 'KEPT')).status).toBe(200)
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(1)
  expect(second.log().filter(({ msg }) => String(msg).includes('damaged'))).toHaveLength(1)
  second.collector.status = 200
  await arrived(second, ['KEPT'])
  await second.close()
  await scene.close()
})

test('what an earlier life left goes first', async () => {
  const scene = await openScene()
  scene.collector.status = 503
  for (const digest of digests(5)) await send(scene, digest)
  const data = path.join(scene.folder, 'spool')
  const next = await openScene()
  const again = await openScene({ DATA_DIR: scene.folder, OTEL_EXPORTER_OTLP_ENDPOINT: next.collector.url })
  expect(readdirSync(data)).toContain('envelopes.sqlite')
  await arrived(next, digests(5))
  await again.close()
  await next.close()
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

test('an append that is under way while the last of the spool is taken is not forgotten', async () => {
  // The disk says "empty" before it has the envelope that is being appended: whoever drains must look again.
  const held: Held[] = []
  let finishAppend: (() => void) | undefined
  let takes = 0
  const spool: Spool = {
    exists: () => false,
    append: (signal, bytes) =>
      new Promise((resolve) => {
        finishAppend = () => {
          held.push({ id: 1, signal, bytes })
          resolve()
        }
      }),
    take: () => {
      takes++
      return Promise.resolve([...held])
    },
    drop: () => {
      held.length = 0
      return Promise.resolve()
    },
    size: () => ({ bytes: 0, envelopes: held.length }),
    close: () => Promise.resolve(),
  }
  const outcomes: Outcome[] = ['unavailable']
  const sent: string[] = []
  const send = (_: string, bytes: Uint8Array) => {
    sent.push(Buffer.from(bytes).toString())
    return Promise.resolve(outcomes.shift() ?? 'delivered')
  }
  const hold = createHold({ send, spool, log: pino({ level: 'silent' }), meter: createMeter() })
  const accepted = hold.accept('logs', Buffer.from('the one'))
  await eventually(() => expect(takes).toBeGreaterThan(2))
  finishAppend!()
  expect(await accepted).toBe('delivered')
  await eventually(() => expect(sent).toEqual(['the one', 'the one']))
  await hold.stop()
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
