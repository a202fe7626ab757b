// The attributes that the store adds to an exception: issue, digest, culprit, origin, browser, system.
import { createHash } from 'node:crypto'
import { GROUPING_VERSION, type Exception, type Fingerprint } from '../grouping/fingerprint.ts'
import { lateIssueId } from '../grouping/late-issue.ts'
import { withReactSentence } from '../grouping/react-error.ts'
import { withRequest } from '../grouping/response-failure.ts'
import { agentAttributes, describeAgent } from './agent.ts'
import type { Attributes } from './attributes.ts'
import { readDigest } from '../../../contract/digest.ts'
import { removeDetails, SLIM } from './detail-limit.ts'
import { deriveDigest } from './digest.ts'
import { MAX_VALUE_LENGTH } from './limits.ts'
import { causeStacks, codePlace, pageAddress } from './exception-attributes.ts'
import type { ResourceInfo } from './resource.ts'
import type { RowContext } from './row-context.ts'
import { cleanText } from './text.ts'

/** The payload of a live event. */
export type LiveOccurrence = {
  issueId: string
  digest: string
  type: string
  message: string
  service: string
  ns: bigint
}

/** The fields of an occurrence by which it is counted, found and recognised, as the tables have them. */
export type Occurrence = LiveOccurrence & {
  /** Empty if it is unknown. */
  culprit: string
  url: string
  release: string
  environment: string
  /** When its span began, of an event of a span. */
  spanNs?: bigint
  /** Of the framework of the page; empty without one. */
  givenDigest: string
  /** Ids; empty if they are unknown. */
  user: string
  session: string
  /** Hash of service, digest and instant, which identify it. Null: the store made the digest. */
  key: string | null
}

type ExceptionContext = {
  resource: ResourceInfo
  context: RowContext
  /** The attributes with user and session: of the span if the exception is an event of it. */
  contextAttributes: Attributes
  /** The message of an exception without one. */
  body: string
  eventName: string
  /** The attributes are of a span, which is an exception itself. */
  isSpan?: boolean
  ns: bigint
  /** See `RequestRows`. */
  hash: string
  position: number
}

/** Milliseconds since 1970. Only the store writes it. */
export const RECEIVED = 'errata.received'

/** OpenTelemetry's event of an application that ended. It may have no exception. */
const CRASH = 'app.crash'

/** From DEBUG4 down, an exception does not indicate an issue. 0: the record has no severity. */
const MAX_DEBUG_SEVERITY = 8

export function isException(attributes: Attributes, eventName: string, severity = 0): boolean {
  if (severity > 0 && severity <= MAX_DEBUG_SEVERITY) return false
  const isEvent = eventName === 'exception' || eventName === CRASH
  return isEvent || 'exception.type' in attributes || 'exception.message' in attributes
}

/** Adds to `attributes`, and address and user to `contextAttributes`, where the views read them. */
export function enrichException(attributes: Attributes, options: ExceptionContext): Occurrence {
  const { resource, contextAttributes, body, ns, hash, position } = options
  const { service, release, environment } = resource
  if (options.eventName === CRASH) attributes['exception.type'] ||= CRASH
  const url = pageAddress(attributes, contextAttributes, resource)
  if (url !== '') contextAttributes['url.full'] ||= url
  if (resource.user !== '') contextAttributes['user.id'] ||= resource.user
  const sentDigest = attributes['errata.digest'] ?? ''
  const validDigest = readDigest(sentDigest)
  const digest = validDigest ?? deriveDigest(hash, position)
  // Any other text is the digest of another system: an occurrence is found by it as well.
  if (validDigest === null && sentDigest !== '') attributes['errata.given_digest'] ||= sentDigest
  attributes['errata.digest'] = digest
  attributes[RECEIVED] = String(options.context.received)
  const issueId = describeException(attributes, { ...options, url })
  return {
    issueId,
    digest,
    type: attributes['exception.type'] ?? '',
    message: attributes['exception.message'] || body,
    culprit: attributes['errata.culprit'] ?? '',
    url: addressOf(contextAttributes),
    service,
    ns,
    release,
    environment,
    givenDigest: attributes['errata.given_digest'] ?? '',
    // As the views of the tables read them.
    user: contextAttributes['user.id'] ?? '',
    session: contextAttributes['session.id'] || resource.session,
    key: validDigest === null ? null : keyOf(`${service}\n${digest}\n${ns}`),
  }
}

/** The column `Url`, of the attributes of a log record or of a span. */
export function addressOf(attributes: Attributes): string {
  return attributes['url.full'] || (attributes['url.path'] ?? '')
}

