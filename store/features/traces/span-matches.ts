// The spans of a trace that a text is part of, attributes included.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { SpanMatchesAnswer } from '../../../contract/traces.ts'
import { HttpError } from '../../../server/http-error.ts'
import { parsed } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { TRACE_ID } from './trace-parameters.ts'
import { IN_BOUNDS, timeBounds } from './spans.ts'

/** Each is a pass over the attributes of all spans. */
const MAX_TERMS = 8

/** As many as an answer with the spans of a trace has. */
const MAX_MATCHES = 50_000

export const spanMatchesPath = path('GET /api/traces/:traceId/matches', {
  summary: 'The spans of a trace that match a text, by name, service, status message or attribute',
  parameters: {
    traceId: TRACE_ID,
    q: parsed('Words that a span must all have; `name:value` matches a part of an attribute.', parseWords),
  },
  answer: 'SpanMatchesAnswer',
  /** A span matches if all words do, in upper or lower case. Without a word, no span matches. */
  async handle({ parameters: { traceId, q: words } }, { engine }: WithEngine): Promise<SpanMatchesAnswer> {
    const bounds = words.length === 0 ? null : await timeBounds(engine, [traceId])
    if (bounds === null) return { spanIds: [] }
    const { sql, parameters } = all(words.map(termCondition))
    const rows = await engine.query<{ spanId: string }>(
      `SELECT DISTINCT SpanId AS spanId FROM otel_traces
     WHERE TraceId = {traceId:String} AND ${IN_BOUNDS} AND ${sql} LIMIT ${MAX_MATCHES}`,
      { traceId, ...bounds, ...parameters },
    )
    return { spanIds: rows.map(({ spanId }) => spanId) }
  },
})

function parseWords(text: string): string[] {
  const terms = text.split(/\s+/).filter(Boolean)
  if (terms.length > MAX_TERMS) throw new HttpError(400, `q must not have more than ${MAX_TERMS} words.`)
  return terms
}

/**
 * A word is part of the name, the service, the status message or the value of an attribute, or is the id.
 * With a colon it may also be part of the name of an attribute and of its value: `status:502`.
 */
function termCondition(term: string, index: number): Condition {
  const has = (column: string, parameter: string): string =>
    `positionCaseInsensitiveUTF8(${column}, {${parameter}${index}:String}) > 0`
  const columns = ['SpanName', 'ServiceName', 'StatusMessage'].map((column) => has(column, 'term'))
  const inValues = MAPS.map((map) => `arrayExists(v -> ${has('v', 'term')}, mapValues(${map}))`)
  const conditions = [...columns, ...inValues, `SpanId = {term${index}:String}`]
  const parameters = { [`term${index}`]: term }
  const colon = term.indexOf(':')
  if (colon < 1) return { sql: `(${conditions.join(' OR ')})`, parameters }
  const ofPair = `(k, v) -> ${has('k', 'name')} AND ${has('v', 'value')}`
  const pairs = MAPS.map((map) => `arrayExists(${ofPair}, mapKeys(${map}), mapValues(${map}))`)
  return {
    sql: `(${[...conditions, ...pairs].join(' OR ')})`,
    parameters: {
      ...parameters,
      [`name${index}`]: term.slice(0, colon),
      [`value${index}`]: term.slice(colon + 1),
    },
  }
}

const MAPS = ['SpanAttributes', 'ResourceAttributes']
