// What the text of an exception says: its issue, its culprit, and whose code it is. Occurrences of one issue
// often have the same text, and to read a stack takes longer than the rest of a row.
import { createTextCache } from '../text-cache.ts'
import { culprit } from './culprit.ts'
import { fingerprint, type Exception, type Fingerprint } from './fingerprint.ts'
import { originOf, type Origin } from './origin.ts'

const MAX_CACHED = 2_000

export type Description = { fingerprint: Fingerprint; culprit: string; origin: Origin }

/** `message`: as it was sent; `exception.message` may be its template. */
export type Describer = (exception: Exception, message: string) => Description

export function createDescriber(): Describer {
  const cache = createTextCache<Description>(MAX_CACHED)
  return (exception, message) => {
    const { service, type, stacktrace, sourceLine, url, route, operation, override } = exception
    const texts = [exception.message, message, stacktrace, sourceLine, url, route, operation, override]
    // No text has a NUL.
    return cache.get([service, type, ...texts].join('\0'), () => ({
      fingerprint: fingerprint(exception),
      culprit: culprit(stacktrace, url),
      origin: originOf({ type, message, stacktrace, url }),
    }))
  }
}
