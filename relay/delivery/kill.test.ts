import { expect, test } from 'vitest'
import { digestsIn, startCollector } from '../testing/recording-collector.ts'
import { eventually, exceptionOf, logOf, newFolder, post } from '../testing/relay-fixture.ts'
import { startRelay, stopRelay } from '../testing/relay-process.ts'

/** Without the collector, with it, and again without it while the spool is not empty. */
const KILLS = 3
const SENDERS = 16

test('kill -9 under load, with and without the collector: nothing acknowledged is lost', async () => {
  const collector = await startCollector()
  const environment = { DATA_DIR: newFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const acknowledged: string[] = []
  for (let run = 0; run < KILLS; run++) {
    collector.status = run % 2 === 0 ? 503 : 200
    const relay = await startRelay(environment)
    const enough = acknowledged.length + 150
    await Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        for (let index = 0; ; index++) {
          const digest = `${run}-${sender}-${index}`
          const status = await post(`${relay.url}/monitoring`, logOf(exceptionOf(digest))).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status === 0) return
          expect(status).toBe(200)
          acknowledged.push(digest)
          if (acknowledged.length === enough) relay.child.kill('SIGKILL')
        }
      }),
    )
  }
  collector.status = 200
  const last = await startRelay(environment)
  await eventually(() => {
    const arrived = new Set(digestsIn(collector))
    expect(acknowledged.filter((digest) => !arrived.has(digest))).toEqual([])
  })
  expect(await stopRelay(last, 'SIGTERM')).toBe(0)
})
