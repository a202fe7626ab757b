// What became slower with releases: web vitals of routes and p95 of operations, beside the previous release.
// The hours of all releases are read by one query for each table.
import type { Engine } from '../../database/engine/engine.ts'
import { endOfHour, HOUR_NS, SECOND_NS } from '../../database/instants.ts'
import type { SlowerRow } from '../../../contract/releases.ts'
import type { Period } from '../../http/filters.ts'

/** Fewer values on one of the sides are chance. */
const MIN_VALUES = 20
/** The least growth that somebody notices. */
const MIN_FACTOR = 1.1
/** Rows that fit beside a chart. */
const MAX_ROWS = 6

/** Of a release of a service; null: of all its releases. Periods are read in full hours. */
export type Side = { service: string; release: string | null; period: Period }
export type Comparison = { before: Side; since: Side }

type Row = Pick<SlowerRow, 'kind' | 'name' | 'place' | 'count'> & { side: number; value: number }

/** In the order of `comparisons`. `environment`, `vitals` (such as LCP): any of them; empty: all. */
export async function latencyRegressions(
  engine: Engine,
  comparisons: Comparison[],
  environment: string[],
  vitals: string[] = [],
): Promise<SlowerRow[][]> {
  if (comparisons.length === 0) return []
  const sides = comparisons.flatMap(({ before, since }) => [before, since])
  const parts = await Promise.all([
    readSides(engine, { ...VITALS, sides, environment, vitals }),
    readSides(engine, { ...OPERATIONS, sides, environment, vitals }),
  ])
  const rows = Map.groupBy(parts.flat(), ({ side }) => side)
  return comparisons.map((_, at) => compare(rows.get(2 * at) ?? [], rows.get(2 * at + 1) ?? []))
}

function compare(before: Row[], since: Row[]): SlowerRow[] {
  const keyOf = ({ kind, name, place }: Row): string => JSON.stringify([kind, name, place])
  const previous = new Map(before.map((row) => [keyOf(row), row]))
  return since
    .flatMap(({ value, side: _side, ...row }) => {
      const old = previous.get(keyOf({ ...row, value, side: 0 }))
      return old && value > 0 && value >= old.value * MIN_FACTOR
        ? [{ ...row, before: old.value, since: value }]
        : []
    })
    .toSorted((a, b) => b.since / b.before - a.since / a.before)
    .slice(0, MAX_ROWS)
}

type Table = { table: string; hour: string; select: string; group: string; where: string }

const VITALS: Table = {
  table: 'web_vitals',
  hour: 'Hour',
  select: `'vital' AS kind, upper(Name) AS name, toString(Route) AS place,
    quantilesTDigestMerge(0.5, 0.75, 0.95)(Value)[2] AS value`,
  group: 'name, place',
  where: 'empty({vitals:Array(String)}) OR upper(Name) IN {vitals:Array(String)}',
}
/** In milliseconds. */
const OPERATIONS: Table = {
  table: 'operations',
  hour: 'Start',
  select: `'operation' AS kind, 'p95' AS name, toString(SpanName) AS place,
    quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration)[3] AS value`,
  group: 'place, SpanKind',
  where: '1',
}

type Request = Table & { sides: Side[]; environment: string[]; vitals: string[] }

function readSides(
  engine: Engine,
  { table, hour, select, group, where, sides, environment, vitals }: Request,
): Promise<Row[]> {
  return engine.query<Row>(
    `SELECT side, ${select}, sum(Count) AS count
     FROM ${table} AS stored INNER JOIN (
       SELECT part.1 AS side, part.2 AS ofService, part.3 AS ofRelease, part.4 AS isAny,
         part.5 AS start, part.6 AS end
       FROM (SELECT arrayJoin(arrayZip({sides:Array(UInt32)}, {services:Array(String)},
         {releases:Array(String)}, {anyRelease:Array(UInt8)}, {starts:Array(UInt32)},
         {ends:Array(UInt32)})) AS part)) AS sides
       ON stored.ServiceName = sides.ofService
     WHERE (isAny OR Release = ofRelease) AND toUnixTimestamp(${hour}) >= start
       AND toUnixTimestamp(${hour}) < end
       AND (empty({environments:Array(String)}) OR Environment IN {environments:Array(String)})
       AND ServiceName IN {services:Array(String)} AND (${where})
     GROUP BY side, ${group} HAVING count >= ${MIN_VALUES}`,
    {
      sides: sides.map((_, index) => index),
      services: sides.map(({ service }) => service),
      releases: sides.map(({ release }) => release ?? ''),
      anyRelease: sides.map(({ release }) => (release === null ? 1 : 0)),
      starts: sides.map(({ period }) => secondsOf((period.from / HOUR_NS) * HOUR_NS)),
      ends: sides.map(({ period }) => secondsOf(endOfHour(period.to))),
      environments: environment,
      vitals,
    },
  )
}

function secondsOf(ns: bigint): number {
  return Number(ns / SECOND_NS)
}
