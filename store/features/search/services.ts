// The services that have sent something, when each was last seen, and all environments.
import type { Engine } from '../../database/engine/engine.ts'
import type { ServicesAnswer } from '../../../contract/search.ts'
import { rfc3339 } from '../../database/instants.ts'
import { path, type WithEngine } from '../../http/path.ts'

/** Names of one answer, the most recently active first. */
const MAX_SERVICES = 500
const MAX_ENVIRONMENTS = 1_000

export const servicesPath = path('GET /api/services', {
  summary: 'Services and when each was last seen',
  answer: 'ServicesAnswer',
  handle: (_request, { engine }: WithEngine) => readServices(engine),
})

export async function readServices(engine: Engine): Promise<ServicesAnswer> {
  const [services, environments] = await Promise.all([
    engine.query<{ name: string; lastSeen: string }>(
      `SELECT ServiceName AS name, toString(max(LastSeen)) AS lastSeen FROM releases
       GROUP BY name ORDER BY max(LastSeen) DESC LIMIT ${MAX_SERVICES}`,
    ),
    engine.query<{ name: string }>(
      `SELECT DISTINCT toString(Environment) AS name FROM releases WHERE name != ''
       ORDER BY name LIMIT ${MAX_ENVIRONMENTS}`,
    ),
  ])
  return {
    services: services.map((row) => ({ ...row, lastSeen: rfc3339(row.lastSeen) })),
    environments: environments.map(({ name }) => name),
  }
}
