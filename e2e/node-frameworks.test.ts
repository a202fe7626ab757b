// Fastify, Koa, Hono and Nest with the lines of their tabs on /connect: an error in a handler is stored once,
// in the trace of its request. OpenTelemetry's instrumentation records only errors of Koa. Needs npm's
// registry.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { transformWithOxc } from 'vite'
import { setups } from '../web/setup/setups.ts'
import { EXAMPLE_TIMEOUT_MS, installExample } from './testing/example-app.ts'
import { startFrameworkServer } from './testing/framework-server.ts'
import type { TraceAnswer } from '../contract/traces.ts'
import { getJson } from './testing/http.ts'
import { eventWith, storedMessages } from './testing/occurrences.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const stack = shareStack()
const all = setups({ relay: 'http://127.0.0.1:8080', collector: 'http://127.0.0.1:4318' })
let folder: string

beforeAll(async () => {
  folder = await installExample('node-frameworks', 'e2e/testing')
}, EXAMPLE_TIMEOUT_MS)

/** Code of the step whose file begins with that name. */
function codeOf(id: string, file: string): string {
  const step = all.find((setup) => setup.id === id)?.steps.find((each) => each.file.startsWith(file))
  return step?.code ?? ''
}

/** Writes the server with the code of its tab. Returns the name of the file. */
async function writeServer(id: string): Promise<string> {
  const source = id === 'nest' ? 'nest.ts' : `${id}.js`
  const text = readFileSync(join(import.meta.dirname, 'testing/node-frameworks', source), 'utf8')
  const code = text
    .replace('/* setup */', codeOf(id, id === 'nest' ? 'src/report-errors.ts' : 'server.js'))
    .replace('/* main */', codeOf(id, 'src/main.ts'))
  // Node does not run decorators.
  const options = { lang: 'ts', decorator: { legacy: true, emitDecoratorMetadata: true } } as const
  const file = `server-${id}.js`
  writeFileSync(join(folder, file), (await transformWithOxc(code, source, options)).code)
  writeFileSync(join(folder, 'instrument.js'), codeOf(id, 'instrument.js'))
  return file
}

test.for(['fastify', 'koa', 'hono', 'nest'])('%s', async (id) => {
  const service = `server-${id}`
  const server = await startFrameworkServer({
    folder,
    args: ['--import', './instrument.js', await writeServer(id)],
    relayUrl: stack.url,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: stack.collectorUrl,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_SERVICE_NAME: service,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_RESOURCE_ATTRIBUTES: 'service.version=2.3.4,deployment.environment.name=production',
    },
  })
  const traceId = randomBytes(16).toString('hex')
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  expect((await fetch(`${server.serverUrl}/missing`)).status).toBe(404)
  expect((await fetch(`${server.serverUrl}/broken`, { headers })).status).toBe(500)
  const event = await eventWith(stack, service, 'no such row in')
  expect(event).toMatchObject({
    type: 'TypeError',
    release: '2.3.4',
    environment: 'production',
    severity: 17,
    traceId,
  })
  expect(event.frames[0]?.file).toContain(`server-${id}.js`)
  // A span may have the error too.
  await waitFor('the spans of the request', () => getJson<TraceAnswer>(`${stack.url}/api/traces/${traceId}`))
  await server.close()
  const messages = await storedMessages(stack, service)
  // Koa's instrumentation records what a middleware throws, whatever its status.
  expect(messages).toEqual([expect.stringContaining('no such row'), ...(id === 'koa' ? ['not here'] : [])])
})
