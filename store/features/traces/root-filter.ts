// When a trace started and how long it took: conditions on its root span, or on the spans of an operation.
import { between, type Condition } from '../../database/engine/condition.ts'
import type { SpanSelection } from './trace-parameters.ts'

/** The root span represents its trace. */
export const IS_ROOT = `ParentSpanId = ''`

type Selection = Pick<SpanSelection, 'started' | 'durations' | 'operation'>

/** Empty where the request selects neither a time nor a duration. */
export function rootConditions({ started, durations, operation }: Selection): Condition[] {
  const conditions: Condition[] = []
  if (started !== null) conditions.push(between(started, 'Timestamp', ['startedFrom', 'startedTo']))
  if (durations !== null)
    conditions.push({
      sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
      parameters: { shortest: String(durations.min), longest: String(durations.max) },
    })
  if (conditions.length === 0 || operation !== '') return conditions
  return [...conditions, { sql: IS_ROOT, parameters: {} }]
}
