// Tables, views and parts that are missing or damaged: a start repairs what can be repaired, and so does
// `npm run verify`.
import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { readConfig } from '../../config.ts'
import type { Engine } from '../engine/engine.ts'
import { openEngine } from '../engine/open.ts'
import { SCHEMA } from '../tables/schema.ts'
import { missingRows } from './missing-rows.ts'
import { runCommand, type Result } from '../../testing/command.ts'
import {
  eventRecord,
  exception,
  logs,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../../testing/otlp.ts'
import { partFolders } from '../../testing/parts.ts'
import { makeFolder, startStore, type TestStore } from '../../testing/store.ts'

const ROWS_OF_EXCEPTIONS = 'exceptions issues releases'
const ROWS_OF_SPANS =
  'operations operations_days sampled_spans trace_summaries trace_users otel_traces_trace_id_ts'
const DERIVED = `web_vitals feedback sessions ${ROWS_OF_EXCEPTIONS} ${ROWS_OF_SPANS}`.split(' ')
const MINUTE_MS = 60_000
/** One range for all answers of the file: the buckets of a relative one change on the hour. */
const RANGE = [-60, 60].map((minutes) => new Date(Date.now() + minutes * MINUTE_MS).toISOString())
const PATHS = [
  ...[
    'issues?',
    'traces?',
    'operations?',
    'releases?trend=true',
    'vitals?trend=true',
    'facets?of=traces',
    'feedback?',
  ].map((path) => `${path}&from=${RANGE[0]}&to=${RANGE[1]}`),
  'services',
]

const filled = makeFolder()
/** The answers of a store without damage, and an issue. */
let before: unknown[]
let issueId: string
beforeAll(async () => {
  store = await startStore({ folder: filled })
  const traceId = newTraceId()
  const user = { 'user.id': 'ann', 'session.id': 'abc' }
  for (const message of ['First', 'Second', 'First'])
    await store.sendBlock('logs', exception({ message, attributes: user }))
  await store.sendBlock('logs', logs([vitalRecord({ value: 1_800 }), vitalRecord({ value: 2_400 })]))
  const counts = { 'errata.sessions.total': '7', 'errata.sessions.crashed': '2' }
  const text = { 'errata.feedback.text': 'It broke', 'user.id': 'ann' }
  await store.sendBlock('logs', logs([eventRecord('user.feedback', text)]))
  const crash = eventRecord('session.crash', { 'session.id': 'def' })
  await store.sendBlock('logs', logs([crash, eventRecord('session.counts', counts)]))
  for (const parentSpanId of ['', newSpanId()])
    await store.sendBlock(
      'traces',
      spans([span({ traceId, spanId: newSpanId(), parentSpanId, attributes: user }), span({})]),
    )
  before = await answers()
  issueId = (await store.read<IssuesAnswer>('/api/issues')).issues[0]!.id
  await store.kill()
})

let folder: string
let store: TestStore
beforeEach(() => {
  folder = makeFolder()
  cpSync(filled, folder, { recursive: true })
  onTestFinished(() => store.kill())
})

test('each view has a query for its missing rows', () => {
  const views = SCHEMA.definitions.filter(({ view }) => view !== null)
  expect(missingRows(SCHEMA.definitions)).toHaveLength(views.length)
})

test('tables and views that are missing are created and filled at the next start', async () => {
  await damage(async (engine) => {
    for (const table of DERIVED) await engine.command(`DROP TABLE ${table} SYNC`)
    await engine.command('DROP VIEW exceptions_from_logs SYNC')
  })
  store = await startStore({ folder })
  expect(await answers()).toEqual(before)
  await store.send('logs', exception({ message: 'First' }))
  const { rows, problems } = await store.status()
  expect([rows.exceptions, problems]).toEqual([4, []])
})

test('verify adds rows that views have missed, each once', async () => {
  await damage(async (engine) => {
    for (const table of DERIVED) await engine.command(`TRUNCATE TABLE ${table} SYNC`)
  })
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('3 missing rows of exc') })
  expect(await verify()).toMatchObject({ code: 0, output: expect.not.stringContaining('missing') })
  store = await startStore({ folder })
  expect(await answers()).toEqual(before)
})

test.each([
  ['exceptions', 0, /The part .* of exceptions .*: its rows are in other parts/],
  ['otel_traces', 1, /The part .* of otel_traces .*: its rows are lost/],
] as const)('a damaged part of %s: verify ends with %i', async (table, code, message) => {
  await damage(async (engine) => {
    // One part without sources.
    await engine.command(`OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_throw_if_noop = 1`)
    await engine.command(`ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 0`)
  })
  for (const part of partFolders(join(folder, 'store'), table))
    for (const file of readdirSync(part)) truncateSync(join(part, file))
  const { code: actual, output } = await verify()
  expect([actual, output]).toEqual([code, expect.stringMatching(message)])
  store = await startStore({ folder })
  if (code === 0) expect(await answers()).toEqual(before)
  else expect((await store.status()).rows.exceptions).toBe(3)
})

test('wrong bytes in a column are answered 503 and reported, and verify writes the rows again', async () => {
  for (const part of partFolders(join(folder, 'store'), 'exceptions')) {
    const file = join(part, 'data.bin')
    writeFileSync(file, Buffer.alloc(statSync(file).size, 7))
  }
  store = await startStore({ folder })
  expect((await store.ask(`/api/issues/${issueId}/events`)).status).toBe(503)
  const { problems, damage } = await store.status()
  // Rules of alerts may have met it, too.
  expect(problems).toContainEqual(expect.stringMatching(/^A query met damaged data: run npm run verify/))
  expect(damage).toBe(1)
  await store.kill()
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('of exceptions') })
  store = await startStore({ folder })
  expect(await answers()).toEqual(before)
})

async function answers(): Promise<unknown[]> {
  return Promise.all(PATHS.map((path) => store.read(`/api/${path}`)))
}

/** Changes the tables of the store, which does not run. */
async function damage(change: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEngine(readConfig({ DATA_DIR: folder }))
  await change(engine)
  await engine.close()
}

function verify(): Promise<Result> {
  return runCommand('database/verify/command.ts', [], { DATA_DIR: folder })
}
