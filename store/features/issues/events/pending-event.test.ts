// The page of an occurrence that is in the journal is the page that it has when it is in the tables.
import * as fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event, IssuesAnswer } from '../../../../contract/issues.ts'
import type { LogsRequest, TracesRequest } from '../../../../otlp/otlp-json.ts'
import { exception, keyValues, newDigest, span, spans } from '../../../testing/otlp.ts'
import { storeOfFile } from '../../../testing/suite.ts'

/** FULL_EVENTS_PER_HOUR: further ones of an issue have no details. */
const WHOLE = 3
const RUNS = 20

const store = storeOfFile({ env: { FULL_EVENTS_PER_HOUR: String(WHOLE) } })

const text = fc.oneof(fc.constantFrom('', 'ann', 'a\tb\nc\\', '漢😀', '\0', "'; DROP TABLE x"), fc.string())
const attributes = fc.dictionary(
  fc.constantFrom(
    'http.route',
    'url.full',
    'url.path',
    'user.id',
    'session.id',
    'app.x',
    '__proto__',
    'errata.mechanism',
    'errata.react.component_stack',
    'errata.breadcrumbs',
    'errata.given_digest',
    'errata.fingerprint',
    'exception.escaped',
  ),
  text,
)

type Source = { signal: 'logs' | 'traces'; body: LogsRequest | TracesRequest; digests: string[] }

const log: fc.Arbitrary<Source> = fc
  .record({
    attributes,
    resource: attributes,
    message: text,
    type: text,
    severity: fc.integer({ min: 0, max: 24 }),
  })
  .map((values) => {
    const digest = newDigest()
    const severity = values.severity > 8 ? values.severity : 17
    return { signal: 'logs', body: exception({ ...values, severity, digest }), digests: [digest] }
  })

const event = fc.record({ attributes, message: text, ns: fc.integer({ min: 0, max: 3 }) })

const trace: fc.Arbitrary<Source> = fc
  .record({ attributes, resource: attributes, events: fc.array(event, { maxLength: 3 }) })
  .map(({ attributes: ofSpan, resource, events }) => {
    const digests = (events.length > 0 ? events : [null]).map(() => newDigest())
    const at = Date.now() - 1_000
    const details = { 'exception.type': 'SpanError', 'errata.digest': digests[0]! }
    const row = span({ at, attributes: events.length > 0 ? ofSpan : { ...ofSpan, ...details } })
    row.events = events.map(({ attributes, message, ns }, index) => ({
      name: 'exception',
      timeUnixNano: `${at}00000${ns}`,
      attributes: keyValues({
        ...attributes,
        'exception.type': `Kind${index}`,
        'exception.message': message,
        'errata.digest': digests[index]!,
      }),
    }))
    return { signal: 'traces', body: spans([row], { resource }), digests }
  })

test('the page of an occurrence and the list do not change when its block is in the tables', async () => {
  let fromJournal = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(log, trace), { minLength: 1, maxLength: 6 }), async (sources) => {
      for (const { signal, body } of sources) await store.send(signal, body)
      const digests = sources.flatMap((source) => source.digests)
      // A busy machine may insert the block while it is read.
      if (readdirSync(join(store.folder, 'store', 'journal')).length > 0) fromJournal++
      const before = await answers(digests)
      await store.status()
      expect(await answers(digests)).toEqual(before)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(fromJournal).toBeGreaterThan(0)
})

async function answers(digests: string[]): Promise<unknown[]> {
  const events = await Promise.all(digests.map((digest) => store.read<Event>(`/api/events/${digest}`)))
  const list = await store.read<IssuesAnswer>('/api/issues?limit=100&range=24h')
  return [events, list]
}
