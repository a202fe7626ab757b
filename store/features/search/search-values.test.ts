// Values that a search has to quote: each finds its own occurrences and spans, and no others.
import { beforeAll, expect, test } from 'vitest'
import { formatTerm } from '../../../contract/query.ts'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { TracesAnswer } from '../../../contract/traces.ts'
import { exception, span, spans } from '../../testing/otlp.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const ROUTES = ['/find?q="x"', '"/a b"', '/a b', 'a:b', '-x', '\\"', '//cdn/x', '', '/ü\u00A0']

const store = sharedStore()
const environment = newName()
beforeAll(async () => {
  for (const [index, route] of ROUTES.entries()) {
    const attributes = route === '' ? {} : { 'http.route': route }
    await store.send(
      'logs',
      exception({ environment, type: `Error${index}`, message: `at ${index}`, attributes }),
    )
    await store.send('traces', spans([span({ name: `call ${index}`, attributes })], { environment }))
  }
})

async function issues(q: string): Promise<string[]> {
  const body = await store.read<IssuesAnswer>(
    `/api/issues?environment=${environment}&q=${encodeURIComponent(q)}`,
  )
  return body.issues.map(({ type }) => type).toSorted()
}

async function traces(q: string): Promise<string[]> {
  const body = await store.read<TracesAnswer>(
    `/api/traces?environment=${environment}&q=${encodeURIComponent(q)}`,
  )
  return body.traces.map(({ name }) => name).toSorted()
}

test.each(ROUTES.map((route, index) => [route, index] as const))('route %j', async (route, index) => {
  const term = { name: 'route', value: route, negated: false }
  const others = (name: string) => ROUTES.flatMap((_, at) => (at === index ? [] : [`${name}${at}`]))
  expect(await issues(formatTerm(term))).toEqual([`Error${index}`])
  expect(await issues(formatTerm({ ...term, negated: true }))).toEqual(others('Error'))
  expect(await traces(formatTerm(term))).toEqual([`call ${index}`])
  expect(await traces(formatTerm({ ...term, name: 'http.route', negated: true }))).toEqual(others('call '))
})

test('an alias of a key means the same key', async () => {
  expect(await issues('env:staging')).toEqual([])
  expect(await issues(`env:${environment}`)).toHaveLength(ROUTES.length)
})
