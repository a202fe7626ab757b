// What screens of the console cost in Chromium, with the processor as it is and four times as slow.
// `npm run bench -- console [NAME]`: NAME goes into the titles of the tables, to compare two builds.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { startStack } from '../testing/stack.ts'
import { waitUntilStored } from '../testing/wait-for.ts'
import { sendLargeTrace } from '../testing/sample/sample-data.ts'
import { sendManyIssues } from './many-issues.ts'
import { measureScreen, type MeasuredScreen } from './page-measures.ts'

const THROTTLINGS = [1, 4]
const ISSUES = 10_000
const SPANS = 50_000
/** Until the store has merged what it received. */
const MERGE_MS = 15_000
const name = process.argv[2] ? `, ${process.argv[2]}` : ''
const readme = join(import.meta.dirname, 'README.md')

const stack = await startStack()
try {
  await sendManyIssues(stack.url, ISSUES)
  await pause(MERGE_MS)
  await measure(`a list of ${ISSUES.toLocaleString('en')} issues`, {
    path: '/?range=24h',
    api: '/api/issues',
    row: 'tbody tr',
    box: 'html',
    keys: ['j', 'x'],
  })
  const traceId = await sendLargeTrace(stack.url, SPANS)
  await waitUntilStored(stack.url)
  await pause(MERGE_MS)
  await measure(`a trace of ${SPANS.toLocaleString('en')} spans`, {
    path: `/traces/${traceId}`,
    api: `/api/traces/${traceId}`,
    row: '[role=treeitem]',
    box: '[role=tree]',
    keys: ['j', 'e', 'p'],
  })
} finally {
  await stack.close()
}

async function measure(title: string, screen: MeasuredScreen): Promise<void> {
  const columns: Map<string, string>[] = []
  for (const throttling of THROTTLINGS) columns.push(await measureScreen(stack.url, screen, throttling))
  writeTable(
    readme,
    `Console: ${title}${name}`,
    ['what', ...THROTTLINGS.map((throttling) => `${throttling} ×`)],
    [...(columns[0]?.keys() ?? [])].map((what) => [what, ...columns.map((values) => values.get(what) ?? '')]),
  )
}
