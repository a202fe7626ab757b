// A reader of /api/live that leaves.
import { expect, test, vi } from 'vitest'
import { startStore } from '../testing/store.ts'

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
