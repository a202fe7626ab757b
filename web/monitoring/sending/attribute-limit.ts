// Limits of what an application sets with `setAttributes` and `setFlag`: every record has all of it.

import type { Attributes, AttributeValue } from '../options.ts'

/** As in the SDKs of OpenTelemetry. Of more, the first ones are left out. */
const attributeLimit = 128
/** Characters. */
const nameLimit = 128
const valueLimit = 1000

type Entry = [name: string, value: AttributeValue | undefined]

/** From now on, `core.attributes` has what was assigned to it within the limits. */
export function limitAttributes(core: { attributes?: Attributes }): void {
  const initial = core.attributes ?? {}
  let attributes: Attributes = {}
  Object.defineProperty(core, 'attributes', {
    get: () => attributes,
    set(all: Attributes) {
      const entries = Object.entries(all).filter(([, value]) => value !== undefined)
      attributes = Object.fromEntries(
        // What has not changed is within the limits.
        entries
          .slice(-attributeLimit)
          .map((entry) => (attributes[entry[0]] === entry[1] ? entry : withinLimits(entry))),
      )
    },
  })
  core.attributes = initial
}

function withinLimits([name, value]: Entry): Entry {
  // A search has the name of a flag in front of a colon.
  const key = name.startsWith('errata.flag.') ? name.replace(/[^\w.-]/g, '_') : name
  return [key.slice(0, nameLimit), typeof value === 'string' ? value.slice(0, valueLimit) : value]
}
