// GET /api/facets?of=issues|traces
import type { Engine } from '../engine/engine.ts'
import type { FacetsAnswer } from './contract.ts'
import { all, choices, readFilters, type Condition } from './filters.ts'
import { between, occurrences } from './occurrences.ts'
import { spanConditions } from './spanFilters.ts'

/** Values of one facet. Who looks for a rarer one searches. */
const MAX_VALUES = 20

const PAIRS = {
  issues: `[('service', toString(ServiceName)), ('environment', toString(Environment)), ('release', toString(Release)), ('browser', toString(Browser)),
    ('os', toString(Os)), ('route', toString(Route)), ('mechanism', toString(Mechanism)), ('origin', toString(Origin)), ('type', toString(Type))]`,
  traces: `[('service', toString(ServiceName)), ('operation', toString(SpanName)), ('status', lower(StatusCode)), ('kind', lower(SpanKind)),
    ('environment', ResourceAttributes['deployment.environment.name']), ('release', ResourceAttributes['service.version'])]`,
}

export async function facets(engine: Engine, query: URLSearchParams): Promise<FacetsAnswer> {
  const filters = readFilters(query)
  const of = choices(query, 'of', ['issues', 'traces'], ['issues'])[0] ?? 'issues'
  const where: Condition = of === 'issues' ? occurrences(filters) : all([between(filters), spanConditions(query, filters)])
  const rows = await engine.ask<{ name: string; value: string; count: number }>(
    `SELECT pair.1 AS name, pair.2 AS value, count() AS count FROM
       (SELECT arrayJoin(${PAIRS[of]}) AS pair FROM ${of === 'issues' ? 'exceptions' : 'otel_traces'} WHERE ${where.sql})
     WHERE value != '' GROUP BY name, value ORDER BY count DESC, value LIMIT ${MAX_VALUES} BY name`,
    where.parameters,
  )
  const names = [...PAIRS[of].matchAll(/\('(\w+)'/g)].map((found) => found[1] ?? '')
  return {
    facets: names.map((name) => ({ name, values: rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count })) })),
  }
}
