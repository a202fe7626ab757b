// `@errata/monitoring/node` in processes that end, and Next's hook without OpenTelemetry.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { context, trace } from '@opentelemetry/api'
import { BasicTracerProvider, StackContextManager, type ReadableSpan } from '@opentelemetry/sdk-trace-web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onRequestError } from './next.ts'
import { flush } from './node.ts'
import { setOptions } from './node-capture.ts'

type Attribute = { key: string; value: { stringValue: string } }
type Body = {
  resourceLogs: {
    resource: { attributes: Attribute[] }
    scopeLogs: { logRecords: { severityNumber: number; attributes: Attribute[] }[] }[]
  }[]
}

const received: Record<string, unknown>[] = []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    for (const { resource, scopeLogs } of (body as Body).resourceLogs)
      for (const { severityNumber, attributes } of scopeLogs.flatMap(({ logRecords }) => logRecords))
        received.push({
          path: request.url,
          authorization: request.headers.authorization,
          severityNumber,
          ...Object.fromEntries(
            [...resource.attributes, ...attributes].map(({ key, value }) => [key, value.stringValue]),
          ),
        })
    response.end('{}')
  })
})
let endpoint: string

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => void collector.close())

async function run(end: string, url = endpoint, started?: (child: ChildProcess) => void) {
  received.length = 0
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/crashing-server.ts'), end], {
    env: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t0ken',
      OTEL_RESOURCE_ATTRIBUTES: 'service.version=0,deployment.environment.name=test',
    },
  })
  const exited = once(child, 'exit')
  if (started) child.stdout.once('data', () => started(child))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: ((await exited) as [number])[0], output, errors }
}

test.for([
  ['throws', 'TypeError', 'no such shelf', 'uncaughtException'],
  ['rejects', 'RangeError', 'nobody handles this', 'unhandledRejection'],
])('a process that %s ends as it does without the package, and its error has arrived', async (test) => {
  const [end, type, message, mechanism] = test as [string, string, string, string]
  const { code, errors } = await run(end)
  expect(code).toBe(1)
  expect(errors).toContain(`${type}: ${message}`)
  expect(received).toEqual([
    expect.objectContaining({
      path: '/v1/logs',
      authorization: 'Bearer t0ken',
      'service.name': 'crashing-server',
      'service.version': '2.1.0',
      'deployment.environment.name': 'test',
      'exception.type': type,
      'exception.message': message,
      'errata.mechanism': mechanism,
      severityNumber: 21,
    }),
  ])
  expect(received[0]?.['exception.stacktrace']).toContain('crashing-server.ts')
})

test('an error that ends the process has the flags of its request', async () => {
  await run('fails')
  expect(received).toEqual([expect.objectContaining({ 'errata.flag.checkout': 'new' })])
})

test('a process with a thirtieth of a processor still reports before it ends', async () => {
  const { code } = await run('throws', endpoint, (child) => {
    child.kill('SIGSTOP')
    const slow = setInterval(() => {
      child.kill('SIGCONT')
      setTimeout(() => child.kill('SIGSTOP'), 5)
    }, 150)
    child.once('exit', () => clearInterval(slow))
  })
  expect(code).toBe(1)
  expect(received).toHaveLength(1)
})

test('a collector that never responds does not keep the process alive', async () => {
  const silent = createNetServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { code } = await run('throws', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  silent.close()
  expect(code).toBe(1)
})

test('an error is reported once, with its cause and the digest that was returned', async () => {
  const { code, output } = await run('captures')
  expect(code).toBe(0)
  expect(received).toHaveLength(1)
  const digest = received[0]?.['errata.digest']
  expect(output).toBe(`${String(digest)} ${String(digest)} true\n`)
  expect(received[0]?.['errata.cause']).toContain('the cause')
})

test('the debug id of a file in the stack is in the record', async () => {
  await run('debugIds')
  const file = pathToFileURL(join(import.meta.dirname, '../testing/crashing-server.ts')).href
  expect(JSON.parse(String(received[0]?.['errata.debug_ids']))).toEqual({
    [file]: '5e1ec7ed-0000-4000-8000-000000000001',
  })
})

test('a process that a listener keeps alive does not wait', async () => {
  const { code } = await run('goesOn')
  expect(code).toBe(7)
  expect(received).toHaveLength(1)
})

test('without a collector the process ends as well', async () => {
  const { code, errors } = await run('throws', 'http://127.0.0.1:1')
  expect(code).toBe(1)
  expect(errors).toContain('no such shelf')
})

const request = { path: '/orders/7?token=secret', method: 'GET' }
const route = { routePath: '/orders/[id]', routeType: 'render' }
const sentByHook = expect.objectContaining({
  'errata.given_digest': '2532282562',
  'errata.mechanism': 'next',
  'http.route': '/orders/[id]',
  'url.path': '/orders/7',
})

test("without tracing Next's hook reports the error with Next's digest", async () => {
  received.length = 0
  setOptions({ service: 'next-server', endpoint })
  onRequestError(Object.assign(new TypeError('no stock'), { digest: '2532282562' }), request, route)
  expect(await flush()).toBe(true)
  expect(received).toEqual([sentByHook])
})

test.for([
  { span: 'recorded the error', recorded: 'no stock', message: 'no stock', times: 0 },
  { span: 'recorded another error', recorded: 'a timeout, caught', message: 'no stock', times: 1 },
  { span: 'recorded another error, and it has no message', recorded: 'caught', message: '', times: 1 },
  { span: 'recorded nothing', recorded: undefined, message: 'no stock', times: 1 },
])("Next's hook is called after the end of a span that $span", async ({ recorded, message, times }) => {
  received.length = 0
  setOptions({ service: 'next-server', endpoint })
  const contexts = new StackContextManager().enable()
  context.setGlobalContextManager(contexts)
  const span = new BasicTracerProvider().getTracer('next').startSpan('GET /orders/[id]')
  if (recorded) span.recordException(new TypeError(recorded))
  span.end()
  context.with(trace.setSpan(context.active(), span), () =>
    onRequestError(Object.assign(new TypeError(message), { digest: '2532282562' }), request, route),
  )
  context.disable()
  await flush()
  expect(received).toEqual(Array.from({ length: times }, () => sentByHook))
  const digests = (span as unknown as ReadableSpan).events.map(
    ({ attributes }) => attributes?.['errata.given_digest'],
  )
  expect(digests).toEqual(recorded ? [times ? undefined : '2532282562'] : [])
})
