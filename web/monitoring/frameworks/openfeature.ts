// For OpenFeature: a hook that adds the value of each evaluated flag to later records.

import { setFlag } from '../core.ts'
import type { AttributeValue } from '../options.ts'

/** The parts of an evaluation that the hook uses. */
type HookContext = { flagKey: string; defaultValue: unknown }
type Details = { value: unknown }

/**
 * `OpenFeature.addHooks(openFeatureHook)`: all later records and spans have the value that the application
 * got, `setFlag(key, value)`. Where the evaluation failed it is the default value.
 */
export const openFeatureHook = {
  after({ flagKey }: HookContext, { value }: Details): void {
    setFlag(flagKey, toAttribute(value))
  },
  error({ flagKey, defaultValue }: HookContext): void {
    setFlag(flagKey, toAttribute(defaultValue))
  },
}

/** An object is its JSON. */
function toAttribute(value: unknown): AttributeValue {
  return typeof value === 'object' ? JSON.stringify(value) : (value as AttributeValue)
}
