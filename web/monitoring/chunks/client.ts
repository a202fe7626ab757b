// The client chunk of the script tag, with the chunks that it loads.

import { createClient } from '../client.ts'
import { readAttributes } from '../script-options.ts'
import type { Client, Core, Shared } from '../core-state.ts'

export function create(core: Core, shared: Shared): Client {
  readAttributes(core.options)
  return createClient(core, shared, {
    tracing: () => import('./later.ts'),
    vitals: () => import('./pace.ts'),
    vitalRecords: () => import('./values.ts'),
  })
}
