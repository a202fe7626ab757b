// The state of the store: its engine, its rows, its disk and its problems.
import type { Engine } from '../../database/engine/engine.ts'
import type { Retention } from '../../database/retention.ts'
import { path } from '../../http/path.ts'
import { isDamage } from '../../database/engine/errors.ts'
import type { StatusAnswer } from '../../../contract/status.ts'
import { readDisk } from '../../database/disk-growth.ts'
import { rfc3339 } from '../../database/instants.ts'

/** What of the store its state is made of. */
export type StatusContext = {
  engine: Engine
  retentionDays: number
  retention: Retention
  counters: { metrics: number; refused: number; lastStored: Date | null }
  problems: () => string[]
  /** Those about damaged or missing rows. */
  damage: () => string[]
}

export const statusPath = path('GET /api/status', {
  summary: 'The state of the store',
  answer: 'StatusAnswer',
  async handle(_request, context: StatusContext): Promise<StatusAnswer> {
    const { engine, retentionDays, retention, counters, problems, damage } = context
    const [[rows], [size], [newest], disk, minutes] = await Promise.all([
      engine.query<StatusAnswer['rows']>(
        `SELECT (SELECT count() FROM otel_traces) AS spans, (SELECT count() FROM otel_logs) AS logs,
         (SELECT count() FROM exceptions) AS exceptions`,
      ),
      engine.query<{ bytes: number }>(
        'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active',
      ),
      engine
        .query<{ at: string; releases: number }>(
          'SELECT toString(least(max(LastSeen), now64(9))) AS at, count() AS releases FROM releases',
        )
        .catch(ignoreDamage),
      readDisk(engine, retentionDays, retention.limit),
      readMinutes(engine),
    ])
    // A process that has stored nothing yet answers the instant of the newest row instead.
    const newestRow = newest && newest.releases > 0 ? rfc3339(newest.at) : null
    return {
      engine: engine.kind,
      version: engine.version,
      lastStored: counters.lastStored?.toISOString() ?? newestRow,
      rows: rows ?? { spans: 0, logs: 0, exceptions: 0 },
      ...(minutes && { minutes }),
      metricsReceived: counters.metrics,
      refused: counters.refused,
      bytes: size?.bytes ?? 0,
      ...disk,
      retentionDays,
      limit: retention.limit,
      problems: problems(),
      damage: damage().length,
      memory: process.memoryUsage.rss(),
      time: new Date().toISOString(),
      dropped: retention.dropped.map(({ day, bytes, at }) => ({ day, bytes, at: at.toISOString() })),
    }
  },
})

/** Undefined where the rows are damaged. */
async function readMinutes(engine: Engine): Promise<number[] | undefined> {
  const age = "dateDiff('second', exceptions.Timestamp, now64(9))"
  const rows = await engine
    .query<{ minutes: number[] }>(
      `SELECT countResample(0, 60, 1)(toUInt32(59 - least(59, intDiv(${age}, 60)))) AS minutes FROM exceptions
       WHERE exceptions.Timestamp > now64(9) - INTERVAL 60 MINUTE AND exceptions.Timestamp <= now64(9)`,
    )
    .catch(ignoreDamage)
  return rows[0]?.minutes
}

/** `problems` of the answer name the damage. */
function ignoreDamage(error: unknown): never[] {
  if (isDamage(error)) return []
  throw error
}
