// The calls of an operation, each with its own time, status and errors, beside the trace it is a part of.
import { all, between } from '../../database/engine/condition.ts'
import { exactInstant } from '../../database/instants.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { OperationCall, OperationCallsAnswer } from '../../../contract/operations.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import { PAGE } from '../../http/filters.ts'
import { choice } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { spanCondition, TRACE_FILTERS, traceRows, withUserAgents } from '../traces/index.ts'

const SORTS = { newest: 'toUnixTimestamp64Nano(Timestamp)', duration: 'toInt64(Duration)' }

type Row = Omit<OperationCall, 'start' | 'trace'> & { ns: string; value: string }

export const operationCallsPath = path('GET /api/operations/calls', {
  summary: 'Calls of an operation, latest first',
  parameters: {
    filters: TRACE_FILTERS,
    sort: choice('`duration`: slowest first. Default `newest`.', ['newest', 'duration'], 'newest'),
    page: PAGE,
  },
  answer: 'OperationCallsAnswer',
  /** Start, duration and status belong to the span, not to its trace. */
  async handle({ parameters }, { engine }: WithEngine): Promise<OperationCallsAnswer> {
    const { sort, page: request } = parameters
    const filters = await withUserAgents(engine, parameters.filters)
    if (filters.service.length === 0) throw new HttpError(400, 'service is required.')
    const cursor = cursorOf(request.cursor, 'nns')
    const after = cursor && {
      sql: `(${SORTS[sort]}, toUnixTimestamp64Nano(Timestamp), SpanId) < ({a:Int64}, {b:Int64}, {c:String})`,
      parameters: { a: cursor[0]!, b: cursor[1]!, c: cursor[2]! },
    }
    const where = all([between(filters), spanCondition(filters), ...(after ? [after] : [])])
    const rows = await engine.query<Row>(
      `SELECT TraceId AS traceId, SpanId AS spanId, toString(toUnixTimestamp64Nano(Timestamp)) AS ns,
         toString(${SORTS[sort]}) AS value, Duration AS durationNs, lower(StatusCode) AS status,
         if(SpanAttributes['http.response.status_code'] != '', SpanAttributes['http.response.status_code'],
           SpanAttributes['http.status_code']) AS httpStatus, StatusMessage AS statusMessage
       FROM otel_traces WHERE ${where.sql}
       ORDER BY ${SORTS[sort]} DESC, Timestamp DESC, SpanId DESC LIMIT {limit:UInt32}`,
      { ...where.parameters, limit: request.limit + 1 },
    )
    const { page, nextCursor } = pageOf(rows, request.limit, ({ value, ns, spanId }) => [value, ns, spanId])
    const ids = [...new Set(page.map(({ traceId }) => traceId))]
    const traces = new Map((await traceRows(engine, ids)).map((trace) => [trace.traceId, trace]))
    return {
      calls: page.map(({ ns, value: _value, ...call }) => ({
        ...call,
        start: exactInstant(BigInt(ns)),
        trace: traces.get(call.traceId) ?? null,
      })),
      nextCursor,
    }
  },
})
