// The answer of `/api/logs`. Types only. All texts are untrusted.

/** From the lowest to the highest. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** A log record. `traceId`, `spanId`: empty without a span. */
export type LogRow = {
  at: string
  service: string
  /** Of its severity number, else of its severity text; null: it has neither. */
  level: LogLevel | null
  /** Of an exception without a body its type and message, of an event without a body its name. */
  body: string
  /**
   * Of the record and of its resource; where both have a name, the value of the record. Values that the
   * store adds are left out, but for `errata.digest`: the record is an exception, which this digest opens.
   */
  attributes: Record<string, string>
  traceId: string
  spanId: string
}

/** Latest first. */
export type LogsAnswer = { logs: LogRow[]; nextCursor: string | null }
