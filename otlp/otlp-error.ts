// A request that is not OTLP.

/** The message is a sentence for the sender. It quotes nothing of the request, which may hold secrets. */
export class OtlpError extends Error {
  override name = 'OtlpError'
  /** The name of the field that is wrong; empty: unknown, or the entire request is wrong. */
  readonly field: string

  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}
