// Conditions of a WHERE clause: fixed SQL text, and the values beside it as parameters.
import type { Parameters } from './engine.ts'

/**
 * Values of a list in one query: ClickHouse limits the length of its text to 256 KiB, and a character of a
 * value takes four bytes of it.
 */
const MAX_VALUES = 1_000

export type Condition = { sql: string; parameters: Parameters }

/** All of them joined by AND; `1` for an empty list. */
export function all(conditions: Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map((condition) => condition.sql).join(' AND '),
    parameters: Object.assign({}, ...conditions.map((condition) => condition.parameters)) as Parameters,
  }
}

/** `from` ≤ column < `to`, both in nanoseconds since 1970. `start` and `end`: names of the parameters. */
export function between(
  { from, to }: { from: bigint; to: bigint },
  column = 'Timestamp',
  [start, end]: [start: string, end: string] = ['from', 'to'],
): Condition {
  return {
    sql: `${column} >= fromUnixTimestamp64Nano({${start}:Int64})
      AND ${column} < fromUnixTimestamp64Nano({${end}:Int64})`,
    parameters: { [start]: String(from), [end]: String(to) },
  }
}

/** Any of the services, of the environments and of the releases, as the filters of a request name them. */
export function named(names: {
  service?: string[]
  environment?: string[]
  release?: string[]
}): Condition[] {
  const { service = [], environment = [], release = [] } = names
  return [
    ...oneOf('ServiceName', 'service', service),
    ...oneOf('Environment', 'environment', environment),
    ...oneOf('Release', 'release', release),
  ]
}

/** The column equals any of the values; no condition without values. `name`: of the parameter. */
export function oneOf(column: string, name: string, values: string[]): Condition[] {
  return values.length === 0
    ? []
    : [{ sql: `${column} IN {${name}:Array(String)}`, parameters: { [name]: values } }]
}

/** The values in parts that a query can take. `size`: of one; fewer where values are long. */
export function inParts<Value>(values: Value[], size = MAX_VALUES): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  )
}
