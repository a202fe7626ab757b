// Entry of the script tag's client chunk; it loads the other chunks. Names of files in this folder become
// names of chunks and must not look like tracking, or content blockers match them.

import { createClient } from '../client.ts'
import { readAttributes } from '../script-options.ts'
import type { Client, Core, Shared } from '../core-state.ts'

export function create(core: Core, shared: Shared): Client {
  readAttributes(core.options)
  return createClient(core, shared, {
    tracing: () => import('./later.ts'),
    feedback: () => import('./form.ts'),
    vitals: () => import('./pace.ts'),
    vitalRecords: () => import('./values.ts'),
    snapshots: () => import('./copy.ts'),
  })
}
