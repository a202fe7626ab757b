// An engine for one request: its queries end when the request does.
import type { Engine } from './engine.ts'

/** After `signal` is aborted every query throws the signal's reason. */
export function withSignal(engine: Engine, signal: AbortSignal): Engine {
  return {
    ...engine,
    query: (sql, parameters) => engine.query(sql, parameters, signal),
    queryBytes: (format, sql, parameters) => engine.queryBytes(format, sql, parameters, signal),
  }
}
