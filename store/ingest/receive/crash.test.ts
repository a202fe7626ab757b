import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { StatusAnswer } from '../../../contract/status.ts'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { makeFolder, startStore, type TestStore } from '../../testing/store.ts'

/** Kills of one run; each ends an insert at another phase. */
const KILLS = 5
const SENDERS = 6
const RECORDS = 40

type Sent = { body: string; acknowledged: boolean }

test(
  'after kills in the middle of inserts, what was acknowledged is stored and counted once',
  { timeout: 180_000 },
  async () => {
    const folder = makeFolder()
    const sent: Sent[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const store = await startStore({ folder })
      const senders = Array.from({ length: SENDERS }, () => sendUntilGone(store, sent))
      await enough(sent, (kill + 1) * SENDERS * 3)
      await pause(kill * 11)
      await store.kill()
      await Promise.all(senders)
    }
    const store = await startStore({ folder })
    // A collector sends again what was not answered, and after its own crash also what was: the same bytes.
    for (const { body } of sent.filter((request, at) => !request.acknowledged || at % 10 === 0))
      expect((await store.send('logs', body)).status).toBe(200)
    const { rows } = (await store.ask<StatusAnswer>('/api/status')).body
    expect(sent.filter((request) => request.acknowledged).length).toBeGreaterThanOrEqual(KILLS * SENDERS)
    expect(rows.logs).toBe(sent.length * RECORDS)
    expect(rows.exceptions).toBe(sent.length * RECORDS)
    const { issues } = (await store.ask<IssuesAnswer>('/api/issues')).body
    expect(issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(sent.length * RECORDS)
    expect(existsSync(join(folder, 'store', 'intent'))).toBe(false)
    expect(await store.stop()).toBe(0)
  },
)

async function sendUntilGone(store: TestStore, sent: Sent[]): Promise<void> {
  for (;;) {
    const records = Array.from({ length: RECORDS }, (_, at) =>
      exceptionRecord({ message: 'Killed', stacktrace: '', at: Date.now() - at * 3_600_000 }),
    )
    const request = { body: JSON.stringify(logs(records)), acknowledged: false }
    sent.push(request)
    try {
      request.acknowledged = (await store.send('logs', request.body)).status === 200
    } catch {
      return
    }
  }
}

async function enough(sent: Sent[], count: number): Promise<void> {
  while (sent.filter((request) => request.acknowledged).length < count) await pause(5)
}

test(
  'the store starts with files that a crash or a power failure has truncated',
  { timeout: 90_000 },
  async () => {
    const folder = makeFolder()
    const first = await startStore({ folder })
    await first.kill()
    writeFileSync(join(folder, 'store', 'intent.tmp'), '{"token":"half')
    writeFileSync(
      join(folder, 'store', 'intent'),
      '{"token":"x","parts":[{"table":"otel_logs","keys":[],"count":3}]}\n{}',
    )
    writeFileSync(join(folder, 'store', 'received'), Buffer.alloc(21, 7))
    const store = await startStore({ folder })
    expect((await store.ask('/health')).status).toBe(200)
    expect(readdirSync(join(folder, 'store'))).toContain('intent.broken')
    expect(await store.stop()).toBe(0)
  },
)
