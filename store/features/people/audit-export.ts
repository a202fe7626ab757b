// All entries of the audit log as one JSON document, written while it is read.
import { Readable } from 'node:stream'
import type { Engine } from '../../database/engine/engine.ts'
import { parseCursor } from '../../http/cursor.ts'
import { Answer, path } from '../../http/path.ts'
import { AUDIT_FILTER, readAudit, type AuditFilter } from './audit.ts'
import type { PeopleContext } from './context.ts'

/** Some 300 kB. */
const PAGE_SIZE = 1_000

export const auditExportPath = path('GET /api/audit.json', {
  summary: 'All entries of the audit log, as one document',
  parameters: { filter: AUDIT_FILTER },
  answer: 'AuditExport',
  role: 'admin',
  needsAllServices: true,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="audit.json"',
  },
  async handle({ parameters: { filter } }, context: PeopleContext & { engine: Engine }): Promise<Answer> {
    const { people, actor, engine } = context
    const { act, q } = filter
    await people.audit.record(actor, { act: 'audit.exported', ...((act || q) && { after: { act, q } }) })
    return new Answer(Readable.from(documentOf(engine, filter), { objectMode: false }))
  },
})

/** An `AuditExport`. */
async function* documentOf(engine: Engine, filter: AuditFilter): AsyncGenerator<string> {
  yield `{"at":${JSON.stringify(new Date().toISOString())},"entries":[`
  let cursor: string | null = null
  let separator = ''
  do {
    const page = await readAudit(engine, filter, { limit: PAGE_SIZE, cursor: parseCursor(cursor ?? '') })
    const text = page.entries.map((entry) => JSON.stringify(entry)).join(',\n')
    if (text !== '') yield separator + text
    separator = ',\n'
    cursor = page.nextCursor
  } while (cursor !== null)
  yield ']}'
}
