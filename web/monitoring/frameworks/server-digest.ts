// The digest of an error that the server has reported. React Router tells the page only "Unexpected Server
// Error"; the header `Server-Timing` of the answer has the digest of the record with the cause.

import { readServerTiming } from '../core.ts'
import { occurrenceOf } from '../digest.ts'
import { guard } from '../guard.ts'

/** In a header, and in the JSON of the navigation timing. */
const serverDigests = /errata\W.*?desc\w*\W+(\w{8})/g

const used = new Set<unknown>()

/** The error gets the digest of the server's record, and none of its own is sent. */
export function adoptServerDigest(error: unknown): void {
  guard(() => {
    const occurrence = occurrenceOf(error)
    // An error of the page itself has a stack.
    if (!(error instanceof Error) || error.stack || occurrence.reported) return
    const timing = readServerTiming() ?? JSON.stringify(performance.getEntriesByType('navigation'))
    const [, digest] = [...timing.matchAll(serverDigests)].find(([, digest]) => !used.has(digest)) ?? []
    if (!digest) return
    used.add(digest)
    Object.assign(occurrence, { digest, reported: true })
  })
}
