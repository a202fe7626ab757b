// Debug ids of the files in a stack, where the bundler has put them into the page or the server: by them the
// server finds the source map of a file whose name says nothing.

import { attempt } from '../attempt.ts'

/** Globals of the bundlers: the stack of each file's own snippet, and the id of the file. */
type DebugIds = { _debugIds?: Record<string, string>; _sentryDebugIds?: Record<string, string> }

/** The first address of a stack: of the file that made it. */
const firstFile = /(?:[\w+.-]+:|\/).*?(?=:\d+:\d+)/
const uuid = /^[\da-f-]{32,36}$/i

/** JSON object of the file's address and its id; empty string when no file of the stacks has one. */
export function readDebugIds(stacks: string): string {
  const ids: Record<string, string> = {}
  attempt(() => {
    const { _debugIds, _sentryDebugIds } = globalThis as DebugIds
    for (const [stack, id] of Object.entries({ ..._debugIds, ..._sentryDebugIds })) {
      const file = firstFile.exec(stack)?.[0]
      if (file && uuid.test(id) && stacks.includes(`${file}:`)) ids[file] = id
    }
  })
  return Object.keys(ids).length ? JSON.stringify(ids) : ''
}
