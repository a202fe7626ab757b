// Which spans of a trace a text matches, over HTTP.
import { expect, test } from 'vitest'
import { newTraceId, span, spans } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { SpanMatchesAnswer } from '../../../contract/traces.ts'

const store = sharedStore()

test('text matches spans by name, by parts of an attribute, and by all of its words', async () => {
  const traceId = newTraceId()
  const list = [
    span({ traceId, name: 'GET /Offers', attributes: { 'http.response.status_code': '502' } }),
    span({ traceId, name: 'SELECT', attributes: { 'db.system.name': 'PostgreSQL', 'db.rows': '502' } }),
  ]
  await store.send('traces', spans(list, { service: 'matches-web', release: '4.5.6' }))
  const match = async (q: string): Promise<number[]> => {
    const path = `/api/traces/${traceId}/matches?q=${encodeURIComponent(q)}`
    const { spanIds } = await store.read<SpanMatchesAnswer>(path)
    return list.flatMap(({ spanId }, index) => (spanIds.includes(spanId ?? '') ? [index] : []))
  }
  expect(await match('offers')).toEqual([0])
  expect(await match('502')).toEqual([0, 1])
  expect(await match('status:502')).toEqual([0])
  expect(await match('502 db.system:postgresql')).toEqual([1])
  expect(await match('service.version:4.5')).toEqual([0, 1])
  expect(await match('status:404')).toEqual([])
  expect(await match('')).toEqual([])
})
