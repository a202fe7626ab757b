import { expect, test } from 'vitest'
import { startCollector } from './testing/recording-collector.ts'
import { eventually, exceptionOf, logOf, newFolder, post } from './testing/relay-fixture.ts'
import { INDEX, spawnRelay, startRelay, stopRelay } from './testing/relay-process.ts'

test('SIGTERM answers requests under way and ends with 0', async () => {
  const collector = await startCollector()
  collector.status = undefined
  const relay = await startRelay({ DATA_DIR: newFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const waiting = post(`${relay.url}/monitoring`, logOf(exceptionOf('WAITING')))
  await eventually(() => expect(relay.output()).toContain('WAITING'))
  const begun = performance.now()
  const code = stopRelay(relay, 'SIGTERM')
  expect((await waiting).status).toBe(200)
  expect(await code).toBe(0)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('SIGUSR2 makes the log contain every refused request, and a second one ends that', async () => {
  const collector = await startCollector()
  const relay = await startRelay({ DATA_DIR: newFolder(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const lines = () => relay.output().split('"msg":"request refused"').length - 1
  const refused = async () => expect((await post(`${relay.url}/monitoring`, '{')).status).toBe(400)
  await refused()
  relay.child.kill('SIGUSR2')
  await eventually(() => expect(relay.output()).toContain('"logLevel":"debug"'))
  expect(lines()).toBe(0)
  await refused()
  await eventually(() => expect(lines()).toBe(1))
  relay.child.kill('SIGUSR2')
  await eventually(() => expect(relay.output()).toContain('"logLevel":"info"'))
  await refused()
  await post(`${relay.url}/monitoring`, logOf(exceptionOf('AFTER')))
  await eventually(() => expect(relay.output()).toContain('AFTER'))
  expect(lines()).toBe(1)
})

test.each([
  [
    'a value that makes no sense',
    { RATE_LIMIT: 'many' },
    /^RATE_LIMIT is "many", but must be a whole number from 0 to \d+\.\n$/,
  ],
  [
    'a folder that is a file',
    { DATA_DIR: INDEX },
    /^DATA_DIR .*index\.ts cannot be written \(ENOTDIR\): .*\n$/,
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST 192\.0\.2\.1 is not an address of this machine: .*\n$/,
  ],
])('%s ends the start with one sentence', async (_, environment, sentence) => {
  const { code, errors } = await failToStart(environment)
  expect(errors).toMatch(sentence)
  expect(code).toBe(1)
})

test('a port in use ends the start with one sentence', async () => {
  const collector = await startCollector()
  const { port } = new URL(collector.url)
  const { code, errors } = await failToStart({ PORT: port })
  expect(errors).toBe(
    `PORT ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another port.\n`,
  )
  expect(code).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'a folder in use ends the start with one sentence; after kill -9 it is free',
  async () => {
    const DATA_DIR = newFolder()
    const relay = await startRelay({ DATA_DIR })
    const { code, errors } = await failToStart({ DATA_DIR })
    expect(errors).toBe(
      `Another relay uses the spool ${DATA_DIR}/spool: ` +
        'stop it, or set DATA_DIR to another folder for this one.\n',
    )
    expect(code).toBe(1)
    await stopRelay(relay, 'SIGKILL')
    await startRelay({ DATA_DIR })
  },
)

test('the first relay leaves the spool of one that still runs', async () => {
  const DATA_DIR = newFolder()
  await startRelay({ DATA_DIR, RELAYS: '2', RELAY_NUMBER: '2' })
  const relay = await startRelay({ DATA_DIR, RELAYS: '1' })
  expect((await fetch(`${relay.url}/health`)).status).toBe(200)
})

async function failToStart(
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const child = spawnRelay({ DATA_DIR: newFolder(), ...environment })
  let errors = ''
  child.stderr!.on('data', (chunk) => (errors += String(chunk)))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { code, errors }
}
