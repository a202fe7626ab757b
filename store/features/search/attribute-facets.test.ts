// Feature flags and attributes that an application sets: as facets, as what differs, and in a search.
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { FacetsAnswer } from '../../../contract/search.ts'
import type { TracesAnswer } from '../../../contract/traces.ts'
import { exception, newDigest, newTraceId, span, spans } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()
const service = newName()

/** A planted cause: nine of ten errors of one kind have the new checkout, of the other kind one of ten. */
beforeAll(async () => {
  for (let round = 0; round < 20; round++) {
    const isTotal = round % 2 === 0
    const hasFlag = isTotal ? round !== 0 : round === 1
    const attributes = {
      'errata.flag.checkout': hasFlag ? 'new' : 'old',
      'errata.flag.search': 'on',
      'app.plan': round % 4 < 2 ? 'free' : 'paid',
      'order.id': `order-${round}`,
      // Not names of a search.
      'errata.flag.two words': 'on',
      plan: 'free',
      'db.system.name': 'postgresql',
    }
    const type = isTotal ? 'TotalError' : 'OtherError'
    await store.send(
      'logs',
      exception({ service, type, message: `${type} in cart.ts:42`, digest: newDigest(), attributes }),
    )
    const traceId = newTraceId()
    const page = span({ traceId, name: 'page load', attributes })
    const request = span({ traceId, parentSpanId: page.spanId!, name: 'GET /cart' })
    await store.send('traces', spans([page, request], { service }))
  }
})

const facets = (query: string) => store.read<FacetsAnswer>(`/api/facets?service=${service}&${query}`)
const valuesOf = ({ facets: list }: FacetsAnswer, facet: string) =>
  list.find(({ name }) => name === facet)?.values
const total = async (q: string) => {
  const query = new URLSearchParams({ service, q, status: 'new' })
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?${query.toString()}`)
  return Object.fromEntries(issues.map(({ type, count }) => [type, count]))
}

test('an issue shows the flag that its events have and others do not', async () => {
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?service=${service}&q=type:TotalError`)
  const answer = await store.read<FacetsAnswer>(`/api/facets?issue=${issues[0]!.id}&base=true`)
  expect(answer).toMatchObject({ total: 10, baseTotal: 20 })
  expect(valuesOf(answer, 'errata.flag.checkout')).toEqual([
    { value: 'new', count: 9, base: 0.5 },
    { value: 'old', count: 1, base: 0.5 },
  ])
  expect(valuesOf(answer, 'errata.flag.search')).toEqual([{ value: 'on', count: 10, base: 1 }])
  expect(valuesOf(answer, 'app.plan')).toEqual([
    { value: 'free', count: 5, base: 0.5 },
    { value: 'paid', count: 5, base: 0.5 },
  ])
  // Conventions have facets of their own.
  expect(valuesOf(answer, 'db.system.name')).toBeUndefined()
})

test('lists of issues and of traces have them, flags first', async () => {
  const ofIssues = await facets('of=issues')
  const names = ofIssues.facets.map(({ name }) => name).filter((name) => name.includes('.'))
  expect(names).toEqual(['errata.flag.checkout', 'errata.flag.search', 'app.plan'])
  const ofTraces = await facets('of=traces&base=true')
  expect(valuesOf(ofTraces, 'errata.flag.checkout')).toEqual([
    { value: 'new', count: 10, base: 0.5 },
    { value: 'old', count: 10, base: 0.5 },
  ])
  expect(valuesOf(await facets('of=traces&q=app.plan:free'), 'app.plan')).toEqual([
    { value: 'free', count: 10 },
  ])
})

test('a search finds errors and traces by them, and a file with its line is a text', async () => {
  expect(await total('errata.flag.checkout:new')).toEqual({ TotalError: 9, OtherError: 1 })
  expect(await total('-errata.flag.checkout:new app.plan:free')).toEqual({ TotalError: 1, OtherError: 4 })
  expect(await total('errata.flag.missing:new')).toEqual({})
  expect(await total('cart.ts:42 type:Total')).toEqual({ TotalError: 10 })
  expect(await total('-cart.ts:42')).toEqual({})
  const query = new URLSearchParams({ service, q: 'errata.flag.checkout:new', limit: '100' })
  expect((await store.read<TracesAnswer>(`/api/traces?${query.toString()}`)).traces).toHaveLength(10)
})
