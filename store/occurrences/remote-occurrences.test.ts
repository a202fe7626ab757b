import { afterAll, beforeAll, expect, test } from 'vitest'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../testing/clickhouse-stand-in.ts'
import { readLive } from '../testing/live.ts'
import { exception, newDigest } from '../testing/otlp.ts'
import { storeOfFile } from '../testing/suite.ts'

let server: ClickhouseStandIn
beforeAll(async () => {
  server = await startClickhouseStandIn()
})
afterAll(() => server.stop())
const env = () => ({ CLICKHOUSE_URL: server.url })
const [first, second] = [storeOfFile({ env }), storeOfFile({ env })]

const DIGESTS = /^data: {.*"digest":"(\w+)"/gm

test('two stores on one ClickHouse publish what either of them stored, each occurrence once', async () => {
  await second.send('logs', exception({ at: Date.now() - 5_000 }))
  const readers = await Promise.all([first, second].map((store) => readLive(store)))
  const digests = Array.from({ length: 3 }, newDigest)
  await second.send('logs', exception({ digest: digests[0]! }))
  await first.send('logs', exception({ digest: digests[1]! }))
  // Both have polled by then, and would have published their own occurrence a second time.
  for (const reader of readers) await reader.until(DIGESTS, 2)
  await second.send('logs', exception({ digest: digests[2]! }))
  for (const reader of readers)
    expect((await reader.until(DIGESTS, 3)).toSorted()).toEqual(digests.toSorted())
  for (const reader of readers) await reader.close()
})

test('both answer the same, and count what both stored', async () => {
  for (const store of [first, second])
    expect((await store.status()).rows).toEqual({ spans: 0, logs: 4, exceptions: 4 })
})
