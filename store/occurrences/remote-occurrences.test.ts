import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveException, StatusAnswer } from '../api/contract.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../testing/clickhouse-stand-in.ts'
import { exception, newDigest } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'

let server: ClickhouseStandIn
let here: TestStore
let there: TestStore

beforeAll(async () => {
  server = await startClickhouseStandIn()
  const env = { CLICKHOUSE_URL: server.url }
  here = await startStore({ env })
  there = await startStore({ env })
}, 240_000)
afterAll(async () => {
  await here.stop()
  await there.stop()
  await server.stop()
}, 240_000)

/** What `/api/live` of a store tells; `until` reads on until all of `digests` were told, and gives all that was. */
async function watch(
  store: TestStore,
): Promise<{ until(digests: string[]): Promise<string[]>; leave(): Promise<void> }> {
  const answer = await fetch(`${store.url}/api/live`)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  return {
    async until(digests) {
      for (;;) {
        const told = [...text.matchAll(/^data: (.*)\n\n/gm)].map(
          ([, line = '']) => (JSON.parse(line) as LiveException).digest,
        )
        if (digests.every((digest) => told.includes(digest))) return told
        text += (await reader.read()).value ?? ''
      }
    },
    leave: () => reader.cancel(),
  }
}

test(
  'two stores on one ClickHouse tell of what either of them took, each once',
  { timeout: 240_000 },
  async () => {
    await there.send('logs', exception({ at: Date.now() - 5_000 }))
    const watching = await Promise.all([here, there].map(watch))
    const [first, second, last] = [newDigest(), newDigest(), newDigest()] as [string, string, string]
    await there.send('logs', exception({ digest: first }))
    await here.send('logs', exception({ digest: second }))
    // Each has asked by then, and would have told of its own again.
    for (const one of watching) await one.until([first, second])
    await there.send('logs', exception({ digest: last }))
    for (const one of watching)
      expect((await one.until([last])).toSorted()).toEqual([first, second, last].toSorted())
    for (const one of watching) await one.leave()
  },
)

test('both answer the same, and count what both took', async () => {
  const [a, b] = await Promise.all(
    [here, there].map(async (store) => (await store.ask<StatusAnswer>('/api/status')).body.rows),
  )
  expect(a).toEqual({ spans: 0, logs: 4, exceptions: 4 })
  expect(b).toEqual(a)
})
