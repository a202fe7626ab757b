// Several relays on one port, as `RELAYS` starts them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeDoors, launch, openHouse } from './house.ts'

const RELAYS = 5
/** The port gives them to the relays at random; none of them goes without. */
const SLOW_SENDERS = 64

test('all of them are ready when the house is, and slow senders at each make stopping no longer', async () => {
  const house = await openHouse({ RELAYS: String(RELAYS) })
  const listening = house.output().match(/"pid":\d+,"msg":"relay listens"/g) ?? []
  expect(new Set(listening).size).toBe(RELAYS)

  const port = Number(new URL(house.url).port)
  const senders = await Promise.all(Array.from({ length: SLOW_SENDERS }, () => slowSender(port)))
  const { code, milliseconds } = await house.close()
  for (const sender of senders) sender.destroy()
  expect(code).toBe(0)
  expect(milliseconds).toBeLessThan(10_000)
})

test('one that cannot start ends the house, although another one answers on the port', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-relays-'))
  mkdirSync(join(dataDir, 'spool'))
  writeFileSync(join(dataDir, 'spool', '2'), 'in the way of a folder')
  const launched = launch({ ...(await freeDoors()), DATA_DIR: dataDir, RELAYS: '2' })
  const { code } = await launched.ended
  rmSync(dataDir, { recursive: true })
  expect(code).toBe(1)
  expect(launched.output()).not.toContain('Errata is ready')
})

/** Sends the beginning of a request; the rest never comes. */
function slowSender(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        'POST /monitoring HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        () => resolve(socket),
      ),
    )
    socket.on('error', reject)
  })
}
