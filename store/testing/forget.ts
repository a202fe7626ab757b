// A person's data of every kind, and a search for it in everything that a store has on the disk.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Deletion, DeletionsAnswer, ForgetAnswer } from '../../contract/forget.ts'
import {
  eventRecord,
  exceptionRecord,
  keyValues,
  logRecord,
  logs,
  newDigest,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from './otlp.ts'
import type { SharedStore } from './suite.ts'

/** `texts`: what nothing may contain after the deletion. */
export type TestPerson = { user: string; session: string; digests: string[]; texts: string[] }

/**
 * Sends two exceptions, one of them as an event of a span, spans of a page and of a server, a web vital,
 * log records from before the login and of a server, and what the user wrote about the first exception.
 * `message`: of the exceptions, which are one issue for all.
 */
export async function sendPerson(
  store: Pick<SharedStore, 'send'>,
  name: string,
  { at = Date.now() - 60_000, stacktrace = '' } = {},
): Promise<TestPerson> {
  const [user, session, traceId] = [`user-${name}`, `session-${name}`, newTraceId()]
  const text = `words-of-${name}`
  const ids = { 'user.id': user, 'session.id': session }
  const digests = [newDigest(), newDigest()]
  const page = span({
    traceId,
    at,
    milliseconds: 500,
    attributes: { ...ids, 'url.full': `https://a/${text}` },
  })
  const server = span({ traceId, parentSpanId: page.spanId!, name: 'GET /me', at: at + 10 })
  const failed = span({ traceId, at: at + 20, attributes: ids })
  failed.events = [
    {
      name: 'exception',
      timeUnixNano: `${at + 30}000000`,
      attributes: keyValues({
        'exception.type': 'OrderError',
        'exception.message': `Failed for ${text}`,
        'errata.digest': digests[1]!,
      }),
    },
  ]
  await store.send('traces', spans([page, failed]))
  await store.send('traces', spans([server], { service: 'orders-api' }))
  const record = exceptionRecord({
    at: at + 40,
    traceId,
    digest: digests[0]!,
    message: `The order has no lines ${text}`,
    stacktrace,
    url: `https://orders.example/${text}`,
    attributes: { ...ids, 'errata.message_template': 'The order has no lines' },
  })
  const before = { timeUnixNano: `${at}000000`, body: { stringValue: `before ${text}` } }
  await store.send(
    'logs',
    logs([
      record,
      vitalRecord({ value: 1_200, at, attributes: ids }),
      { ...before, attributes: keyValues({ 'session.id': session }) },
      feedbackRecord(text, { ...ids, 'errata.digest': digests[0]! }, at),
    ]),
  )
  // A server does not know the user: its line is in the trace.
  const line = logRecord({ body: `a line about ${text}`, at: at + 15, traceId })
  await store.send('logs', logs([line], { service: 'orders-api' }))
  return { user, session, digests, texts: [user, session, text, traceId, ...digests] }
}

/** What a user wrote, as a page sends it. `at`: milliseconds since 1970. */
export function feedbackRecord(text: string, attributes: Record<string, string>, at = Date.now()) {
  return eventRecord(
    'user.feedback',
    {
      'log.record.uid': newTraceId(),
      'errata.feedback.text': `I paid ${text}`,
      'errata.feedback.email': `${text}@shop.example`,
      ...attributes,
    },
    at,
  )
}

/** Resolves when no answer has a row of the user: all tables are rewritten. */
export async function waitForNoRows(store: SharedStore, userId: string): Promise<void> {
  for (;;) {
    const { body } = await store.post<ForgetAnswer>('/api/forget', { userId, preview: true })
    if (body.exceptions + body.spans + body.logs === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Resolves when the rows have left the disk too: the engine keeps replaced parts for 30 s. */
export async function waitForDeletions(store: SharedStore): Promise<Deletion[]> {
  for (;;) {
    const { deletions } = await store.read<DeletionsAnswer>('/api/forget')
    if (deletions.every(({ doneAt }) => doneAt !== null)) return deletions
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

type Ask = <Row>(sql: string) => Promise<Row[]>

/** Where a column of any table has one of the texts, and inactive parts: `table.column: text`. */
export async function findInTables(ask: Ask, texts: string[]): Promise<string[]> {
  const columns = await ask<{ table: string; name: string; type: string }>(
    `SELECT table, name, type FROM system.columns WHERE database = currentDatabase()
       AND table NOT LIKE '%\\_mv' AND default_kind != 'ALIAS'
       AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase()
         AND engine LIKE '%MergeTree') AND match(type, 'String|Map|Array')`,
  )
  const places: string[] = []
  for (const { table, name, type } of columns) {
    const value = type.startsWith('AggregateFunction(argMax')
      ? `finalizeAggregation(\`${name}\`)`
      : type.startsWith('AggregateFunction')
        ? `hex(\`${name}\`)`
        : `toString(\`${name}\`)`
    for (const text of texts) {
      const [row] = await ask<{ rows: number | string }>(
        `SELECT count() AS rows FROM ${table} WHERE position(${value}, '${text}') > 0`,
      )
      if (Number(row?.rows) > 0) places.push(`${table}.${name}: ${text}`)
    }
  }
  return places
}

/** The files below `folder` that contain one of the texts. */
export function findInFiles(folder: string, texts: string[]): string[] {
  const needles = texts.map((text) => Buffer.from(text))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => {
      const bytes = readFileSync(file)
      return needles.some((needle) => bytes.includes(needle))
    })
}
