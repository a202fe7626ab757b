// GET /api/status
import type { Store } from '../store.ts'
import type { StatusAnswer } from './contract.ts'
import { rfc3339 } from '../rfc3339.ts'

export async function status({ engine, retentionDays, retention, counted }: Store): Promise<StatusAnswer> {
  const [[rows], [size], [newest]] = await Promise.all([
    engine.ask<StatusAnswer['rows']>(
      `SELECT (SELECT count() FROM otel_traces) AS spans, (SELECT count() FROM otel_logs) AS logs, (SELECT count() FROM exceptions) AS exceptions`,
    ),
    engine.ask<{ bytes: number }>(
      'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active',
    ),
    engine.ask<{ at: string; releases: number }>(
      'SELECT toString(least(max(LastSeen), now64(9))) AS at, count() AS releases FROM releases',
    ),
  ])
  // After a start nothing was stored yet by this process: then the newest row's own instant says it nearly.
  const before = newest && newest.releases > 0 ? rfc3339(newest.at) : null
  return {
    engine: engine.kind,
    version: engine.version,
    lastStored: counted.lastStored?.toISOString() ?? before,
    rows: rows ?? { spans: 0, logs: 0, exceptions: 0 },
    metricsReceived: counted.metrics,
    refused: counted.refused,
    bytes: size?.bytes ?? 0,
    retentionDays,
    limit: retention.limit,
    letGo: retention.letGo.map(({ day, bytes, at }) => ({ day, bytes, at: at.toISOString() })),
  }
}
