import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { type RecordingCollector, eventually, exceptionOf, logOf, openCollector, post } from '../scene.ts'

const INDEX = fileURLToPath(new URL('../index.ts', import.meta.url))
const KILLS = 5
const SENDERS = 16

const children: ChildProcess[] = []
const folders: string[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('kill -9 under load, with and without the collector: nothing acknowledged is lost', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-kill-'))
  const collector = await openCollector()
  const acknowledged: string[] = []
  for (let life = 0; life < KILLS; life++) {
    collector.status = life % 2 === 0 ? 503 : 200
    const relay = await start(folder, collector)
    const enough = acknowledged.length + 150
    await Promise.all(
      Array.from({ length: SENDERS }, async (_, sender) => {
        for (let index = 0; ; index++) {
          const digest = `${life}-${sender}-${index}`
          const status = await post(`${relay.url}/monitoring`, logOf(exceptionOf(digest))).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status === 0) return
          expect(status).toBe(200)
          acknowledged.push(digest)
          if (acknowledged.length === enough) relay.child.kill('SIGKILL')
        }
      }),
    )
  }
  collector.status = 200
  const last = await start(folder, collector)
  await eventually(() => {
    const arrived = new Set(
      collector.logRecords.map(
        ({ attributes }) => attributes!.find(({ key }) => key === 'errata.digest')!.value!.stringValue!,
      ),
    )
    expect(acknowledged.filter((digest) => !arrived.has(digest))).toEqual([])
  })
  const ended = new Promise((resolve) => void last.child.once('exit', resolve))
  last.child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await collector.close()
  rmSync(folder, { recursive: true })
})

test('SIGTERM answers who is waiting and ends with 0', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-term-'))
  const collector = await openCollector()
  collector.status = undefined
  const relay = await start(folder, collector)
  const waiting = post(`${relay.url}/monitoring`, logOf(exceptionOf('WAITING')))
  await eventually(() => expect(relay.output()).toContain('WAITING'))
  const ended = new Promise((resolve) => void relay.child.once('exit', resolve))
  const begun = performance.now()
  relay.child.kill('SIGTERM')
  expect((await waiting).status).toBe(200)
  expect(await ended).toBe(0)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await collector.close()
  rmSync(folder, { recursive: true })
})

test('SIGUSR2 makes the log say every refused request, and the next one as much as before', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-level-'))
  folders.push(folder)
  const collector = await openCollector()
  const relay = await start(folder, collector)
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
  await collector.close()
})

test.each([
  [
    'a value that makes no sense',
    { RATE_LIMIT: 'many' },
    /^RATE_LIMIT is "many", but allowed is: a whole number from 0 to \d+\.\n$/,
  ],
  [
    'a folder that is a file',
    { DATA_DIR: INDEX },
    /^DATA_DIR .*index\.ts cannot be written \(ENOTDIR\): .*\n$/,
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST 192\.0\.2\.1 is no address of this machine: .*\n$/,
  ],
])('%s ends the start with one sentence', async (_, environment, sentence) => {
  const { code, errors } = await failing(environment)
  expect(errors).toMatch(sentence)
  expect(code).toBe(1)
})

test('a port in use ends the start with one sentence', async () => {
  const collector = await openCollector()
  const { port } = new URL(collector.url)
  const { code, errors } = await failing({ PORT: port })
  expect(errors).toBe(
    `PORT ${port} on 127.0.0.1 is in use: stop what listens there, or set PORT to another.\n`,
  )
  expect(code).toBe(1)
  await collector.close()
})

async function start(folder: string, collector: RecordingCollector) {
  const child = run({ DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RATE_LIMIT: '0' })
  let output = ''
  child.stdout!.on('data', (chunk) => (output += String(chunk)))
  const port = await eventually(() => {
    const found = /"port":(\d+)/.exec(output)?.[1]
    expect(found).toBeDefined()
    return found!
  })
  return { child, url: `http://127.0.0.1:${port}`, output: () => output }
}

async function failing(
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-fail-'))
  folders.push(folder)
  const child = run({ DATA_DIR: folder, ...environment })
  let errors = ''
  child.stderr!.on('data', (chunk) => (errors += String(chunk)))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { code, errors }
}

function run(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [INDEX], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}
