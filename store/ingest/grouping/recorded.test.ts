// Two dozen exceptions of three engines, as written and minified, recorded by web/monitoring/browsers.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { issueOf } from '../../testing/grouping-cases.ts'

type Recorded = {
  throw: string
  engine: 'chromium' | 'firefox' | 'webkit'
  minified: boolean
  type: string
  message: string
  stacktrace: string
}

const recorded = JSON.parse(
  readFileSync(new URL('../../../web/monitoring/browsers/stacks.json', import.meta.url), 'utf8'),
) as Recorded[]

/**
 * The last thing their functions do is a call. JavaScriptCore takes their frames away then (proper tail
 * calls), so that what is left names other functions, and no rule that reads one stack at a time can know.
 */
const TAIL_CALLS = new Set([
  'nestedFunctions',
  'method',
  'anonymousCallback',
  'sort',
  'timer',
  'eventHandler',
  'brokenJson',
  'wrongSelector',
  'invalidDate',
  'readOnly',
])

function idOf({ type, message, stacktrace }: Recorded): string {
  return issueOf({ type, message, stacktrace, url: 'https://shop.example/' })
}

const throws = [...Map.groupBy(recorded, (row) => `${row.throw}${row.minified ? ', minified' : ''}`)]

test.each(throws)('%s is one issue', (_, rows) => {
  const comparable = rows.filter((row) => row.engine !== 'webkit' || !TAIL_CALLS.has(row.throw))
  expect(comparable.length).toBeGreaterThan(1)
  expect(new Set(comparable.map(idOf)).size).toBe(1)
})

test('errors thrown in different places are different issues', () => {
  const complete = recorded.filter((row) => row.engine === 'chromium' && !row.minified)
  expect(complete.length).toBeGreaterThan(20)
  expect(new Set(complete.map(idOf)).size).toBe(complete.length)
})
