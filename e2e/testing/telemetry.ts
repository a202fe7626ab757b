// OTLP bodies as pages send them.
import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const STACK_FRAMES = [
  'total (https://shop.example/assets/cart-a1b2c3d4.js:10:15)',
  'checkout (https://shop.example/assets/checkout-a1b2c3d4.js:20:5)',
]

export function newDigest(): string {
  return Array.from(randomBytes(8), (byte) => CROCKFORD[byte % 32]).join('')
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex')
}

/** Of a resource with these attributes. */
export function logsOf<Item>(resource: Record<string, string>, logRecords: Item[]) {
  return { resourceLogs: [{ resource: { attributes: attributes(resource) }, scopeLogs: [{ logRecords }] }] }
}

export function spansOf<Item>(resource: Record<string, string>, spans: Item[]) {
  return { resourceSpans: [{ resource: { attributes: attributes(resource) }, scopeSpans: [{ spans }] }] }
}

/** The OTLP/JSON body of one exception. A server's has no `url`. */
export function exceptionLog({
  digest = newDigest(),
  message = 'x is not a function',
  service = 'shop',
  traceId = newTraceId(),
  spanId = newSpanId(),
  release = '',
  session = '',
  user = '',
  url = 'https://shop.example/cart',
  frames = STACK_FRAMES,
} = {}) {
  const record = {
    timeUnixNano: nanoseconds(Date.now()),
    eventName: 'exception',
    severityNumber: 17,
    traceId,
    spanId,
    attributes: attributes({
      'exception.type': 'TypeError',
      'exception.message': message,
      'exception.stacktrace': stacktrace('TypeError', message, frames),
      'errata.digest': digest,
      'errata.mechanism': 'window.error',
      ...(url && { 'url.full': url }),
      ...(session && { 'session.id': session }),
      ...(user && { 'user.id': user }),
    }),
  }
  const source = { 'service.name': service, ...(release && { 'service.version': release }) }
  return { digest, traceId, body: logsOf(source, [record]) }
}

export function stacktrace(type: string, message: string, frames: string[]): string {
  return [`${type}: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
}

export function attributes(values: Record<string, string>) {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

/** From milliseconds since 1970. */
export function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`
}
