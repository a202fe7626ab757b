import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { StatusAnswer } from '../api/contract.ts'
import { makeDisk } from '../testing/disk.ts'
import { newSpanId, span, spans } from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'

const MEGABYTE = 1024 * 1024

/** Room for the engine's own files and some rows, and something that takes most of it until it is deleted. */
const DISK = 96 * MEGABYTE
const BALLAST = 64 * MEGABYTE

/** Of one request: random texts, which no compression makes small. */
const SPANS = 100
const TEXT_BYTES = 8 * 1024

/** So many fill the disk twice over; so many of them are sent when it is full. */
const MOST_REQUESTS = (2 * DISK) / (SPANS * TEXT_BYTES)
const REFUSED = 3

const disk = makeDisk(DISK)
afterAll(() => disk?.remove())

test.runIf(disk !== null)(
  'a full disk is said with 503, loses nothing that was acknowledged, and is over as soon as there is room',
  { timeout: 180_000 },
  async () => {
    const folder = join(disk!.place, 'data')
    mkdirSync(folder)
    writeFileSync(join(disk!.place, 'ballast'), Buffer.alloc(BALLAST, 1))
    let store = await startStore({ folder })
    const refused = await fillUp(store)
    expect(refused.statuses).toEqual(new Set([200, 503]))
    expect(refused.retryAfter).toMatch(/^\d+$/)
    // What is in can be read all the while, and a second sender is told at once.
    expect((await store.ask<StatusAnswer>('/api/status')).body.rows.spans).toBeGreaterThanOrEqual(
      refused.acknowledged,
    )
    expect((await store.send('traces', fill().body)).status).toBe(503)

    rmSync(join(disk!.place, 'ballast'))
    // A collector sends the same bytes again until they are taken.
    for (const body of refused.bodies) await sendUntilTaken(store, body)
    const wanted = refused.acknowledged + refused.bodies.length * SPANS
    expect((await store.ask<StatusAnswer>('/api/status')).body.rows.spans).toBe(wanted)
    await store.kill()
    store = await startStore({ folder })
    expect((await store.ask<StatusAnswer>('/api/status')).body.rows.spans).toBe(wanted)
    expect(
      (await store.ask<{ operations: { count: number }[] }>('/api/operations')).body.operations[0]?.count,
    ).toBe(wanted)
    expect(await store.stop()).toBe(0)
  },
)

/** Sends until the store has no room, and some more. */
async function fillUp(store: TestStore) {
  const statuses = new Set<number>()
  const bodies: string[] = []
  let [acknowledged, retryAfter] = [0, '']
  for (let sent = 0; sent < MOST_REQUESTS && bodies.length < REFUSED; sent++) {
    const { body } = fill()
    const { status, headers } = await store.send('traces', body)
    statuses.add(status)
    if (status === 200) acknowledged += SPANS
    else {
      bodies.push(body)
      retryAfter = headers.get('retry-after') ?? ''
    }
  }
  return { statuses, bodies, acknowledged, retryAfter }
}

async function sendUntilTaken(store: TestStore, body: string): Promise<void> {
  while ((await store.send('traces', body)).status !== 200) await pause(200)
}

function fill(): { body: string } {
  const list = Array.from({ length: SPANS }, () =>
    span({ spanId: newSpanId(), attributes: { text: randomBytes(TEXT_BYTES / 2).toString('hex') } }),
  )
  return { body: JSON.stringify(spans(list)) }
}
