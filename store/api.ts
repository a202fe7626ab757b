// The paths of `/api`, collected from the features, and what their handlers get of the store.
import type { Router } from '@koa/router'
import { withSignal } from './database/engine/with-signal.ts'
import { issuePaths } from './features/issues/index.ts'
import type { ChangeContext } from './features/issues/index.ts'
import { mapPaths } from './features/maps/index.ts'
import { operationPaths } from './features/operations/index.ts'
import { releasePaths } from './features/releases/index.ts'
import { searchPaths } from './features/search/index.ts'
import { statusPaths } from './features/status/index.ts'
import { tracePaths } from './features/traces/index.ts'
import { vitalPaths } from './features/vitals/index.ts'
import { withDocument } from './http/openapi/document.ts'
import type { Path } from './http/path.ts'
import type { QueryQueue } from './http/query-queue.ts'
import { addPaths } from './http/router.ts'
import type { Store } from './store.ts'

/** `merges`: those at the start of the request. */
type ApiContext = Omit<Store, 'merges'> & ChangeContext

const PATHS: Path<ApiContext>[] = withDocument<ApiContext>([
  ...issuePaths,
  ...tracePaths,
  ...searchPaths,
  ...operationPaths,
  ...releasePaths,
  ...vitalPaths,
  ...mapPaths,
  ...statusPaths,
])

/** `store` throws while the engine opens or closes. */
export function addApi(router: Router, store: () => Store, queue: QueryQueue): void {
  addPaths(router, PATHS, { requireOpen: store, contextOf: (signal) => contextOf(store(), signal), queue })
}

async function contextOf({ merges, ...store }: Store, signal: AbortSignal): Promise<ApiContext> {
  const engine = withSignal(store.engine, signal)
  return { ...store, engine, mergeRepository: merges, merges: await merges.read() }
}
