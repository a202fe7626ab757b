// Limits of what an application adds to every record and to the spans of a page.

import type { Attributes } from '../options.ts'

/** Of more, the first ones are left out. A record may have 128 in all, and has up to 28 of this SDK. */
const attributeLimit = 100
/** Characters. */
const nameLimit = 128
const valueLimit = 1000

export function withinLimits(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.slice(-attributeLimit).map(([name, value]) => {
      const isFlag = name.startsWith('errata.flag.')
      // Of this SDK, such as React's stack of components.
      if (name.startsWith('errata.') && !isFlag) return [name, value]
      // A search has the name of a flag in front of a colon.
      const key = isFlag ? name.replace(/[^\w.-]/g, '_') : name
      return [key.slice(0, nameLimit), typeof value === 'string' ? value.slice(0, valueLimit) : value]
    }),
  )
}
