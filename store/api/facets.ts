// GET /api/facets?of=issues|traces
import type { Engine } from '../engine/engine.ts'
import type { FacetsAnswer } from './contract.ts'
import { countEach } from './frequency.ts'
import { all, choices, readFilters, type Condition } from './filters.ts'
import { between, occurrences } from './occurrences.ts'
import { spanConditions } from './spanFilters.ts'

/** Values of one facet. Who looks for a rarer one searches. */
const MAX_VALUES = 20

/** The facets of each list, and the column that each counts. */
const FACETS: Record<'issues' | 'traces', Record<string, string>> = {
  issues: {
    service: 'ServiceName', environment: 'Environment', release: 'Release', browser: 'Browser', os: 'Os', route: 'Route',
    mechanism: 'Mechanism', origin: 'Origin', type: 'Type',
  },
  traces: {
    service: 'ServiceName', operation: 'SpanName', status: 'lower(StatusCode)', kind: 'lower(SpanKind)',
    environment: `ResourceAttributes['deployment.environment.name']`, release: `ResourceAttributes['service.version']`,
  },
} // prettier-ignore

export async function facets(engine: Engine, query: URLSearchParams): Promise<FacetsAnswer> {
  const filters = readFilters(query)
  const of = choices(query, 'of', ['issues', 'traces'], ['issues'])[0] ?? 'issues'
  const where: Condition = of === 'issues' ? occurrences(filters) : all([between(filters), spanConditions(query, filters)])
  const names = Object.keys(FACETS[of])
  const counted = await countEach(engine, of === 'issues' ? 'exceptions' : 'otel_traces', FACETS[of], where, MAX_VALUES)
  return { facets: names.map((name) => ({ name, values: counted.get(name) ?? [] })) }
}
