// Opens the engine that the configuration asks for. The package of the other one is not loaded.
import type { Config } from '../../config.ts'
import type { Engine } from './engine.ts'

export async function openEngine({ clickhouseUrl, cluster, folder }: Config): Promise<Engine> {
  if (clickhouseUrl !== null) {
    const { openClickhouse } = await import('./clickhouse.ts')
    return openClickhouse(clickhouseUrl, cluster)
  }
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(folder)
}

/** Calls `observe` with the seconds that each query took, whether it failed or not. */
export function withMetrics(engine: Engine, observe: (seconds: number) => void): Engine {
  return {
    ...engine,
    query: (sql, parameters, signal) => time(engine.query(sql, parameters, signal)),
    queryBytes: (format, sql, parameters, signal) => time(engine.queryBytes(format, sql, parameters, signal)),
  }

  function time<Answer>(query: Promise<Answer>): Promise<Answer> {
    const start = performance.now()
    return query.finally(() => observe((performance.now() - start) / 1000))
  }
}

/** For one request: after `signal` is aborted every query throws its reason. */
export function withSignal(engine: Engine, signal: AbortSignal): Engine {
  return {
    ...engine,
    query: (sql, parameters) => engine.query(sql, parameters, signal),
    queryBytes: (format, sql, parameters) => engine.queryBytes(format, sql, parameters, signal),
  }
}
