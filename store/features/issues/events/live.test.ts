// Readers of /api/live: what they read of occurrences and changes, and one that leaves.
import { expect, test, vi } from 'vitest'
import { changeIssue, sendException } from '../../../testing/issues.ts'
import { readLive } from '../../../testing/live.ts'
import { newDigest } from '../../../testing/otlp.ts'
import { sharedStore, storeOfTest } from '../../../testing/suite.ts'

const shared = sharedStore()

test('a closed tab of the console is no warning in the log', async () => {
  const store = await storeOfTest({ env: { LOG_LEVEL: 'debug' } })
  let log = ''
  store.child.stdout!.on('data', (chunk: Buffer) => (log += String(chunk)))
  await (await readLive(store)).close()
  await vi.waitFor(() => expect(log).toContain('a reader has left'), { timeout: 30_000 })
  expect(await store.end()).toBe(0)
  const entries = log.trim().split('\n')
  const levels = entries.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.filter((level) => level >= 40)).toEqual([])
})

test('a new occurrence is an event with its digest', async () => {
  const live = await readLive(shared)
  const digest = newDigest()
  await sendException(shared, { digest })
  expect(await live.until(new RegExp(`^event: exception\ndata: {.*(${digest})`, 'gm'), 1)).toEqual([digest])
  await live.close()
})

test('a change and its undo are events with the id of the issue', async () => {
  const id = await sendException(shared)
  const live = await readLive(shared)
  const event = new RegExp(`^event: issue\ndata: {"id":"(${id})"}\n\n`, 'gm')
  await changeIssue(shared, id, { assignee: 'ada' })
  await live.until(event, 1)
  const changed = await shared.patch<{ change: string }>('/api/issues', { ids: [id], status: 'resolved' })
  await live.until(event, 2)
  await shared.post(`/api/changes/${changed.body.change}/undo`, {})
  expect(await live.until(event, 3)).toHaveLength(3)
  await live.close()
})
