// What a person sees who starts the house under circumstances that are not ideal, and who stops it.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask, freeDoors, isFree, launch, openHouse, until } from './house.ts'
import { exceptionLog, post } from './telemetry.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Ctrl-C stops everything within ten seconds and leaves no process and no port behind', async () => {
  const house = await openHouse()
  const running = house.processes()
  expect(running.map(({ command }) => command).join('\n')).toMatch(
    /node .*relay\/index\.ts[^]*|node .*store\/index\.ts/,
  )
  const { code, milliseconds } = await house.close('SIGINT')
  expect(code).toBe(0)
  expect(milliseconds).toBeLessThan(10_000)
  expect(running.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  for (const port of house.ports) expect(await isFree(port), `port ${port} is free again`).toBe(true)
})

test('what was stored before a restart is there after it', async () => {
  const dataDir = join(folder, 'kept')
  const first = await openHouse({ DATA_DIR: dataDir })
  const { digest, body } = exceptionLog()
  expect((await post(`${first.url}/monitoring`, body)).status).toBe(200)
  await until('stored', () => ask(`${first.url}/api/events/${digest}`))
  await first.close('SIGTERM')
  const second = await openHouse({ DATA_DIR: dataDir })
  expect(await ask(`${second.url}/api/events/${digest}`)).toMatchObject({ digest, type: 'TypeError' })
  await second.close()
})

test('a launcher that was killed outright leaves nothing that keeps the next one from starting', async () => {
  const dataDir = join(folder, 'abandoned')
  const doors = await freeDoors()
  const first = await openHouse({ ...doors, DATA_DIR: dataDir })
  const running = first.processes()
  await first.abandon()
  const second = await openHouse({ ...doors, DATA_DIR: dataDir })
  expect(running.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  await second.close()
})

test('without any collector the relay forwards straight to the store and says so', async () => {
  const house = await openHouse({ OTELCOL: 'none' })
  expect(house.processes().some(({ command }) => command.includes('otelcol'))).toBe(false)
  expect(await ask(`${house.url}/health`)).toMatchObject({ status: 'ok', collector: 'none', store: 'ok' })
  const { digest, body } = exceptionLog()
  expect((await post(`${house.url}/monitoring`, body)).status).toBe(200)
  expect(await until('stored', () => ask(`${house.url}/api/events/${digest}`))).toMatchObject({ digest })
  await house.close()
})

test.for([
  ['PORT', 'a port in use'],
  ['STORE_PORT', "the store's port in use"],
  ['COLLECTOR_GRPC_PORT', "the collector's port in use"],
] as const)('%s: %s is one sentence that names variable and remedy', async ([variable]) => {
  const taken = await occupied()
  const { code, said } = await fails({ [variable]: String(taken.port) })
  expect(said).toBe(
    `Port ${taken.port} is in use: end what listens there, or set ${variable} to a free port.`,
  )
  expect(code).toBe(1)
  taken.server.close()
})

test('a value that makes no sense is one sentence that names variable, value and what is allowed', async () => {
  expect(await fails({ PORT: 'eighty' })).toEqual({
    code: 1,
    said: 'PORT is "eighty", but must be a whole number from 1 to 65535.',
  })
  expect(await fails({ RETENTION_DAYS: 'forever' })).toEqual({
    code: 1,
    said: 'RETENTION_DAYS is "forever", but must be a whole number from 1 to 3650.',
  })
})

test('a data folder that cannot be written is one sentence', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const { code, said } = await fails({ DATA_DIR: join(file, 'data') })
  expect(said).toMatch(
    /^DATA_DIR=.*a-file\/data cannot be written \(ENOTDIR\): set DATA_DIR to a folder that can\.$/,
  )
  expect(code).toBe(1)
})

test('a collector that does not take our configuration is refused by name', async () => {
  const { code, said } = await fails({ OTELCOL: '/bin/false' })
  expect(said).toMatch(/^OTELCOL=\/bin\/false does not take otel-collector\/config\.yaml/)
  expect(code).toBe(1)
})

/** Starts on free ports, with `env` over them, and expects that it ends by itself. */
async function fails(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const launched = launch({ ...(await freeDoors()), DATA_DIR: join(folder, 'data'), ...env })
  const { code } = await launched.ended
  return { code, said: launched.output().trim() }
}

async function occupied(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
