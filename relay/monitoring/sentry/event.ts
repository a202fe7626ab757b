// An event of a Sentry SDK as a log record of OTLP: an exception, or a message.
import { hash } from 'node:crypto'
import type { JsonObject } from '../../../otlp/json-object.ts'
import { breadcrumbsOf } from './breadcrumbs.ts'
import { reportedException, type Reported } from './exceptions.ts'
import { entriesOf, nanosecondsOf, objectOf, objectsOf, textOf } from './json-values.ts'
import { type Attribute, toAttributes } from './otlp-attributes.ts'
import { routeOfAddress } from './routes.ts'

export type LogRecord = {
  timeUnixNano?: string
  eventName?: string
  severityNumber?: number
  severityText?: string
  body?: { stringValue: string }
  traceId?: string
  spanId?: string
  attributes: Attribute[]
}

/** Crockford's, of which digests are made. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST_LENGTH = 8
const SEVERITIES = new Map(Object.entries({ fatal: 21, error: 17, warning: 13, info: 9, log: 9, debug: 9 }))
const MANUAL_SEVERITY = 13
const UNCAUGHT_SEVERITY = 17
/** What caught the error, by the end of the mechanism's name. */
const MECHANISMS: [name: RegExp, mechanism: string][] = [
  [/onunhandledrejection$/i, 'unhandledrejection'],
  [/onuncaughtexception$/, 'uncaughtException'],
  [/onerror$|browserapierrors|instrument$/i, 'window.error'],
  [/react\.error_boundary$/, 'react.caught'],
  [/react\.error_handler$/, 'react.uncaught'],
  [/^csp$/, 'csp'],
  // Of a chain that the program captured itself.
  [/^chained$/, 'manual'],
]
const ID = /^[\da-f]{32}$/i
/** Attributes that describe the error itself: a tag of such a name gets the prefix `tag.`. */
const RESERVED = /^(?:errata|exception)\.|^(?:user|session|url|http|browser|os|device)\./

/** `eventId`: of the envelope, which wins over the event's. */
export function eventRecord(event: JsonObject, eventId: string): LogRecord {
  const reported = reportedException(event)
  const isMessage = reported === null || isCapturedMessage(reported)
  const trace = objectOf(objectOf(event['contexts'])['trace'])
  const traceId = textOf(trace['trace_id'])
  const time = nanosecondsOf(event['timestamp'])
  return {
    ...(time !== undefined && { timeUnixNano: time }),
    eventName: 'exception',
    severityNumber: severityOf(event, reported),
    severityText: textOf(event['level']) || 'error',
    ...(ID.test(traceId) && { traceId, spanId: textOf(trace['span_id']) }),
    attributes: toAttributes({
      ...contextAttributes(event),
      ...userAttributes(event),
      ...requestAttributes(event),
      ...(isMessage ? messageAttributes(event, reported) : exceptionAttributes(reported)),
      'errata.given_digest': eventId,
      'errata.digest': eventId === '' ? '' : digestOf(eventId),
      'errata.breadcrumbs': breadcrumbsOf(event),
      'errata.debug_ids': debugIdsOf(event),
      'errata.fingerprint': fingerprintOf(event),
    }),
  }
}

/** Newer SDKs attach a stack to a message, as an exception without a type. */
function isCapturedMessage({ type, mechanism }: Reported): boolean {
  return type === '' && mechanism['synthetic'] === true
}

function severityOf(event: JsonObject, reported: Reported | null): number {
  const level = SEVERITIES.get(textOf(event['level']))
  if (reported === null || isCapturedMessage(reported)) return level ?? MANUAL_SEVERITY
  if (level !== undefined && level !== UNCAUGHT_SEVERITY) return level
  const isBoundary = textOf(reported.mechanism['type']).endsWith('error_boundary')
  return reported.mechanism['handled'] === true && !isBoundary ? MANUAL_SEVERITY : UNCAUGHT_SEVERITY
}

function exceptionAttributes(reported: Reported): Record<string, unknown> {
  const { type, message, stacktrace, mechanism, causes, causesLeftOut } = reported
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stacktrace,
    ...(reported.isStackOfHandler && { 'errata.stack_of_handler': true }),
    'errata.mechanism': mechanismOf(mechanism),
    'errata.handled': mechanism['handled'],
    'errata.cause': causes.length === 0 ? '' : JSON.stringify(causes),
    ...(causesLeftOut > 0 && { 'errata.causes_left_out': causesLeftOut }),
    'errata.react.component_stack': reported.componentStack,
  }
}

