import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../database/engine/engine.ts'
import { openTestEngine } from '../../../testing/engine.ts'
import { makeFolder } from '../../../testing/store.ts'
import { deleteOldIssues } from './delete-old-issues.ts'

const DAY = 86_400
const RETENTION_DAYS = 30

let engine: Engine
beforeAll(async () => {
  engine = await openTestEngine(makeFolder(), RETENTION_DAYS)
})
afterAll(() => engine.close())

async function addIssue(letter: string, daysAgo: number): Promise<void> {
  const Timestamp = Math.floor(Date.now() / 1000) - daysAgo * DAY
  const row = JSON.stringify({ Timestamp: String(Timestamp), IssueId: letter.repeat(16), Digest: '0000000A' })
  await engine.insert('exceptions', row, `${letter} ${daysAgo}`)
}

async function issues(): Promise<string> {
  const rows = await engine.query<{ letter: string }>(
    'SELECT substring(IssueId, 1, 1) AS letter FROM issues GROUP BY IssueId ORDER BY IssueId',
  )
  return rows.map(({ letter }) => letter).join('')
}

test('with too many issues, unchanged issues past their retention are deleted', async () => {
  for (const letter of 'abcde') await addIssue(letter, RETENTION_DAYS + 2)
  await addIssue('b', 1)
  await addIssue('f', 1)
  await engine.insert('issue_changes', JSON.stringify({ IssueId: 'c'.repeat(16), At: '1' }), 'change')
  await engine.insert('issue_notes', JSON.stringify({ IssueId: 'd'.repeat(16), At: '1' }), 'note')
  await deleteOldIssues(engine, { retentionDays: RETENTION_DAYS })
  expect(await issues()).toBe('abcdef')
  await deleteOldIssues(engine, { retentionDays: RETENTION_DAYS, maxIssues: 5 })
  expect(await issues()).toBe('bcdf')
})
