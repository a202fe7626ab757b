import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { killWhileWriting } from '../../testing/kills.ts'
import { storeOfTest } from '../../testing/suite.ts'

/** Each ends an insert at another phase. */
const KILLS = 5

test('after kills in the middle of inserts, what was acknowledged is stored and counted once', async () => {
  const store = await storeOfTest()
  const sent = await killWhileWriting(store, KILLS)
  const countOf = (wanted: string): number =>
    sent.filter(({ signal }) => signal === wanted).flatMap(({ ids }) => ids).length
  const [records, spans] = [countOf('logs'), countOf('traces')]
  expect((await store.status()).rows).toEqual({ logs: records, exceptions: records, spans })
  const { issues } = await store.read<IssuesAnswer>('/api/issues')
  expect(issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(records)
  expect(readdirSync(join(store.folder, 'store', 'journal'))).toEqual([])
})
