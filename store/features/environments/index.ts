// The environments that have sent something, and when each was last seen.
import { rfc3339 } from '../../database/rfc3339.ts'
import { path, type Path, type WithEngine } from '../../http/path.ts'
import type { EnvironmentRow, EnvironmentsAnswer } from '../../../contract/environments.ts'

const environmentsPath = path('GET /api/environments', {
  summary: 'Environments and when each was last seen',
  answer: 'EnvironmentsAnswer',
  async handle(_request, { engine }: WithEngine): Promise<EnvironmentsAnswer> {
    const rows = await engine.query<EnvironmentRow>(
      `SELECT Environment AS environment, toString(max(LastSeen)) AS lastSeen FROM releases
       GROUP BY environment ORDER BY environment`,
    )
    return { environments: rows.map((row) => ({ ...row, lastSeen: rfc3339(row.lastSeen) })) }
  },
})

export const paths: Path<WithEngine>[] = [environmentsPath]
