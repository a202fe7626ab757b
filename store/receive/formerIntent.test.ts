import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IssuesAnswer, StatusAnswer } from '../api/contract.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../engine/engine.ts'
import { formerIntent, formerLog, formerSpan, logLines } from '../testing/formerIntent.ts'
import { makeFolder, startStore } from '../testing/store.ts'

test(
  'what an older store left of a crash, half of it in, is there once after the upgrade',
  { timeout: 90_000 },
  async () => {
    const folder = makeFolder()
    await (await startStore({ folder })).kill()
    const parts = [[formerLog(), formerLog()], [formerLog()]]
    const lines = logLines(parts)
    const engine = await openEngine(readConfig({ DATA_DIR: folder }))
    await engine.insert('otel_logs', lines.join('\n'), 'token-of-before')
    await engine.close()
    writeFileSync(join(folder, 'store', 'intent'), formerIntent('token-of-before', parts, [[formerSpan()]]))

    const store = await startStore({ folder })
    expect((await store.ask<StatusAnswer>('/api/status')).body.rows).toEqual({
      spans: 1,
      logs: 3,
      exceptions: 3,
    })
    const { issues } = (await store.ask<IssuesAnswer>('/api/issues')).body
    expect(issues.map(({ count, message }) => ({ count, message }))).toEqual([
      { count: 3, message: 'Left by a crash' },
    ])
    expect(
      (await store.ask<{ operations: { count: number }[] }>('/api/operations')).body.operations[0]?.count,
    ).toBe(1)
    expect(readdirSync(join(folder, 'store'))).not.toContain('intent.broken')
    expect(existsSync(join(folder, 'store', 'intent'))).toBe(false)
    expect(await store.stop()).toBe(0)
  },
)
