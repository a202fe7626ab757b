// The hook of OpenFeature, for pages and for servers.

import type { AttributeValue } from '../options.ts'

/** The parts of an evaluation that the hook uses. */
type HookContext = { flagKey: string; defaultValue: unknown }
type Details = { value: unknown }

export type FeatureHook = {
  after(context: HookContext, details: Details): void
  error(context: HookContext): void
}

/** Sets each flag to the value that the application got. Where the evaluation failed it is the default. */
export function createFeatureHook(
  setFlag: (name: string, value: AttributeValue | undefined) => void,
): FeatureHook {
  return {
    after({ flagKey }, { value }) {
      setFlag(flagKey, toAttribute(value))
    },
    error({ flagKey, defaultValue }) {
      setFlag(flagKey, toAttribute(defaultValue))
    },
  }
}

/** An object is its JSON. */
function toAttribute(value: unknown): AttributeValue {
  return typeof value === 'object' ? JSON.stringify(value) : (value as AttributeValue)
}
