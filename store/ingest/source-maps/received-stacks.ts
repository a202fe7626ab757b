// The stacks of the exceptions of a request: they are mapped together, before its rows are written.
import type { KeyValue, LogsRequest, Resource, TracesRequest } from '../../../otlp/otlp-json.ts'
import { toAttributes } from '../rows/attributes.ts'
import { causeStacks, pageAddress } from '../rows/exception-attributes.ts'
import { resourceInfo } from '../rows/resource.ts'
import type { SentStack } from '../rows/row-context.ts'

/** Stack, component stack and causes of one exception, each that has a text. */
export type SentException = { service: string; release: string; page: string; stacks: SentStack[] }

/** The attributes of an exception, and of its span. */
type Item = { own: KeyValue[] | undefined; context?: KeyValue[] | undefined }

/** `hasMaps`: of a service. Exceptions of others are left out. */
export function exceptionsOfLogs(
  request: LogsRequest,
  hasMaps: (service: string) => boolean,
): SentException[] {
  return (request.resourceLogs ?? []).flatMap(({ resource, scopeLogs }) =>
    exceptionsOf(resource, hasMaps, () =>
      (scopeLogs ?? []).flatMap(({ logRecords }) =>
        (logRecords ?? []).map((record) => ({ own: record.attributes })),
      ),
    ),
  )
}

export function exceptionsOfTraces(
  request: TracesRequest,
  hasMaps: (service: string) => boolean,
): SentException[] {
  return (request.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) =>
    exceptionsOf(resource, hasMaps, () =>
      (scopeSpans ?? [])
        .flatMap(({ spans }) => spans ?? [])
        .flatMap(({ attributes, events }) => [
          { own: attributes },
          ...(events ?? []).map((event) => ({ own: event.attributes, context: attributes })),
        ]),
    ),
  )
}

function exceptionsOf(
  resource: Resource | undefined,
  hasMaps: (service: string) => boolean,
  read: () => Item[],
): SentException[] {
  const info = resourceInfo(resource)
  const { service, release } = info
  if (!hasMaps(service)) return []
  return read()
    .filter(({ own }) => Array.isArray(own) && own.some((entry) => entry?.key === 'exception.stacktrace'))
    .map(({ own, context }) => {
      const attributes = toAttributes(own)
      const texts = [
        attributes['exception.stacktrace'] ?? '',
        attributes['errata.react.component_stack'] ?? '',
        ...causeStacks(attributes['errata.cause'] ?? ''),
      ].filter((text) => text !== '')
      const debugIds = attributes['errata.debug_ids'] ?? ''
      return {
        service,
        release,
        page: pageAddress(attributes, toAttributes(context), info),
        stacks: texts.map((text) => ({ service, release, debugIds, text })),
      }
    })
}
