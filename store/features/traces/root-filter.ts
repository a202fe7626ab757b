// When a trace started and how long it took: conditions on its root span, or on the spans of an operation.
import type { Condition } from '../../database/engine/condition.ts'
import { HttpError } from '../../../server/http-error.ts'
import { parseInstant, parseInteger, parseText } from '../../http/query-parameters.ts'

/** A year: no longer span is stored. */
const MAX_DURATION_NS = 31_536_000_000_000_000

/** The root span stands for its trace. */
export const IS_ROOT = `ParentSpanId = ''`

const PARAMETERS = new Set(['started', 'minDurationNs', 'maxDurationNs'])

/** Empty where the request asks for no time and no duration. */
export function rootConditions(query: URLSearchParams): Condition[] {
  const conditions = [...startConditions(query), ...durationConditions(query)]
  if (conditions.length === 0 || parseText(query, 'operation') !== '') return conditions
  return [...conditions, { sql: IS_ROOT, parameters: {} }]
}

/** The request without what `rootConditions` reads. */
export function withoutRootConditions(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !PARAMETERS.has(name)))
}

/** An interval as ISO 8601 writes it: two instants with a slash between them, the second exclusive. */
function startConditions(query: URLSearchParams): Condition[] {
  const interval = parseText(query, 'started')
  if (interval === '') return []
  const [first, end] = interval
    .split('/')
    .map((started) => parseInstant(new URLSearchParams({ started }), 'started'))
  if (typeof first !== 'bigint' || typeof end !== 'bigint' || first >= end)
    throw new HttpError(400, 'started must be two instants: 2026-11-21T08:30:00Z/2026-11-21T09:00:00Z.')
  return [
    {
      sql: `Timestamp >= fromUnixTimestamp64Nano({startedFrom:Int64})
        AND Timestamp < fromUnixTimestamp64Nano({startedTo:Int64})`,
      parameters: { startedFrom: String(first), startedTo: String(end) },
    },
  ]
}

function durationConditions(query: URLSearchParams): Condition[] {
  const [min, max] = [0, MAX_DURATION_NS]
  const shortest = parseInteger(query, 'minDurationNs', { fallback: min, min, max })
  const longest = parseInteger(query, 'maxDurationNs', { fallback: max, min, max })
  if (!query.get('minDurationNs') && !query.get('maxDurationNs')) return []
  return [
    {
      sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
      parameters: { shortest: String(shortest), longest: String(longest) },
    },
  ]
}
