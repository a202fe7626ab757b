// The log of what people and programs did: logins, rights, tokens, settings, exports, deletions.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { AuditAnswer, AuditEntry, AuditValues } from '../../../contract/people.ts'
import { isObject } from '../../../server/json.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { nowNs, rfc3339OfNanoseconds, seconds } from '../../database/instants.ts'
import type { Restored } from '../../database/restore-marker.ts'
import { OPERATOR, type Actor } from '../../http/actor.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import { PAGE, type Page } from '../../http/filters.ts'
import { group, text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'

/** What of an actor is written down. */
export type Author = Pick<Actor, 'name' | 'method' | 'address'>

/** `at`: nanoseconds since 1970; missing: now. */
export type AuditEvent = {
  act: string
  target?: string
  before?: AuditValues
  after?: AuditValues
  at?: bigint
}

export type Audit = {
  record(author: Author, event: AuditEvent): Promise<void>
  /** The same action on the same target is one entry an hour: a build uploads hundreds of files. */
  recordOnce(author: Author, event: AuditEvent): Promise<void>
}

/** Entries that wait while the engine fails. */
const MAX_WAITING = 1_000

const HOUR_MS = 3_600_000
/** Of different actions within an hour. */
const MAX_RECENT = 1_000

export function createAudit(engine: Engine, log: Logger): Audit {
  const waiting: object[] = []
  /** When an action was recorded last, in milliseconds since 1970. The oldest first. */
  const recent = new Map<string, number>()
  return { record, recordOnce }

  /** An action is not refused because its entry cannot be stored: it waits for the next one. */
  async function record({ name, method, address }: Author, event: AuditEvent): Promise<void> {
    const { act, target = '', before, after, at = nowNs() } = event
    waiting.push({
      At: seconds(at),
      EntryId: randomUUID(),
      By: name,
      Method: method,
      Address: address,
      Act: act,
      Target: target,
      Before: before === undefined ? '' : JSON.stringify(before),
      After: after === undefined ? '' : JSON.stringify(after),
    })
    if (waiting.length > MAX_WAITING) waiting.shift()
    const rows = waiting.splice(0)
    try {
      await engine.insert('audit', rows.map((row) => JSON.stringify(row)).join('\n'), randomUUID())
    } catch (error) {
      waiting.unshift(...rows)
      log.warn({ error, act }, 'an entry of the audit log waits to be stored')
    }
  }

  async function recordOnce(author: Author, event: AuditEvent): Promise<void> {
    const key = JSON.stringify([author, event.act, event.target])
    const now = Date.now()
    if (now - (recent.get(key) ?? 0) < HOUR_MS) return
    recent.delete(key)
    recent.set(key, now)
    if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!)
    await record(author, event)
  }
}

export function recordRestore(audit: Audit, { at, backup, folder, user }: Restored): Promise<void> {
  return audit.record(OPERATOR, {
    act: 'backup.restored',
    target: backup,
    after: { folder, user },
    at: BigInt(at) * 1_000_000n,
  })
}

/** The members that differ, as an entry has them. Null: there was nothing before, or is nothing after. */
export function differences(
  before: object | null,
  after: object | null,
): Pick<AuditEvent, 'before' | 'after'> {
  const [earlier, later] = [valuesBy(before), valuesBy(after)]
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
  const changed = names.filter((name) => !isDeepStrictEqual(earlier[name], later[name]))
  const only = (values: AuditValues): AuditValues =>
    Object.fromEntries(changed.flatMap((name) => (name in values ? [[name, values[name]!]] : [])))
  return {
    ...(before !== null && { before: only(earlier) }),
    ...(after !== null && { after: only(later) }),
  }
}

function valuesBy(setting: object | null): AuditValues {
  const entries = Object.entries(setting ?? {}) as [string, unknown][]
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, toAuditValue(value)]])),
  )
}

function toAuditValue(value: unknown): AuditValues[string] {
  if (Array.isArray(value)) return value.map(String)
  return isObject(value) ? JSON.stringify(value) : (value as AuditValues[string])
}

export const AUDIT_FILTER = group(
  {
    act: text('What was done begins with it: `token.`, `login`.'),
    q: text('A part of who did it, of what, or of the address.'),
  },
  (filter): AuditFilter => filter,
)

export type AuditFilter = { act: string; q: string }

export const auditPath = path('GET /api/audit', {
  summary: 'What people and programs did, the newest first',
  parameters: { filter: AUDIT_FILTER, page: PAGE },
  answer: 'AuditAnswer',
  role: 'admin',
  needsAllServices: true,
  handle: ({ parameters: { filter, page } }, { engine }: { engine: Engine }) =>
    readAudit(engine, filter, page),
})

type Row = { ns: string; id: string; before: string; after: string } & Omit<
  AuditEntry,
  'at' | 'before' | 'after'
>

export async function readAudit(
  engine: Engine,
  filter: AuditFilter,
  { limit, cursor }: Page,
): Promise<AuditAnswer> {
  const [ns = '', id = ''] = cursorOf(cursor, 'ns') ?? []
  const rows = await engine.query<Row>(
    `SELECT toString(toUnixTimestamp64Nano(At)) AS ns, EntryId AS id, By AS by, Method AS method,
       Address AS address, Act AS act, Target AS target, Before AS before, After AS after
     FROM audit
     WHERE ({ns:String} = ''
         OR (At, EntryId) < (fromUnixTimestamp64Nano(toInt64OrZero({ns:String})), {id:String}))
       AND startsWith(Act, {act:String})
       AND arrayExists(text -> positionCaseInsensitiveUTF8(text, {q:String}) > 0, [By, Target, Address])
     ORDER BY At DESC, EntryId DESC LIMIT {limit:UInt32}`,
    { ns, id, ...filter, limit: limit + 1 },
  )
  const { page, nextCursor } = pageOf(rows, limit, (last) => [last.ns, last.id])
  return { entries: page.map(toEntry), nextCursor }
}

function toEntry({ ns, by, method, address, act, target, before, after }: Row): AuditEntry {
  const at = rfc3339OfNanoseconds(BigInt(ns))
  return { at, by, method, address, act, target, before: valuesOf(before), after: valuesOf(after) }
}

function valuesOf(text: string): AuditValues | null {
  return text === '' ? null : (JSON.parse(text) as AuditValues)
}
