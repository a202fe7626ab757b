import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { exceptionRecord, logs, newDigest, newSpanId, span, spans } from '../../testing/otlp.ts'
import { TestStore } from '../../testing/store.ts'

const PRELOAD = join(import.meta.dirname, '..', '..', 'testing', 'kill-at-write.ts')

/** Of one request. */
const RECORDS = 3
const SPANS = 2

/** What writes received rows takes at least as many steps: files, writes, inserts. */
const LEAST_STEPS = 15

type Request = { signal: 'logs' | 'traces'; body: string; rows: number }

/** Each with a store of its own. */
const STRIDE = 4
const FIRST_STEPS = Array.from({ length: STRIDE }, (_, at) => at + 1)

test.each(FIRST_STEPS)(
  'a store that is killed at step %i of writing rows, and each fourth',
  async (first) => {
    let step = first - STRIDE
    const env = () => ({ NODE_OPTIONS: `--import ${PRELOAD}`, KILL_AT: String(step) })
    const store = new TestStore({ env })
    onTestFinished(async () => void (await store.stop()))
    const sent: Request[] = []
    for (let isKilled = true; isKilled;) {
      step += STRIDE
      const requests = [exceptions(), trace()]
      sent.push(...requests)
      // Both at once, then what was sent before once more, as a collector does.
      isKilled = !(await survives(store, [requests, sent.slice(-4, -2)]))
      await store.end()
    }
    expect(step).toBeGreaterThan(LEAST_STEPS)
    step = 0
    await store.start()
    for (const { signal, body } of sent) await store.send(signal, body)
    const count = (wanted: string): number =>
      sent.reduce((sum, { signal, rows }) => sum + (signal === wanted ? rows : 0), 0)
    const { rows, problems } = await store.status()
    expect([rows, problems]).toEqual([
      { logs: count('logs'), exceptions: count('logs'), spans: count('traces') },
      [],
    ])
    const { issues } = await store.read<IssuesAnswer>('/api/issues')
    expect(issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(count('logs'))
    expect(readdirSync(join(store.folder, 'store', 'journal'))).toEqual([])
  },
)

/** False: it was killed. */
async function survives(store: TestStore, groups: Request[][]): Promise<boolean> {
  try {
    await store.start()
    for (const requests of groups) {
      await Promise.all(requests.map(({ signal, body }) => store.send(signal, body)))
      await store.status()
    }
    return true
  } catch {
    return false
  }
}

function exceptions(): Request {
  const records = Array.from({ length: RECORDS }, () => exceptionRecord({ digest: newDigest() }))
  return { signal: 'logs', body: JSON.stringify(logs(records)), rows: RECORDS }
}

function trace(): Request {
  const list = Array.from({ length: SPANS }, () => span({ spanId: newSpanId() }))
  return { signal: 'traces', body: JSON.stringify(spans(list)), rows: SPANS }
}
