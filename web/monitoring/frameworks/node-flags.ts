// Flags and attributes of a request of a server: they are on its errors, not on errors of other requests.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, AttributeValue } from '../options.ts'
import { createFeatureHook } from './feature-hook.ts'
import { setRequestAttributes } from './node-capture.ts'

const requests = new AsyncLocalStorage<Attributes>()

/**
 * Runs `handle`, such as a request, with its promises and timers. Errors within it have what `setFlag` and
 * `setAttributes` set within it: `app.use((request, response, next) => withAttributes(next))`.
 */
export function withAttributes<T>(handle: () => T): T {
  setRequestAttributes(() => requests.getStore())
  // What an outer one has set applies here, too.
  return requests.run({ ...requests.getStore() }, handle)
}

/** Outside of `withAttributes` it does nothing. Undefined removes an attribute. */
export function setAttributes(attributes: Attributes): void {
  Object.assign(requests.getStore() ?? {}, attributes)
}

/** As the attribute `errata.flag.NAME`. Outside of `withAttributes` it does nothing. */
export function setFlag(name: string, value: AttributeValue | undefined): void {
  setAttributes({ [`errata.flag.${name}`]: value })
}

/** `OpenFeature.addHooks(openFeatureHook)` of `@openfeature/server-sdk`. */
export const openFeatureHook = createFeatureHook(setFlag)
