import { expect, test } from 'vitest'
import type { Event, FacetsAnswer, TracesAnswer } from '../api/contract.ts'
import { makeOlder } from '../testing/older.ts'
import { exception, newDigest, newTraceId, span, spans } from '../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'

const HOSTILE = `Broken "quote", \\ backslash,\n\ttab, é 漢 😀 </script> {"digest":"no"}`

const SOURCES = new Set(['environment', 'release'])

async function sources(store: TestStore): Promise<unknown> {
  const { facets } = (await store.ask<FacetsAnswer>('/api/facets?of=traces&minDurationNs=1')).body
  const { traces } = (await store.ask<TracesAnswer>('/api/traces?environment=staging&release=3.2.1')).body
  return [facets.filter(({ name }) => SOURCES.has(name)), traces.map(({ name }) => name)]
}

test(
  'occurrences and spans of a store of schema 32 read the same once that store is brought here',
  { timeout: 60_000 },
  async () => {
    const folder = makeFolder()
    const digest = newDigest()
    const attributes = { 'user.id': `ann's`, 'errata.given_digest': '77', 'odd "key"': HOSTILE }
    const before = await startStore({ folder })
    await before.send(
      'logs',
      exception({ digest, message: HOSTILE, traceId: newTraceId(), severity: 21, attributes }),
    )
    const { status, body } = await before.ask<Event>(`/api/events/${digest}`)
    expect([status, body.message, body.userId, body.severity, body.attributes['odd "key"']]).toEqual([
      200,
      HOSTILE,
      `ann's`,
      21,
      HOSTILE,
    ])
    await before.send('traces', spans([span({ name: 'old' })], { environment: 'staging', release: '3.2.1' }))
    const known = await sources(before)
    expect(known).toEqual([
      [
        { name: 'environment', values: [{ value: 'staging', count: 1 }] },
        { name: 'release', values: [{ value: '3.2.1', count: 1 }] },
      ],
      ['old'],
    ])
    await before.kill()

    await makeOlder(folder, 32, [
      'ALTER TABLE exceptions DROP COLUMN Occurrence SETTINGS mutations_sync = 2',
      'ALTER TABLE otel_traces DROP COLUMN SpanEnvironment, DROP COLUMN SpanRelease SETTINGS mutations_sync = 2',
    ])

    const after = await startStore({ folder })
    expect((await after.ask<Event>(`/api/events/${digest}`)).body).toEqual(body)
    expect((await after.ask<Event>('/api/events/77')).body).toEqual(body)
    expect(await sources(after)).toEqual(known)
    await after.stop()
  },
)
