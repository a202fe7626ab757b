// GET /api/visitors: errors, traces and web vitals of one user or session in one list, and their number over
// the range.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { exactInstant, SECOND_NS } from '../../database/instants.ts'
import { HttpError } from '../../../server/http-error.ts'
import type {
  VisitorAnswer,
  VisitorCounts,
  VisitorEntry,
  VisitorError,
  VisitorStep,
  VisitorVital,
} from '../../../contract/visitors.ts'
import { cursorOf, pageOf, type Cursor } from '../../http/cursor.ts'
import { PAGE, period } from '../../http/filters.ts'
import { group, text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { traceRows } from '../traces/index.ts'
import { type Kind, type Visitor, visitorRows } from './visitor-rows.ts'

/** Steps of the axis: as many as a phone has points for. */
const STEPS = 120n

/** A row of any kind with its place in the list. */
type Row = { ns: string; id: string; kind: Kind } & Record<string, unknown>

const VISITOR = group(
  { user: text('The id of the user.'), session: text('Or the id of the session.') },
  ({ user, session }): Visitor => {
    if ((user === '') === (session === '')) throw new HttpError(400, 'Set either user or session.')
    return user === '' ? { key: 'session', value: session } : { key: 'user', value: user }
  },
)

const COUNTS: Record<Kind, keyof VisitorCounts> = { error: 'errors', trace: 'traces', vital: 'vitals' }
const KINDS = Object.keys(COUNTS) as Kind[]

export const visitorPath = path('GET /api/visitors', {
  summary: 'Errors, traces and web vitals of one user or session, latest first',
  parameters: { visitor: VISITOR, period: period('7d'), page: PAGE },
  answer: 'VisitorAnswer',
  async handle({ parameters }, context: QueryContext): Promise<VisitorAnswer> {
    const { visitor, period: range, page: request } = parameters
    const rows = visitorRows(visitor, range)
    const cursor = cursorOf(request.cursor, 'nss')
    const pages = await Promise.all(
      KINDS.map((kind) => readPage(context.engine, kind, { rows: rows[kind], cursor, limit: request.limit })),
    )
    const sorted = pages.flat().toSorted((a, b) => compare(b, a))
    const { page, nextCursor } = pageOf(sorted, request.limit, ({ ns, kind, id }) => [ns, kind, id])
    const entries = await toEntries(context, page)
    return cursor === null
      ? { entries, ...(await countSteps(context.engine, rows, range)), nextCursor }
      : { entries, nextCursor }
  },
})

type PageOptions = { rows: Condition; cursor: Cursor | null; limit: number }

/** One more than a page: whatever the other kinds have, the page of all kinds needs no further row. */
async function readPage(engine: Engine, kind: Kind, { rows, cursor, limit }: PageOptions): Promise<Row[]> {
  const [ns = '', last = '', id = ''] = cursor ?? []
  const after = cursor ? `WHERE (ns, '${kind}', id) < ({ns:Int64}, {kind:String}, {id:String})` : ''
  const page = await engine.query<Omit<Row, 'kind'>>(
    `SELECT * REPLACE (toString(ns) AS ns) FROM (
       SELECT * FROM (${rows.sql}) ${after} ORDER BY ns DESC, id DESC LIMIT {limit:UInt32})`,
    { ...rows.parameters, ...(cursor && { ns, kind: last, id }), limit: limit + 1 },
  )
  return page.map((row) => ({ ...row, kind }) as Row)
}

/** In the order of the engine. */
function compare(one: Row, other: Row): number {
  const byTime = BigInt(one.ns) - BigInt(other.ns)
  if (byTime !== 0n) return byTime > 0n ? 1 : -1
  return compareText(one.kind, other.kind) || compareText(one.id, other.id)
}

/** By bytes, as the engine compares: digests, ids and names of vitals are ASCII in all but rare cases. */
function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

async function toEntries({ engine, merges }: QueryContext, rows: Row[]): Promise<VisitorEntry[]> {
  const traceIds = rows.filter(({ kind }) => kind === 'trace').map(({ id }) => id)
  const traces = new Map((await traceRows(engine, traceIds)).map((trace) => [trace.traceId, trace]))
  return rows.flatMap(({ ns, id, ...row }): VisitorEntry[] => {
    const at = exactInstant(BigInt(ns))
    if (row.kind === 'vital') return [{ ...row, at } as VisitorVital]
    if (row.kind === 'trace') {
      const trace = traces.get(id)
      return trace ? [{ kind: 'trace', at, trace }] : []
    }
    return [{ ...row, at, digest: id, issueId: merges.issueOf(row['issueId'] as string) } as VisitorError]
  })
}

type Axis = { from: bigint; until: bigint }

/** Steps of whole seconds. What is after the end of the axis, by a clock that runs fast, is in the last. */
async function countSteps(engine: Engine, rows: Record<Kind, Condition>, { from, until }: Axis) {
  const stepNs = ((until - from) / STEPS / SECOND_NS + 1n) * SECOND_NS
  const last = (until - from) / stepNs
  const kinds = await Promise.all(
    KINDS.map(async (kind) => {
      const { sql, parameters } = rows[kind]
      const steps = await engine.query<{ step: number; count: number }>(
        `SELECT toUInt32(greatest(0, least({last:Int64}, intDiv(ns - {axis:Int64}, {step:Int64})))) AS step,
           count() AS count
         FROM (${sql}) GROUP BY step`,
        { ...parameters, last: String(last), axis: String(from), step: String(stepNs) },
      )
      return steps.map(({ step, count }) => ({ step, name: COUNTS[kind], count }))
    }),
  )
  const totals: VisitorCounts = { errors: 0, traces: 0, vitals: 0 }
  const steps = new Map<number, VisitorStep>()
  for (const { step, name, count } of kinds.flat().toSorted((a, b) => a.step - b.step)) {
    const at = exactInstant(from + BigInt(step) * stepNs)
    const counts = steps.get(step) ?? { at, errors: 0, traces: 0, vitals: 0 }
    steps.set(step, { ...counts, [name]: count })
    totals[name] += count
  }
  return { totals, steps: [...steps.values()], stepNs: Number(stepNs) }
}
