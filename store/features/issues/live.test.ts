// Readers of /api/live: what they read of changes, and one that leaves.
import { expect, test, vi } from 'vitest'
import { changeIssue, sendException } from '../../testing/issues.ts'
import { startStore } from '../../testing/store.ts'

const WAIT = { timeout: 10_000 }

test('a closed tab of the console is no warning in the log', async () => {
  const store = await startStore({ env: { LOG_LEVEL: 'debug' } })
  let log = ''
  store.child.stdout!.on('data', (chunk: Buffer) => (log += String(chunk)))
  const tab = new AbortController()
  const answer = await fetch(`${store.url}/api/live`, { signal: tab.signal })
  await answer.body!.getReader().read()
  tab.abort()
  await vi.waitFor(() => expect(log).toContain('a reader has left'), { timeout: 10_000 })
  await store.stop()
  const levels = log
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.filter((level) => level >= 40)).toEqual([])
})

test('a change and its undo are events with the id of the issue', async () => {
  const store = await startStore()
  const id = await sendException(store)
  const tab = new AbortController()
  const answer = await fetch(`${store.url}/api/live`, { signal: tab.signal })
  let text = ''
  const reading = answer
    .body!.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (chunk) => void (text += chunk) }))
    .catch(() => {})
  const event = `event: issue\ndata: {"id":"${id}"}\n\n`
  const events = () => text.split(event).length - 1
  await changeIssue(store, id, { assignee: 'ada' })
  await vi.waitFor(() => expect(events()).toBe(1), WAIT)
  const body = JSON.stringify({ ids: [id], status: 'resolved' })
  const { change } = (await store.ask<{ change: string }>('/api/issues', { method: 'PATCH', body })).body
  await vi.waitFor(() => expect(events()).toBe(2), WAIT)
  await store.ask(`/api/changes/${change}/undo`, { method: 'POST', body: '{}' })
  await vi.waitFor(() => expect(events()).toBe(3), WAIT)
  tab.abort()
  await reading
  await store.stop()
})
