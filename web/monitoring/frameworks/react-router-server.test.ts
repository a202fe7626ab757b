// The hooks of React Router's and SvelteKit's servers: what they print, report and tell the page.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDigest, handleDataRequest, handleError } from './react-router-server.ts'
import { handleError as handleKitError } from './svelte-server.ts'

let printed: unknown[][]
beforeEach(() => {
  // Port 9, where nothing listens: at the default port a collector of this machine would keep the errors.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  printed = spy.mock.calls
})
afterEach(() => void vi.restoreAllMocks().unstubAllEnvs())

const address = 'http://shop.example/orders/77.data?_routes=root'
const digests = (response: Response) => response.headers.get('server-timing')

test('an error is printed, and the response has its digest', () => {
  const request = new Request(address)
  const error = new Error('order 77 answered 500')
  handleError(error, { request })
  expect(printed).toEqual([[error]])
  expect(digests(handleDataRequest(new Response(''), { request }))).toMatch(/^errata;desc="[\dA-Z]{8}"$/)
  const headers = new Headers({ 'server-timing': 'db;dur=3' })
  addDigest(request, headers)
  expect(headers.get('server-timing')).toMatch(/^db;dur=3, errata;desc="[\dA-Z]{8}"$/)
})

test('two failing loaders have two digests', () => {
  const request = new Request(address)
  for (const error of [new Error('a'), new Error('b')]) handleError(error, { request })
  expect(digests(handleDataRequest(new Response(''), { request }))?.match(/errata/g)).toHaveLength(2)
})

test.for([
  ['a request that the browser has given up', new Error('a'), AbortSignal.abort(), 0],
  ['an address without a route', { status: 404, error: new Error('no route') }, undefined, 1],
] as const)('%s is not a failure', ([, error, signal, lines]) => {
  const request = new Request(address, { signal: signal ?? null })
  handleError(error, { request })
  expect(printed).toHaveLength(lines)
  expect(digests(handleDataRequest(new Response(''), { request }))).toBeNull()
})

test('immutable headers remain unchanged', () => {
  const request = new Request(address)
  handleError('text', { request })
  const redirect = Response.redirect('http://shop.example/login')
  expect(handleDataRequest(redirect, { request })).toBe(redirect)
})

test.for([
  [500, /^[\dA-Z]{8}$/, 2],
  [404, /^$/, 1],
] as const)('SvelteKit, status %d', ([status, digest, printedValues]) => {
  const event = { request: new Request('http://shop.example/orders?q=1') }
  const shown = handleKitError({ error: new Error('a'), status, message: 'Internal Error', event })
  expect(shown).toEqual({ message: 'Internal Error', digest: expect.stringMatching(digest) as string })
  expect(printed).toEqual([expect.arrayContaining([`[${status}] GET /orders`])])
  expect(printed[0]).toHaveLength(printedValues)
})
