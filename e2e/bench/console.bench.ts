// What screens of the console cost in Chromium, with the processor as it is and four times as slow.
// `npm run bench -- console [NAME]`: NAME goes into the titles of the tables, to compare two builds.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { startStack } from '../testing/stack.ts'
import { measureInbox } from './inbox-screen.ts'
import { sendLargeTrace } from './large-traces.ts'
import { sendManyIssues } from './many-issues.ts'
import { measureTrace } from './trace-screen.ts'

type Column = { head: string; values: Map<string, string> }

const THROTTLINGS = [1, 4]
const ISSUES = 10_000
/** Until the store has merged what it received. */
const MERGE_MS = 15_000
const name = process.argv[2] ? `, ${process.argv[2]}` : ''
const readme = join(import.meta.dirname, 'README.md')

const stack = await startStack()
try {
  await measureInboxes(stack.url)
  await measureTraces(stack.url)
} finally {
  await stack.close()
}

async function measureInboxes(url: string): Promise<void> {
  await sendManyIssues(url, ISSUES)
  await pause(MERGE_MS)
  const columns: Column[] = []
  for (const [rows, pages] of [
    [25, 0],
    [425, 4],
  ] as const)
    for (const throttling of THROTTLINGS)
      columns.push({
        head: `${rows} rows, ${throttling} ×`,
        values: await measureInbox(url, pages, throttling),
      })
  write(`Console: a list of ${ISSUES.toLocaleString('en')} issues${name}`, columns)
}

async function measureTraces(url: string): Promise<void> {
  const traces = {
    '2,000 spans': await sendLargeTrace(url, 2_000, 'deep'),
    '50,000 deep': await sendLargeTrace(url, 50_000, 'deep'),
    '50,000 under one parent': await sendLargeTrace(url, 50_000, 'wide'),
  }
  await pause(MERGE_MS)
  const columns: Column[] = []
  for (const [trace, traceId] of Object.entries(traces))
    for (const throttling of THROTTLINGS)
      columns.push({
        head: `${trace}, ${throttling} ×`,
        values: await measureTrace(url, traceId, throttling),
      })
  write(`Console: one trace${name}`, columns)
}

function write(title: string, columns: Column[]): void {
  writeTable(
    readme,
    title,
    ['what', ...columns.map(({ head }) => head)],
    [...(columns[0]?.values.keys() ?? [])].map((what) => [
      what,
      ...columns.map(({ values }) => values.get(what) ?? ''),
    ]),
  )
}
