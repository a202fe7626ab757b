// A user is deleted while the collector does not answer: what waits is not stored later, and no file of
// DATA_DIR names the user.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeletionsAnswer, ForgetAnswer } from '../contract/forget.ts'
import { findInFiles } from '../store/testing/forget.ts'
import { getJson, post } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { startStack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'

const TIMEOUT_MS = 240_000

test('a deletion reaches the spool and the queue', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-forget-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const stack = await startStack({ DATA_DIR: dataDir })
  const userId = 'user-of-the-spool'
  const send = async (user: string): Promise<string> => {
    const { digest, body } = exceptionLog({ message: `For ${user}`, user })
    expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
    return digest
  }
  await eventOf(stack, await send(userId))
  const collector = stack.pidOf('otelcol')!
  process.kill(collector, 'SIGSTOP')
  const waiting = await send(userId)
  const spooled = async (): Promise<number> =>
    (await getJson<{ spool: { envelopes: number } }>(`${stack.url}/health`)).spool.envelopes
  await expect.poll(spooled, { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
  expect(findInFiles(dataDir, [userId])).not.toEqual([])

  expect((await post(`${stack.url}/api/forget`, { userId, now: true })).status).toBe(202)
  const isDone = async (): Promise<boolean> =>
    (await getJson<DeletionsAnswer>(`${stack.url}/api/forget`)).deletions.every(
      ({ doneAt }) => doneAt !== null,
    )
  await expect.poll(isDone, { timeout: TIMEOUT_MS }).toBe(true)
  process.kill(collector, 'SIGCONT')
  await expect.poll(spooled, { timeout: TIMEOUT_MS }).toBe(0)
  // What was sent before is delivered before.
  await eventOf(stack, await send('another-user'))
  expect((await fetch(`${stack.url}/api/events/${waiting}`)).status).toBe(404)
  const preview = await post(`${stack.url}/api/forget`, { userId, preview: true })
  expect((await preview.json()) as ForgetAnswer).toEqual({ exceptions: 0, spans: 0, logs: 0 })
  // The collector writes the file of a short queue anew every minute.
  const files = (): string[] => findInFiles(dataDir, [userId])
  await expect.poll(files, { timeout: TIMEOUT_MS, interval: 1_000 }).toEqual([])
  await stack.close()
  expect(findInFiles(dataDir, ['another-user'])).not.toEqual([])
})
