// Name and attributes of the span of a request, after OpenTelemetry's semantic conventions for HTTP clients.

import type { Attributes } from '../options.ts'
import type { RequestRecord } from './request-record.ts'

type RequestSpan = { name: string; attributes: Attributes; failed: boolean }

export function requestSpan(
  { method, url, response: { status }, error }: RequestRecord,
  templateOf: (path: string) => string,
): RequestSpan {
  const template = templateOf(url.pathname)
  const errorType = status === undefined ? nameOf(error) : status >= 400 ? String(status) : undefined
  return {
    name: `${method} ${template}`,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      'url.full': url.origin + url.pathname,
      'url.path': url.pathname,
      'url.template': template,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'error.type': errorType,
    },
    // A request that the application aborts has not failed.
    failed: errorType !== undefined && errorType !== 'AbortError',
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : 'Error'
}
