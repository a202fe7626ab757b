// A request that is not OTLP.

/** The message is a sentence for the sender. It quotes nothing of the request, which may hold secrets. */
export class OtlpError extends Error {
  override name = 'OtlpError'
}
