// Everything that is stored of a person, as one JSON document, written while it is read.
import { Readable } from 'node:stream'
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_MS, dateOf } from '../../database/instants.ts'
import { text } from '../../http/parameters.ts'
import { Answer, path, type WithEngine } from '../../http/path.ts'
import { recordOfPerson, type RecordContext } from './audit.ts'
import {
  isSnapshotOf,
  readPerson,
  isOfPerson,
  setsOf,
  type IdSets,
  type OtherTable,
  type Person,
  type PersonTable,
} from './person-rows.ts'

type ExportContext = WithEngine & RecordContext

/** By member of the answer. Columns that repeat others are left out. */
const TABLES: Record<string, ExportedTable> = {
  exceptions: { table: 'exceptions', columns: '* EXCEPT (Received, IsSlim)' },
  spans: { table: 'otel_traces', columns: '*' },
  logs: { table: 'otel_logs', columns: '*' },
  snapshots: {
    table: 'snapshots',
    columns: '*',
    from: `(SELECT snapshots.* EXCEPT StoredAt, html.Data AS HtmlText, css.Data AS CssText, PageTexts
      FROM snapshots FINAL
      LEFT ANY JOIN snapshot_contents AS html ON html.Hash = snapshots.Html
      LEFT ANY JOIN snapshot_contents AS css ON css.Hash = snapshots.Css
      LEFT ANY JOIN (SELECT Pages, groupUniqArray(Data) AS PageTexts
        FROM (SELECT DISTINCT Pages, arrayJoin(Pages) AS Hash FROM snapshots) AS page
        INNER JOIN snapshot_contents AS content ON content.Hash = page.Hash
        GROUP BY Pages) AS moments ON moments.Pages = snapshots.Pages)`,
  },
}

type Exported = PersonTable | Extract<OtherTable, 'snapshots'>
/** `from`: instead of the table, with the same columns and more. */
type ExportedTable = { table: Exported; columns: string; from?: string }

export const exportPath = path('GET /api/export', {
  summary: 'Everything of a user or a session, as one document',
  parameters: {
    userId: text('The id of a user.'),
    sessionId: text('The id of a session, instead of a user.'),
  },
  role: 'admin',
  needsAllServices: true,
  answer: 'ExportAnswer',
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="export.json"',
  },
  async handle({ parameters: { userId, sessionId } }, context: ExportContext): Promise<Answer> {
    const { engine } = context
    const person = readPerson({ userId: userId || undefined, sessionId: sessionId || undefined })
    await recordOfPerson(context, 'exported', person, null)
    return new Answer(await exportRows(engine, person))
  },
})

/** An `ExportAnswer`. */
export async function exportRows(engine: Engine, person: Person): Promise<Readable> {
  const days = await readDays(engine, person)
  return Readable.from(documentOf(engine, person, days), { objectMode: false })
}

async function* documentOf(engine: Engine, person: Person, days: Days): AsyncGenerator<Buffer | string> {
  const { kind, id } = person
  const [userId, sessionId] = kind === 'user' ? [id, null] : [null, id]
  const head = JSON.stringify({ userId, sessionId, at: new Date().toISOString() })
  yield head.slice(0, -1)
  for (const [member, { table, columns, from = table }] of Object.entries(TABLES)) {
    yield `,"${member}":[`
    let separator = ''
    for (const day of days[table]) {
      const lines = await readRows(engine, person, { table, columns, from, day })
      if (lines.length === 0) continue
      yield separator
      yield lines
      separator = ','
    }
    yield ']'
  }
  yield '}'
}

type Days = Record<Exported, string[]>

type RowsOfDay = Required<ExportedTable> & { day: string }

/** With commas between the rows. A day at a time: a query has a limit of time. */
async function readRows(engine: Engine, person: Person, rowsOfDay: RowsOfDay): Promise<Buffer> {
  const { table, columns, from, day } = rowsOfDay
  const { sets, parameters } = setsOf(person)
  const rows = await engine.queryBytes(
    'JSONEachRow',
    `SELECT ${columns} FROM ${from}
     WHERE Timestamp >= {day:DateTime} AND Timestamp < {end:DateTime} AND ${conditionOf(table, sets)}
     ORDER BY Timestamp`,
    { ...parameters, day: `${day} 00:00:00`, end: `${dateOf(Date.parse(day) + DAY_MS)} 00:00:00` },
  )
  // A text has its line ends escaped.
  return Buffer.from(rows.toString().trimEnd().replaceAll('\n', ','))
}

function conditionOf(table: Exported, sets: IdSets): string {
  return table === 'snapshots' ? isSnapshotOf(isOfPerson('exceptions', sets), sets) : isOfPerson(table, sets)
}

/** The days with rows of the person. */
async function readDays(engine: Engine, person: Person): Promise<Days> {
  const { sets, parameters } = setsOf(person)
  const days = async (table: Exported): Promise<string[]> => {
    const rows = await engine.query<{ day: string }>(
      `SELECT DISTINCT toString(toDate(Timestamp)) AS day FROM ${table}
       WHERE ${conditionOf(table, sets)} ORDER BY day`,
      parameters,
    )
    return rows.map(({ day }) => day)
  }
  return {
    exceptions: await days('exceptions'),
    otel_logs: await days('otel_logs'),
    otel_traces: await days('otel_traces'),
    snapshots: await days('snapshots'),
  }
}
