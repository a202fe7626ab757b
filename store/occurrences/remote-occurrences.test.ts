import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveException } from '../../contract/issues.ts'
import type { StatusAnswer } from '../../contract/status.ts'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../testing/clickhouse-stand-in.ts'
import { exception, newDigest } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'

let server: ClickhouseStandIn
let first: TestStore
let second: TestStore

beforeAll(async () => {
  server = await startClickhouseStandIn()
  const env = { CLICKHOUSE_URL: server.url }
  first = await startStore({ env })
  second = await startStore({ env })
}, 240_000)
afterAll(async () => {
  await first.stop()
  await second.stop()
  await server.stop()
}, 240_000)

/** Reads `/api/live` of a store: `until` waits for some digests, and returns all that came so far. */
async function watch(
  store: TestStore,
): Promise<{ until(digests: string[]): Promise<string[]>; close(): Promise<void> }> {
  const answer = await fetch(`${store.url}/api/live`)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  return {
    async until(digests) {
      for (;;) {
        const published = [...text.matchAll(/^data: (.*)\n\n/gm)].map(
          ([, line = '']) => (JSON.parse(line) as LiveException).digest,
        )
        if (digests.every((digest) => published.includes(digest))) return published
        text += (await reader.read()).value ?? ''
      }
    },
    close: () => reader.cancel(),
  }
}

test(
  'two stores on one ClickHouse publish what either of them stored, each occurrence once',
  { timeout: 240_000 },
  async () => {
    await second.send('logs', exception({ at: Date.now() - 5_000 }))
    const watchers = await Promise.all([first, second].map(watch))
    const digests = Array.from({ length: 3 }, newDigest)
    await second.send('logs', exception({ digest: digests[0]! }))
    await first.send('logs', exception({ digest: digests[1]! }))
    // Both have polled by then, and would have published their own occurrence a second time.
    for (const watcher of watchers) await watcher.until(digests.slice(0, 2))
    await second.send('logs', exception({ digest: digests[2]! }))
    for (const watcher of watchers)
      expect((await watcher.until(digests.slice(2))).toSorted()).toEqual(digests.toSorted())
    for (const watcher of watchers) await watcher.close()
  },
)

test('both answer the same, and count what both stored', async () => {
  const [a, b] = await Promise.all(
    [first, second].map(async (store) => (await store.ask<StatusAnswer>('/api/status')).body.rows),
  )
  expect(a).toEqual({ spans: 0, logs: 4, exceptions: 4 })
  expect(b).toEqual(a)
})
