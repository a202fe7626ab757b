// Facets of more traces than are counted exactly.
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { span, spans } from '../../testing/otlp.ts'
import { newName, storeOfFile } from '../../testing/suite.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'

const TRACES = 12_000
const BATCH = 3_000
/** An eighth of 12,000 traces is counted: three standard deviations of half of them. */
const TOLERANCE = 0.12

const store = storeOfFile()
const service = newName()

/** The same in each run, so that the estimates are. Half of the traces have two spans, a fifth an error. */
function traceOf(index: number) {
  const traceId = createHash('md5').update(`trace ${index}`).digest('hex')
  const root = span({ traceId, name: 'page', error: index % 5 === 0 })
  return index % 2 ? [root] : [root, span({ traceId, name: 'call', parentSpanId: String(root.spanId) })]
}

beforeAll(async () => {
  for (let start = 0; start < TRACES; start += BATCH) {
    const list = Array.from({ length: BATCH }, (_, index) => traceOf(start + index)).flat()
    await store.send('traces', spans(list, { service, environment: 'test', release: '7.0.0' }))
  }
})

const close = (share: number): unknown => expect.closeTo(share, -Math.log10(2 * share * TOLERANCE))

test.each(['', '&environment=test', '&q=-operation:other'])(
  'facets of 12,000 traces are estimates, and their total is exact: %s',
  async (more) => {
    const answer = await store.read<FacetsAnswer>(`/api/facets?of=traces&service=${service}${more}`)
    expect(answer).toMatchObject({ total: TRACES, sampled: true })
    const shares = Object.fromEntries(
      answer.facets
        .flatMap(({ name, values }) => values.map(({ value, count }) => [`${name}:${value}`, count] as const))
        .map(([key, count]) => [key, count / TRACES]),
    )
    expect(shares).toMatchObject({
      'operation:page': close(1),
      'operation:call': close(0.5),
      'status:error': close(0.2),
      'release:7.0.0': close(1),
    })
  },
)
