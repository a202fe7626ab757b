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

type Measured = Pick<SlowerRow, 'kind' | 'name' | 'place'> & { value: number; count: number }

/** The filters for the time before the release, and for the time since. */
export async function latencyRegressions(
  engine: Engine,
  before: Filters,
  since: Filters,
): Promise<SlowerRow[]> {
  const [previousRows, rows] = await Promise.all([measure(engine, before), measure(engine, since)])
  const previous = new Map(previousRows.map((row) => [keyOf(row), row]))
  return rows
    .flatMap(({ kind, name, place, value, count }) => {
      const old = previous.get(keyOf({ kind, name, place }))
      if (old === undefined || Math.min(count, old.count) < MIN_VALUES) return []
      if (value < old.value * MIN_FACTOR || value === 0) return []
      return [{ kind, name, place, before: old.value, since: value, count }]
    })
    .toSorted((a, b) => b.since / b.before - a.since / a.before)
    .slice(0, MAX_ROWS)
}

async function measure(engine: Engine, filters: Filters): Promise<Measured[]> {
  const request = { filters, limit: MAX_LIMIT }
  const [vitalRows, operationRows] = await Promise.all([
    readVitals(engine, request),
    readOperations(engine, request),
  ])
  return [
    ...vitalRows.vitals.map(({ name, route, p75, count }) => ({
      kind: 'vital' as const,
      name,
      place: route,
      value: p75,
      count,
    })),
    ...operationRows.operations.map(({ name, p95Ns, count }) => ({
      kind: 'operation' as const,
      name: 'p95',
      place: name,
      value: p95Ns / 1e6,
      count,
    })),
  ]
}

function keyOf({ kind, name, place }: Pick<Measured, 'kind' | 'name' | 'place'>): string {
  return `${kind}\n${name}\n${place}`
}
