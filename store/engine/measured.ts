// An engine that reports how long its queries take.
import type { Engine } from './engine.ts'

/** `observe` is called after each query, failed ones included, with its seconds. */
export function measured(engine: Engine, observe: (seconds: number) => void): Engine {
  async function time<Answer>(query: Promise<Answer>): Promise<Answer> {
    const start = performance.now()
    try {
      return await query
    } finally {
      observe((performance.now() - start) / 1000)
    }
  }

  return {
    ...engine,
    query: (sql, parameters, signal) => time(engine.query(sql, parameters, signal)),
    queryBytes: (format, sql, parameters, signal) => time(engine.queryBytes(format, sql, parameters, signal)),
  }
}
