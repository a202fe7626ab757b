// Facets of attributes that an application sets itself: feature flags, `app.tenant`. Names of OpenTelemetry's
// conventions are left out: they have facets and columns of their own, or say nothing about users.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Breakdown } from '../../../contract/issues.ts'

/** Of one answer: more are no overview. */
const MAX_NAMES = 12
/** Values of one facet. */
const MAX_VALUES = 20
/** An attribute with more values is an id, as one is whose values are mostly different. */
const MAX_DISTINCT = 50
/** Of more rows, some slices of ten minutes are read, and counts multiplied: maps of many are slow. */
const MAX_ROWS = 20_000
const SLICE_SECONDS = 600

const FLAG = 'errata.flag.'
const CONVENTIONS = `errata exception url http code user_agent browser session user client server network
  log thread process telemetry event service deployment device os host error db rpc messaging enduser net
  peer faas cloud k8s container aws azure gcp graphql sentry otel feature_flag tls dns file gen_ai jvm
  nodejs v8js next sveltekit react app.crash app.installation app.screen app.widget app.jank source`

const PREFIXES = CONVENTIONS.split(/\s+/).map((name) => name.replaceAll('.', String.raw`\\.`))
/** As `q` reads the name of an attribute: each value of a facet is a term of a search. */
const SEARCHABLE = String.raw`^[a-z_][\\w-]*(\\.[\\w-]+)+$`
const IS_OF_APPLICATION = `match(name, '${SEARCHABLE}') AND (startsWith(name, '${FLAG}')
  OR NOT match(name, '^(${PREFIXES.join('|')})\\\\.'))`

/** By facet, in the order of the answer. */
export type FacetValues = { values: Map<string, Breakdown>; total: number; sampled?: boolean }

/** `readBase`: the same values in what shares are of. */
export type FacetReaders = {
  read: () => Promise<FacetValues>
  readBase: (values: FacetValues) => Promise<FacetValues>
}

/** `unit`: what is counted. `total`: how many match. */
type Source = { table: string; column: string; unit: string; where: Condition; total: number }

/** `only`: the values of these facets, instead of the most frequent of each. Flags come first. */
export async function attributeFacets(
  engine: Engine,
  { table, column, unit, where, total }: Source,
  only?: Map<string, Breakdown>,
): Promise<Map<string, Breakdown>> {
  if (only?.size === 0) return only
  const every = Math.max(1, Math.ceil(total / MAX_ROWS))
  const inSlices = every === 1 ? '1' : `intDiv(toUnixTimestamp(Timestamp), ${SLICE_SECONDS}) % ${every} = 0`
  const wanted = only ? 'name IN {names:Array(String)}' : IS_OF_APPLICATION
  const restriction = only ? 'value IN {values:Array(String)}' : '1'
  const rows = await engine.query<{ facet: string; pairs: [string, number][] }>(
    `SELECT toString(name) AS facet,
       groupArray(${only ? MAX_NAMES * MAX_VALUES : MAX_VALUES})((value, count)) AS pairs
     FROM (SELECT name, value, toUInt64(${unit}) AS count FROM ${table}
       ARRAY JOIN mapKeys(${column}) AS name, mapValues(${column}) AS value
       WHERE ${where.sql} AND ${inSlices} AND value != '' AND ${wanted} AND ${restriction}
       GROUP BY name, value ORDER BY count DESC, value)
     GROUP BY name HAVING ${
       only
         ? '1'
         : `startsWith(name, '${FLAG}')
       OR (count() <= ${MAX_DISTINCT} AND sum(count) >= 2 * count())`
     }
     ORDER BY startsWith(name, '${FLAG}') DESC, sum(count) DESC, name LIMIT ${MAX_NAMES}`,
    { ...where.parameters, ...(only && { names: [...only.keys()], values: valuesOf(only) }) },
  )
  return new Map(
    rows.map(({ facet, pairs }) => [facet, pairs.map(([value, count]) => ({ value, count: count * every }))]),
  )
}

function valuesOf(facets: Map<string, Breakdown>): string[] {
  return [...new Set([...facets.values()].flat().map(({ value }) => value))]
}

/** Facets of attributes alone. */
export function without(values: FacetValues['values'], names: readonly string[]): FacetValues['values'] {
  return new Map([...values].filter(([name]) => !names.includes(name)))
}
