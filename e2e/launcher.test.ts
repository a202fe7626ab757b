// What the launcher prints and leaves behind: starts that cannot work, restarts and stops.
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDisk } from '../store/testing/disk.ts'
import { getJson, post } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { freePorts, isFree } from './testing/ports.ts'
import { runLauncher, startStack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'

/** For the data of an empty store, and not much more. */
const SMALL_DISK = 128 * 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'errata-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function isOpenToOthers(path: string): boolean {
  const status = lstatSync(path)
  return !status.isSymbolicLink() && (status.mode & 0o077) !== 0
}

test('Ctrl-C stops everything within ten seconds and leaves no process and no port behind', async () => {
  const stack = await startStack()
  const processes = stack.processes()
  expect(processes.map(({ command }) => command).join('\n')).toMatch(
    /node .*relay\/index\.ts[^]*|node .*store\/index\.ts/,
  )
  const { code, milliseconds } = await stack.close('SIGINT')
  expect(code).toBe(0)
  expect(milliseconds).toBeLessThan(10_000)
  expect(processes.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  for (const port of stack.ports) expect(await isFree(port), `port ${port} is free again`).toBe(true)
})

test('the stored data is for this user only, and is there after a restart', async () => {
  const dataDir = join(folder, 'restart')
  const first = await startStack({ DATA_DIR: dataDir })
  const { digest, body } = exceptionLog()
  expect((await post(`${first.url}/monitoring`, body)).status).toBe(200)
  await eventOf(first, digest)
  await first.close('SIGTERM')
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name))
  expect([dataDir, ...files].filter(isOpenToOthers)).toEqual([])
  const second = await startStack({ DATA_DIR: dataDir })
  expect(await getJson(`${second.url}/api/events/${digest}`)).toMatchObject({ digest, type: 'TypeError' })
  await second.close()
})

test('a killed launcher does not keep the next one from starting', async () => {
  const dataDir = join(folder, 'abandoned')
  const ports = await freePorts()
  const first = await startStack({ ...ports, DATA_DIR: dataDir })
  const processes = first.processes()
  await first.killLauncher()
  const second = await startStack({ ...ports, DATA_DIR: dataDir })
  expect(processes.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  await second.close()
})

test('without a collector the relay forwards to the store, and /health reports it', async () => {
  const stack = await startStack({ OTELCOL: 'none' })
  expect(stack.processes().some(({ command }) => command.includes('otelcol'))).toBe(false)
  expect(await getJson(`${stack.url}/health`)).toMatchObject({ status: 'ok', collector: 'none', store: 'ok' })
  const { digest, body } = exceptionLog()
  expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
  expect(await eventOf(stack, digest)).toMatchObject({
    digest,
  })
  await stack.close()
})

test.for([
  ['PORT', 'a port in use'],
  ['STORE_PORT', "the store's port in use"],
  ['COLLECTOR_GRPC_PORT', "the collector's port in use"],
] as const)('%s: %s is one sentence with the variable and the remedy', async ([variable]) => {
  const listener = await listenOnFreePort()
  const { code, output } = await runUntilExit({ [variable]: String(listener.port) })
  expect(output).toBe(
    `Port ${listener.port} is in use: stop the program that uses it, or set ${variable} to a free port.`,
  )
  expect(code).toBe(1)
  listener.server.close()
})

test('a value that is not allowed is one sentence with variable, value and what is allowed', async () => {
  expect(await runUntilExit({ PORT: 'eighty' })).toEqual({
    code: 1,
    output: 'PORT is "eighty", but must be a whole number from 1 to 65535.',
  })
  expect(await runUntilExit({ RETENTION_DAYS: 'forever' })).toEqual({
    code: 1,
    output: 'RETENTION_DAYS is "forever", but must be a whole number from 1 to 3650.',
  })
})

test('a data folder that cannot be written is one sentence', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const { code, output } = await runUntilExit({ DATA_DIR: join(file, 'data') })
  expect(output).toMatch(
    /^DATA_DIR=.*a-file\/data cannot be written \(ENOTDIR\): set DATA_DIR to a writable folder\.$/,
  )
  expect(code).toBe(1)
})

test('a damaged queue of the collector is renamed with a message, and reports are stored', async () => {
  const dataDir = join(folder, 'damaged-queue')
  await (await startStack({ DATA_DIR: dataDir })).close()
  const queue = join(dataDir, 'collector', 'exporter_otlp_http_store_logs')
  writeFileSync(queue, Buffer.alloc(32_768, 7))
  const stack = await startStack({ DATA_DIR: dataDir })
  expect(stack.output()).toContain(
    `The collector's queue ${queue} is damaged. It was moved to ${queue}.damaged-`,
  )
  const { digest, body } = exceptionLog()
  await post(`${stack.url}/monitoring`, body)
  await eventOf(stack, digest)
  await stack.close()
})

test('a collector that does not accept the configuration is refused by name', async () => {
  const { code, output } = await runUntilExit({ OTELCOL: '/bin/false' })
  expect(output).toMatch(/^OTELCOL=\/bin\/false does not take otel-collector\/config\.yaml/)
  expect(code).toBe(1)
})

const disk = makeDisk(SMALL_DISK)
afterAll(() => disk?.remove())

// Only root may mount a small disk.
test.runIf(disk !== null)(
  'a full disk keeps no launcher from starting, and leaves no process behind',
  async () => {
    const dataDir = join(disk!.folder, 'data')
    disk!.fill()
    const { code, output } = await runUntilExit({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`The disk of DATA_DIR=${dataDir} is full (0 bytes are free): free some space.`)
    disk!.empty()
    await (await startStack({ DATA_DIR: dataDir })).close()

    disk!.fill()
    const ports = await freePorts()
    const first = await startStack({ ...ports, DATA_DIR: dataDir })
    const processes = first.processes()
    expect((await fetch(`http://127.0.0.1:${ports.PORT}/api/issues`)).status).toBe(200)
    await first.killLauncher()
    const second = await startStack({ ...ports, DATA_DIR: dataDir })
    expect(processes.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
    await second.close()
  },
)

/** Starts on free ports, with `env` over them, and expects that it ends by itself. */
async function runUntilExit(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const launcher = runLauncher({ ...(await freePorts()), DATA_DIR: join(folder, 'data'), ...env })
  const { code } = await launcher.exit
  return { code, output: launcher.output().trim() }
}

async function listenOnFreePort(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
