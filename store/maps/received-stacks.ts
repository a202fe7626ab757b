// The stacks of the exceptions of a request: they are mapped together, before its rows are written.
import type { KeyValue, LogsRequest, Resource, TracesRequest } from '../../otlp/otlp-json.ts'
import { toAttributes, type Attributes } from '../rows/attributes.ts'
import { causeStacks } from '../rows/cause-stacks.ts'
import { resourceInfo } from '../rows/resource.ts'
import type { SentStack } from './mapped-stack.ts'

type Origin = Pick<SentStack, 'service' | 'release' | 'debugIds' | 'page'>

/** Stack, component stack and causes of an exception, each with its text. */
export function stacksOf(attributes: Attributes, origin: Omit<Origin, 'debugIds'>): SentStack[] {
  const texts = [
    attributes['exception.stacktrace'] ?? '',
    attributes['errata.react.component_stack'] ?? '',
    ...causeStacks(attributes['errata.cause'] ?? ''),
  ]
  const debugIds = attributes['errata.debug_ids'] ?? ''
  return texts.filter((text) => text !== '').map((text) => ({ ...origin, debugIds, text }))
}

/** `hasMaps`: of a service. Stacks of others are left out. */
export function stacksOfLogs(request: LogsRequest, hasMaps: (service: string) => boolean): SentStack[] {
  return (request.resourceLogs ?? []).flatMap(({ resource, scopeLogs }) =>
    stacksOfResource(resource, hasMaps, () =>
      (scopeLogs ?? []).flatMap(({ logRecords }) => (logRecords ?? []).map((record) => record.attributes)),
    ),
  )
}

export function stacksOfTraces(request: TracesRequest, hasMaps: (service: string) => boolean): SentStack[] {
  return (request.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) =>
    stacksOfResource(resource, hasMaps, () =>
      (scopeSpans ?? [])
        .flatMap(({ spans }) => spans ?? [])
        .flatMap((span) => [span.attributes, ...(span.events ?? []).map((event) => event.attributes)]),
    ),
  )
}

function stacksOfResource(
  resource: Resource | undefined,
  hasMaps: (service: string) => boolean,
  read: () => (KeyValue[] | undefined)[],
): SentStack[] {
  const { service, release, url } = resourceInfo(resource)
  if (!hasMaps(service)) return []
  return read()
    .filter((list) => Array.isArray(list) && list.some((entry) => entry?.key === 'exception.stacktrace'))
    .flatMap((list) => {
      const attributes = toAttributes(list)
      return stacksOf(attributes, { service, release, page: attributes['url.full'] ?? url })
    })
}