/** A text, or a template with its parameters. */
function messageAttributes(event: JsonObject, captured: Reported | null): Record<string, unknown> {
  const entry = objectOf(event['logentry'] ?? event['message'])
  const template = textOf(entry['message'])
  const text =
    textOf(entry['formatted']) ||
    formatted(template, entry['params']) ||
    textOf(event['message']) ||
    (captured?.message ?? '')
  return {
    'exception.message': text || '(no message)',
    'errata.mechanism': 'manual',
    ...(template !== '' && template !== text && { 'errata.message_template': template }),
  }
}

/** `user %s has %d items` with its parameters. */
function formatted(template: string, params: unknown): string {
  const values: unknown[] = Array.isArray(params) ? [...(params as unknown[])] : []
  return template.replaceAll(/%[sdifoj]/g, (sign) => (values.length > 0 ? textOf(values.shift()) : sign))
}

function mechanismOf({ type, handled }: JsonObject): string {
  const name = textOf(type)
  const mechanism = MECHANISMS.find(([pattern]) => pattern.test(name))?.[1]
  if (mechanism !== undefined) return mechanism
  return name === '' || (name === 'generic' && handled !== false) ? 'manual' : name
}

/** Names and addresses of people stay with the sender. */
function userAttributes(event: JsonObject): Record<string, unknown> {
  return { 'user.id': textOf(objectOf(event['user'])['id']) }
}

function requestAttributes(event: JsonObject): Record<string, unknown> {
  const request = objectOf(event['request'])
  const isRoute = objectOf(event['transaction_info'])['source'] === 'route'
  const [url, method] = [textOf(request['url']), textOf(request['method'])]
  // A page sends no method: a path of a server is no route.
  const ofPage = event['platform'] === 'javascript' && method === '' ? routeOfAddress(url) : ''
  return {
    'url.full': url,
    'http.request.method': method,
    'http.route': isRoute ? textOf(event['transaction']) : ofPage,
  }
}

/** Tags as they are named, contexts and extra as JSON. */
function contextAttributes(event: JsonObject): Record<string, unknown> {
  const { trace: _, flags, culture, browser, os, ...contexts } = objectOf(event['contexts'])
  const { arguments: __, ...extra } = objectOf(event['extra'])
  return {
    ...prefixed('sentry.context.', contexts),
    ...prefixed('sentry.extra.', extra),
    'browser.language': textOf(objectOf(culture)['locale']),
    'browser.name': textOf(objectOf(browser)['name']),
    'browser.version': textOf(objectOf(browser)['version']),
    'os.name': textOf(objectOf(os)['name']),
    'os.version': textOf(objectOf(os)['version']),
    ...Object.fromEntries(
      // As `setFlag` of our SDK writes them.
      objectsOf(flags).map(({ flag, result }) => [
        `errata.flag.${textOf(flag).replaceAll(/[^\w.-]/g, '_')}`,
        result,
      ]),
    ),
    ...Object.fromEntries(
      entriesOf(event['tags']).map(([key, value]) => [
        RESERVED.test(key) ? `tag.${key}` : key,
        textOf(value),
      ]),
    ),
  }
}

function prefixed(prefix: string, values: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]))
}

function debugIdsOf(event: JsonObject): string {
  const images = objectsOf(objectOf(event['debug_meta'])['images'])
  const ids = images.flatMap(({ code_file: file, debug_id: id }) =>
    textOf(file) && textOf(id) ? [[textOf(file), textOf(id)] as const] : [],
  )
  return ids.length === 0 ? '' : JSON.stringify(Object.fromEntries(ids))
}

/** JSON: `{{ default }}` in it stands for the grouping of the store. */
function fingerprintOf(event: JsonObject): string {
  const parts = event['fingerprint']
  if (!Array.isArray(parts)) return ''
  const texts = parts.map(textOf)
  return texts.every(isDefault) ? '' : JSON.stringify(texts)
}

function isDefault(part: string): boolean {
  return /^\{\{\s*default\s*\}\}$/.test(part)
}

/** The same event has the same digest when it is sent again: the store counts it once. */
export function digestOf(eventId: string): string {
  const bytes = hash('sha256', eventId, 'buffer')
  return Array.from({ length: DIGEST_LENGTH }, (_, index) => BASE32[bytes[index]! % BASE32.length]).join('')
}
