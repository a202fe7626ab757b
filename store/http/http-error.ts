// The one error that an HTTP handler throws on purpose: a status and a sentence for the client.

export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}
