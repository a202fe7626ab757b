// Debug ids of the files in a stack, if the bundler has added them to the page or the server. The store uses
// them to find the source map of a file without a unique name.

import { withoutQuery } from './addresses.ts'
import { attempt } from '../attempt.ts'

/** Globals that bundlers write: from the stack of each file's snippet to the id of the file. */
type DebugIds = { _debugIds?: Record<string, string>; _sentryDebugIds?: Record<string, string> }

/** The first URL of a stack: the file that created it. */
const firstFile = /(?:[\w+.-]+:|\/).*?(?=:\d+:\d+)/
const uuid = /^[\da-f-]{32,36}$/i

/** JSON object from file URL to debug id; an empty string if no file of the stacks has one. */
export function readDebugIds(stacks: string): string {
  const ids: Record<string, string> = {}
  attempt(() => {
    const { _debugIds, _sentryDebugIds } = globalThis as DebugIds
    for (const [stack, id] of Object.entries({ ..._debugIds, ..._sentryDebugIds })) {
      // As in the stacks.
      const file = withoutQuery(firstFile.exec(stack)?.[0] ?? '')
      if (file && uuid.test(id) && stacks.includes(`${file}:`)) ids[file] = id
    }
  })
  return Object.keys(ids).length ? JSON.stringify(ids) : ''
}