/** Adds what follows from the exception itself and from the user agent. Returns its issue. */
function describeException(attributes: Attributes, options: ExceptionContext & { url: string }): string {
  const { resource, context, contextAttributes, body, url } = options
  const type = attributes['exception.type'] ?? ''
  const sentMessage = attributes['exception.message'] || body
  const message = withRequest(type, sentMessage, attributes['errata.breadcrumbs'] ?? '')
  const mapped = addMappedStacks(attributes, { ...resource, url }, context)
  const { sourceLine, isComplete } = mapped
  const stacktrace = stackOf(attributes, mapped)
  const override = attributes['errata.fingerprint'] ?? ''
  const route = attributes['http.route'] ?? contextAttributes['http.route'] ?? ''
  const method = contextAttributes['http.request.method'] ?? contextAttributes['http.method'] ?? ''
  // Pages have an address. Without a stack only the request shows where a server failed.
  const operation = url === '' && route !== '' && stacktrace === '' ? `${method} ${route}`.trim() : ''
  const text = { type, message: templateOf(stacktrace, attributes) || message, stacktrace, sourceLine }
  const exception = { service: resource.service, ...text, url, route, operation, override }
  const description = context.describe(exception, message)
  const ordinary = description.fingerprint
  const { release } = resource
  const late = isComplete ? null : lateFingerprint(exception, ordinary, { attributes, release, context })
  const group = context.limitFingerprint(resource.service, late ?? ordinary)
  const agentSources = { ...resource.agent, ...agentAttributes(contextAttributes) }
  const agent = describeAgent(agentSources, context.userAgents)
  const sentence = withReactSentence(message)
  if (sentence !== sentMessage) attributes['exception.message'] = sentence
  attributes['errata.fingerprint'] = group.id
  attributes['errata.grouping'] = `${GROUPING_VERSION}: ${group.reason}`
  attributes['errata.culprit'] = description.culprit || operation
  attributes['errata.origin'] = description.origin
  attributes['errata.browser'] = agent.browser
  attributes['errata.os'] = agent.os
  delete attributes[SLIM]
  const user = contextAttributes['user.id'] ?? ''
  if (!context.details.keeps(group.id, { user, release: resource.release, browser: agent.browser, route }))
    removeDetails(attributes, sentence, options.isSpan === true)
  return group.id
}

/** The stack of an SDK's handler says nothing of a thrown value that has no stack itself. */
function stackOf(attributes: Attributes, { stacktrace }: GroupingStack): string {
  return attributes['errata.stack_of_handler'] === 'true' ? '' : stacktrace || codePlace(attributes)
}

/** Of a message without a stack: its parameters would divide its issue. */
function templateOf(stacktrace: string, attributes: Attributes): string {
  return stacktrace === '' ? (attributes['errata.message_template'] ?? '') : ''
}

type LateContext = { attributes: Attributes; release: string; context: RowContext }

/** Null: the stack does not matter, or too many occurrences wait for their source map. */
function lateFingerprint(
  exception: Exception,
  { id, byStack }: Fingerprint,
  { attributes, release, context }: LateContext,
): Fingerprint | null {
  if (!byStack) return null
  const stack = { release, debugIds: attributes['errata.debug_ids'] ?? '' }
  const lateId = lateIssueId(exception, { id, ...stack })
  return context.acceptsLate(lateId) ? { id: lateId, reason: 'source map read later' } : null
}

/** By which a row is recognised when it arrives again. */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Only the store decides which records are exceptions: a fingerprint on another record would make it one. */
export function stripReserved(attributes: Attributes): void {
  delete attributes['errata.fingerprint']
  delete attributes[SLIM]
}

/** Attributes that only the store writes. `mapped_causes`: JSON, a text per cause, empty where not mapped. */
const MAPPED = ['mapped_stacktrace', 'mapped_component_stack', 'mapped_causes', 'source_line']

/** The stack that groups the exception, and the line of source code at its top; empty: not known. */
type GroupingStack = { stacktrace: string; sourceLine: string; isComplete: boolean }

/** `url`: of the page. */
function addMappedStacks(
  attributes: Attributes,
  { service, release, url }: Pick<ResourceInfo, 'service' | 'release' | 'url'>,
  context: RowContext,
): GroupingStack {
  for (const name of MAPPED) delete attributes[`errata.${name}`]
  const debugIds = attributes['errata.debug_ids'] ?? ''
  const map = (text: string): ReturnType<RowContext['mappedStack']> =>
    text === '' ? null : context.mappedStack({ service, release, debugIds, text })
  const stacktrace = attributes['exception.stacktrace'] ?? ''
  if (stacktrace !== '') context.countWithoutMaps({ service, release, page: url }, stacktrace)
  const received = map(stacktrace)
  const isComplete = received?.isComplete ?? true
  // A half-mapped stack is not stored: readers map it.
  const mapped = isComplete ? received : null
  const components = map(attributes['errata.react.component_stack'] ?? '')
  const causes = causeStacks(attributes['errata.cause'] ?? '').map((text) => textOf(map(text)))
  const sourceLine = cleanText(mapped?.sourceLine(url) ?? '', MAX_VALUE_LENGTH)
  const add = (name: string, text: string): void => {
    if (text !== '') attributes[`errata.${name}`] = cleanText(text, MAX_VALUE_LENGTH)
  }
  add('mapped_stacktrace', textOf(mapped))
  add('source_line', sourceLine)
  add('mapped_component_stack', textOf(components))
  add('mapped_causes', causes.some((text) => text !== '') ? JSON.stringify(causes) : '')
  return { stacktrace: mapped?.text ?? stacktrace, sourceLine, isComplete }
}

/** Only of a stack that was mapped for good. */
function textOf(mapped: ReturnType<RowContext['mappedStack']>): string {
  return mapped?.isComplete ? mapped.text : ''
}
