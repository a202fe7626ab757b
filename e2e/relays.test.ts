// Several relays on one port, as `RELAYS` starts them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePorts } from './testing/ports.ts'
import { runLauncher, startStack } from './testing/stack.ts'

const RELAYS = 5
/** The system distributes connections at random; with this number, every relay gets some. */
const SLOW_SENDERS = 64

test('the launcher is ready when every relay is, and slow senders do not delay the stop', async () => {
  const stack = await startStack({ RELAYS: String(RELAYS) })
  const listening = stack.output().match(/"pid":\d+,"msg":"relay listens"/g) ?? []
  expect(new Set(listening).size).toBe(RELAYS)

  const port = Number(new URL(stack.url).port)
  const senders = await Promise.all(Array.from({ length: SLOW_SENDERS }, () => startSlowRequest(port)))
  const { code, milliseconds } = await stack.close()
  for (const sender of senders) sender.destroy()
  expect(code).toBe(0)
  expect(milliseconds).toBeLessThan(10_000)
})

test('a relay that cannot start ends the launcher, although another relay answers on the port', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-relays-'))
  mkdirSync(join(dataDir, 'spool'))
  writeFileSync(join(dataDir, 'spool', '2'), 'a file where the relay needs a folder')
  const launcher = runLauncher({ ...(await freePorts()), DATA_DIR: dataDir, RELAYS: '2' })
  const { code } = await launcher.exit
  rmSync(dataDir, { recursive: true })
  expect(code).toBe(1)
  expect(launcher.output()).not.toContain('Errata is ready')
})

/** Sends the beginning of a request and nothing more. */
function startSlowRequest(port: number): Promise<Socket> {
  const head = ['POST /monitoring HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 9']
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => resolve(socket)),
    )
    socket.on('error', reject)
  })
}
