// A store whose files are damaged starts with all rows, or a message names the problem.
import { cpSync, globSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../../contract/issues.ts'
import { openJournal } from '../ingest/journal/journal.ts'
import { LOG_COLUMNS } from '../ingest/rows/logs.ts'
import { TRACE_COLUMNS } from '../ingest/rows/traces.ts'
import { exceptionRecord, logs, span, spans } from '../testing/otlp.ts'
import { definitionFile, partFolders } from '../testing/parts.ts'
import { endOf, makeFolder, runStore, startStore, type TestStore } from '../testing/store.ts'
import { storeOfTest } from '../testing/suite.ts'

const REQUESTS = 10
const RECORDS = 30
const KINDS = 5
const OPEN = ((KINDS - 1) * REQUESTS * RECORDS) / KINDS
const TABLES = ['exceptions', 'issues', 'otel_logs', 'otel_traces', 'issue_changes']
const TOKEN = '0f0e0d0c-0b0a-4908-8706-050403020100'

const filled = makeFolder()
beforeAll(async () => {
  const store = await startStore({ folder: filled })
  for (let request = 0; request < REQUESTS; request++) {
    const records = Array.from({ length: RECORDS }, (_, at) => exceptionRecord({ type: `Kind${at % KINDS}` }))
    await store.sendBlock('logs', logs(records))
    await store.sendBlock('traces', spans([span({})]))
  }
  const [issue] = (await listIssues(store)) ?? []
  await store.patch(`/api/issues/${issue!.id}`, { status: 'resolved' })
  await store.end()
})

/** Changes files below the store's folder. */
type Damage = (folder: string) => void

const MOVED = /^A part of the journal could not be read and was copied to .*1\.broken\.$/
const COLUMNS = { otel_traces: TRACE_COLUMNS, otel_logs: LOG_COLUMNS }
const HEAD = JSON.stringify({ token: TOKEN, columns: COLUMNS })
const SEGMENTS: [string, string | Buffer][] = [
  ['random bytes', Buffer.alloc(400, 0xa7)],
  ['random lines', '\n\n\n'],
  ['{}', '{}\n'],
  ['null', 'null\n'],
  ['a token with a quote', `${HEAD.replace(TOKEN, "x', 'y")}\n`],
  ['a column with a quote', `${HEAD.replace('Body', 'Body`')}\n`],
  ['no part', `${HEAD}\n{}\n`],
  ['a table that does not exist', segmentOf('otel_logs; DROP TABLE exceptions', 1)],
  ['parts without a length', `${HEAD}\n{"table":"otel_logs","keys":[],"rows":1}\n`],
  ['more bytes than there are', segmentOf('otel_logs', 2 ** 40)],
]

test.each(SEGMENTS)('a segment of the journal with %s is copied, and reported', (_, content) => {
  const folder = makeFolder()
  writeSegment(content)(folder)
  const journal = openJournal(folder, false)
  expect([journal.left, journal.problems()]).toEqual([[], [expect.stringMatching(MOVED)]])
  // Also for the next start.
  expect(openJournal(folder, false).problems()).toEqual(journal.problems())
})

test('a segment whose last line a crash has cut has the parts before it', () => {
  const folder = makeFolder()
  writeSegment(`${segmentOf('otel_logs', 3)}{"table":"otel_logs","ke`, Buffer.alloc(5))(folder)
  const journal = openJournal(folder, false)
  const { left } = journal
  expect(left.map(({ parts }) => parts.map(({ length }) => length))).toEqual([[3]])
  expect(journal.problems()).toEqual([])
  expect(statSync(left[0]!.file('otel_logs')).size).toBe(3)
})

test('with a journal that cannot be read no other row is lost', async () => {
  const store = await startDamaged(writeSegment(Buffer.alloc(400, 0xa7)))
  expect(await isComplete(store)).toBe(true)
  expect((await store.status()).problems).toEqual([expect.stringMatching(MOVED)])
  expect(await store.read('/health')).toEqual({ status: 'degraded', problems: 1 })
})

/** Each start takes seconds: one has all damages that do not depend on each other. */
const HARMLESS: [string, Damage[]][] = [
  [
    'rows of the journal that are garbage, odd hashes, counts of rows and a segment that a crash has cut',
    [
      writeSegment(segmentOf('otel_logs', 500), Buffer.alloc(500, 0xff)),
      write('journal/2.parts', HEAD.slice(0, 30)),
      write('received', Buffer.alloc(21, 7)),
      write('row-counts.json', '{"otel_logs 2026'),
    ],
  ],
  [
    '20 MB of noise for hashes, garbled deduplication logs, a file instead of tmp, no schema_version',
    [
      write('received', Buffer.alloc(20_000_003, 0x5a)),
      (folder) => each(folder, 'engine/store/*/*/deduplication_logs/*', garble),
      fileInsteadOfTmp,
      (folder) => eachPart(folder, 'schema_version', remove),
    ],
  ],
  ['no definition of schema_version', [(folder) => rmSync(definitionFile(folder, 'schema_version'))]],
  [
    'no definition of exceptions and of a view',
    [
      (folder) => rmSync(definitionFile(folder, 'exceptions')),
      (folder) => rmSync(definitionFile(folder, 'exceptions_from_logs')),
    ],
  ],
  ['parts without checksums', [eachTable((part) => rmSync(join(part, 'checksums.txt')))]],
]

test.each(HARMLESS)('%s: no row is lost, and new rows are stored', async (_, damages) => {
  const store = await startDamaged(...damages)
  expect((await store.status()).problems).toEqual([])
  expect(await isComplete(store)).toBe(true)
  await store.send('logs', logs([exceptionRecord({ type: 'Kind1' })]))
  expect(countOf(await listIssues(store))).toBe(OPEN + 1)
})

const REPORTED: [string, Damage, RegExp[]][] = [
  ['deleted parts', eachTable(remove), TABLES.map(missingRows)],
  [
    'cut parts',
    eachTable((part) => cut(join(part, 'data.bin'))),
    TABLES.map((table) => new RegExp(`[pP]arts? (?:\\w+ )?of the table ${table} (?:is|are) damaged`)),
  ],
  ['one deleted part of exceptions', deleteOnePart, [missingRows('exceptions')]],
  [
    'no definition of otel_logs',
    (folder) => rmSync(definitionFile(folder, 'otel_logs')),
    [/^The table otel_logs was missing and was created\.$/m],
  ],
  [
    'no definition of the database',
    (folder) => rmSync(join(folder, 'engine/metadata/otel.sql')),
    [missingRows('exceptions')],
  ],
]

test.each(REPORTED)('%s: /api/status and /health report it', async (_, damage, messages) => {
  const store = await startDamaged(damage)
  const problems = (await store.status()).problems.join('\n')
  for (const message of messages) expect(problems).toMatch(message)
  expect(await store.read('/health')).toMatchObject({ status: 'degraded' })
  await store.send('logs', logs([exceptionRecord({ type: 'Kind1' })]))
})

test.each(['exceptions', 'issues', 'issue_changes'])(
  'garbled data of %s: a query is answered 503, and /api/status says why',
  async (table) => {
    const store = await startDamaged((folder) =>
      eachPart(folder, table, (part) => garble(join(part, 'data.bin'))),
    )
    // A table that is opened again is missing for some milliseconds, which is no damage.
    const problems = async (): Promise<string[]> => {
      expect((await store.ask('/api/issues')).status).toBe(503)
      return (await store.status()).problems
    }
    await expect
      .poll(problems)
      .toContainEqual(expect.stringMatching(/^A query met damaged data: run npm run ver/))
  },
)

test.each(['exceptions', 'exceptions_from_logs', 'otel_logs'])(
  'an empty definition of %s ends the start with a message',
  async (name) => {
    const folder = copy()
    truncateSync(definitionFile(join(folder, 'store'), name))
    const { code, output } = await endOf(runStore({ DATA_DIR: folder }))
    expect(code).toBe(1)
    expect(output).toContain(`${name}.sql`)
    expect(output).toMatch(/^The embedded engine cannot open .*restore a backup.*\.$/m)
  },
)

function copy(): string {
  const folder = makeFolder()
  cpSync(filled, folder, { recursive: true })
  return folder
}

async function startDamaged(...damages: Damage[]): Promise<TestStore> {
  const folder = copy()
  for (const damage of damages) damage(join(folder, 'store'))
  return storeOfTest({ folder })
}

/** Open and resolved issues, and the rows of every signal. */
async function isComplete(store: TestStore): Promise<boolean> {
  const { rows } = await store.status()
  const resolved = (await store.read<IssuesAnswer>('/api/issues?status=resolved')).issues
  const all = REQUESTS * RECORDS
  return (
    countOf(await listIssues(store)) === OPEN &&
    countOf(resolved) === all - OPEN &&
    rows.logs === all &&
    rows.exceptions === all &&
    rows.spans === REQUESTS
  )
}

async function listIssues(store: TestStore): Promise<IssuesAnswer['issues']> {
  return (await store.read<IssuesAnswer>('/api/issues')).issues
}

function countOf(issues: IssuesAnswer['issues']): number {
  return issues.reduce((total, { count }) => total + count, 0)
}

function missingRows(table: string): RegExp {
  return new RegExp(`^Rows of the table ${table} are missing, at least \\d+: run npm run verify`, 'm')
}

/** The first segment of a journal, and its rows. */
function writeSegment(content: string | Buffer, rows = Buffer.alloc(0)): Damage {
  return (folder) => {
    mkdirSync(join(folder, 'journal'), { recursive: true })
    write('journal/1.parts', content)(folder)
    write('journal/1.otel_logs', rows)(folder)
  }
}

function fileInsteadOfTmp(folder: string): void {
  remove(join(folder, 'engine/tmp'))
  writeFileSync(join(folder, 'engine/tmp'), '')
}

function lastInsert(part: string): number {
  return Number(part.split('_').at(-2))
}

/** One of those that no other part replaces: the last insert. */
function deleteOnePart(folder: string): void {
  const parts: string[] = []
  eachPart(folder, 'exceptions', (part) => parts.push(part))
  const last = Math.max(...parts.map(lastInsert))
  for (const part of parts) if (lastInsert(part) === last) remove(part)
}

function segmentOf(table: string, length: number): string {
  return `${HEAD}\n${JSON.stringify({ table, keys: [], length, rows: 1 })}\n`
}

function write(name: string, content: string | Buffer): Damage {
  return (folder) => writeFileSync(join(folder, name), content)
}

function garble(file: string): void {
  writeFileSync(file, Buffer.alloc(statSync(file).size, 7))
}

function cut(file: string): void {
  truncateSync(file, Math.floor(statSync(file).size / 2))
}

function remove(file: string): void {
  rmSync(file, { recursive: true })
}

function each(folder: string, pattern: string, work: (file: string) => void): void {
  for (const file of globSync(pattern, { cwd: folder })) work(join(folder, file))
}

/** All tables together: each start takes seconds, and the messages name the table. */
function eachTable(work: (part: string) => void): Damage {
  return (folder) => {
    for (const table of TABLES) eachPart(folder, table, work)
  }
}

function eachPart(folder: string, table: string, work: (part: string) => void): void {
  for (const part of partFolders(folder, table)) work(part)
}
