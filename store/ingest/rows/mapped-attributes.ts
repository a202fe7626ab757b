// What source maps add to the attributes of an exception. The stacks that the page sent stay as they are.
import { causeStacks } from './cause-stacks.ts'
import type { Attributes } from './attributes.ts'
import { MAX_VALUE_LENGTH } from './limits.ts'
import { cleanText } from './text.ts'
import type { ResourceInfo } from './resource.ts'
import type { RowContext } from './row-context.ts'

/** Attributes that only the store writes. `mapped_causes`: JSON, a text per cause, empty where not mapped. */
const MAPPED = ['mapped_stacktrace', 'mapped_component_stack', 'mapped_causes', 'source_line']

/** The stack that groups the exception, and the line of source code at its top; empty: not known. */
type GroupingStack = { stacktrace: string; sourceLine: string }

/** `url`: of the page. */
export function addMappedStacks(
  attributes: Attributes,
  { service, release, url }: Pick<ResourceInfo, 'service' | 'release' | 'url'>,
  context: RowContext,
): GroupingStack {
  for (const name of MAPPED) delete attributes[`errata.${name}`]
  const debugIds = attributes['errata.debug_ids'] ?? ''
  const map = (text: string): ReturnType<RowContext['mappedStack']> =>
    text === '' ? null : context.mappedStack({ service, release, debugIds, text })
  const stacktrace = attributes['exception.stacktrace'] ?? ''
  const mapped = map(stacktrace)
  const components = map(attributes['errata.react.component_stack'] ?? '')
  const causes = causeStacks(attributes['errata.cause'] ?? '').map((text) => map(text)?.text ?? '')
  const sourceLine = cleanText(mapped?.sourceLine(url) ?? '', MAX_VALUE_LENGTH)
  const add = (name: string, text: string): void => {
    if (text !== '') attributes[`errata.${name}`] = cleanText(text, MAX_VALUE_LENGTH)
  }
  add('mapped_stacktrace', mapped?.text ?? '')
  add('source_line', sourceLine)
  add('mapped_component_stack', components?.text ?? '')
  add('mapped_causes', causes.some((text) => text !== '') ? JSON.stringify(causes) : '')
  return { stacktrace: mapped?.text ?? stacktrace, sourceLine }
}
