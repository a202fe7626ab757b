// The event at which an issue opens.
import { expect, test } from 'vitest'
import { readIssue, sendException } from '../../../testing/issues.ts'
import { newDigest, newSpanId, newTraceId, span, spans } from '../../../testing/otlp.ts'
import { startStore, makeFolder } from '../../../testing/store.ts'
import { newName, storeOfFile } from '../../../testing/suite.ts'

const store = storeOfFile()

test('the recommended event is the newest one with a stored trace', async () => {
  const traceId = newTraceId()
  const digests = Array.from({ length: 4 }, () => newDigest())
  const [service, start] = [newName(), Date.now() - 60_000]
  // The first and the second have a trace with spans, the third one of which no span arrived.
  const traceIds = [traceId, traceId, newTraceId(), '']
  let id = ''
  for (const [index, digest] of digests.entries())
    id = await sendException(store, {
      digest,
      service,
      message: 'Without a total',
      at: start + index * 1_000,
      traceId: traceIds[index]!,
    })
  expect((await readIssue(store, id)).recommended).toBe(digests[3])
  await store.send('traces', spans([span({ traceId, spanId: newSpanId() })]))
  const { recommended, latest } = await readIssue(store, id)
  expect([recommended, latest.digest]).toEqual([digests[1], digests[3]])
})

test('without a trace, the recommended event is the newest one with all details', async () => {
  const limited = await startStore({ folder: makeFolder(), env: { FULL_EVENTS_PER_HOUR: '2' } })
  const digests = Array.from({ length: 4 }, () => newDigest())
  const start = Date.now() - 60_000
  let id = ''
  for (const [index, digest] of digests.entries())
    id = await sendException(limited, { digest, message: 'A loop', at: start + index * 1_000 })
  const { recommended, latest } = await readIssue(limited, id)
  expect([recommended, latest.digest, latest.slim]).toEqual([digests[1], digests[3], { nearest: digests[1] }])
  await limited.stop()
})
