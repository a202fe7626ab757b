// The exceptions of an event: the reported one, its causes, and React's component stack.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { numberOf, objectOf, objectsOf, textOf } from './json-values.ts'
import { componentStack, stackText } from './stack.ts'

/** Causes that a page of the console shows. */
const MAX_CAUSES = 5
/** The SDK attaches the component stack as an error of this type, with the stack of components as its own. */
const COMPONENT_STACK = /^React ErrorBoundary /

export type Reported = {
  type: string
  message: string
  stacktrace: string
  /** The stack is of the SDK's handler: a thrown value that is no error has no stack. */
  isStackOfHandler: boolean
  mechanism: JsonObject
  causes: { type: string; message: string; stacktrace: string }[]
  causesLeftOut: number
  componentStack: string
}

/** Null: the event has no exception. Of several, the last one is reported. */
export function reportedException(event: JsonObject): Reported | null {
  const platform = textOf(event['platform'])
  const values = objectsOf(event['exception']).filter((value) => value['type'] || value['value'])
  const components = values.find((value) => COMPONENT_STACK.test(textOf(value['type'])))
  const exceptions = values.filter((value) => value !== components)
  const reported = exceptions.at(-1)
  if (reported === undefined) return null
  const causes = causesOf(exceptions, reported).map((value) => {
    const type = typeOf(value, platform)
    return { type, message: textOf(value['value']), stacktrace: stackText(value, type, platform) }
  })
  const type = typeOf(reported, platform)
  const mechanism = objectOf(reported['mechanism'])
  return {
    type,
    message: textOf(reported['value']),
    stacktrace: stackText(reported, type, platform),
    isStackOfHandler: isStackOfHandler(mechanism, platform),
    mechanism,
    causes: causes.slice(0, MAX_CAUSES),
    causesLeftOut: Math.max(0, causes.length - MAX_CAUSES),
    componentStack: components === undefined ? '' : componentStack(components),
  }
}

/** Only `window.onerror` tells where a value that is no error was thrown. */
function isStackOfHandler({ synthetic, handled, type }: JsonObject, platform: string): boolean {
  const isScript = platform === 'javascript' || platform === 'node'
  return isScript && synthetic === true && handled === false && !/\.?onerror$/.test(textOf(type))
}

/** A class of Java and Python is named with its module. */
function typeOf(value: JsonObject, platform: string): string {
  const [type, module] = [textOf(value['type']), textOf(value['module'])]
  return platform === 'java' && module !== '' ? `${module}.${type}` : type
}

/** From the reported one on: by the ids of a tree, depth first; without ids, in the reverse order. */
function causesOf(exceptions: JsonObject[], reported: JsonObject): JsonObject[] {
  if (idOf(reported) === undefined) return exceptions.slice(0, -1).toReversed()
  const visited = new Set([reported])
  const visit = (parent: JsonObject): JsonObject[] =>
    exceptions
      .filter((value) => numberOf(objectOf(value['mechanism'])['parent_id']) === idOf(parent))
      .toSorted((a, b) => (idOf(a) ?? 0) - (idOf(b) ?? 0))
      .flatMap((value) => {
        if (visited.has(value)) return []
        visited.add(value)
        return [value, ...visit(value)]
      })
  const tree = visit(reported)
  return [...tree, ...exceptions.filter((value) => !visited.has(value)).toReversed()]
}

function idOf({ mechanism }: JsonObject): number | undefined {
  return numberOf(objectOf(mechanism)['exception_id'])
}
