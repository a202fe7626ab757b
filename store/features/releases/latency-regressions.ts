// What became slower with a release: web vitals of routes and operations, beside what it is compared with.
import type { Engine } from '../../database/engine/engine.ts'
import type { SlowerRow } from '../../../contract/releases.ts'
import { MAX_LIMIT, type Filters } from '../../http/filters.ts'
import { readOperations } from '../operations/index.ts'
import { readVitals } from '../vitals/index.ts'

/** Fewer values on one of the sides are chance. */
const MIN_VALUES = 20
/** The least growth that somebody notices. */
const MIN_FACTOR = 1.1
/** Rows that fit beside a chart. */
const MAX_ROWS = 6

type Measured = Pick<SlowerRow, 'kind' | 'name' | 'place' | 'count'> & { value: number }

const keyOf = ({ kind, name, place }: Omit<Measured, 'value'>): string => [kind, name, place].join('\n')

/** The filters for the time before the release, and for the time since. */
export async function latencyRegressions(
  engine: Engine,
  before: Filters,
  since: Filters,
): Promise<SlowerRow[]> {
  const [previousRows, rows] = await Promise.all([measure(engine, before), measure(engine, since)])
  const previous = new Map(previousRows.map((row) => [keyOf(row), row]))
  return rows
    .flatMap(({ value, ...row }) => {
      const old = previous.get(keyOf(row))
      if (old === undefined || Math.min(row.count, old.count) < MIN_VALUES) return []
      if (value < old.value * MIN_FACTOR || value === 0) return []
      return [{ ...row, before: old.value, since: value }]
    })
    .toSorted((a, b) => b.since / b.before - a.since / a.before)
    .slice(0, MAX_ROWS)
}

async function measure(engine: Engine, filters: Filters): Promise<Measured[]> {
  const request = { filters, limit: MAX_LIMIT }
  const [{ vitals }, { operations }] = await Promise.all([
    readVitals(engine, request),
    readOperations(engine, request),
  ])
  return [
    ...vitals.map(({ name, route, p75, count }): Measured => ({
      kind: 'vital',
      name,
      place: route,
      value: p75,
      count,
    })),
    ...operations.map(({ name, p95Ns, count }): Measured => ({
      kind: 'operation',
      name: 'p95',
      place: name,
      value: p95Ns / 1e6,
      count,
    })),
  ]
}
