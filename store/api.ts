// The paths of `/api`, collected from the features, and what their handlers get of the store.
import { globSync } from 'node:fs'
import type { Router } from '@koa/router'
import { withSignal } from './database/engine/with-signal.ts'
import type { ChangeContext } from './features/issues/index.ts'
import { withDocument } from './http/openapi/document.ts'
import type { Path } from './http/path.ts'
import type { QueryQueue } from './http/query-queue.ts'
import { addPaths } from './http/router.ts'
import type { Store } from './store.ts'

/** `merges`: those at the start of the request. */
type ApiContext = Omit<Store, 'merges'> & ChangeContext

/** The features that answer requests: the folders whose `index.ts` exports `paths`. */
const FEATURES = globSync('features/*/index.ts', { cwd: import.meta.dirname }).toSorted()

export const PATHS = withDocument<ApiContext>((await Promise.all(FEATURES.map(pathsOf))).flat())

async function pathsOf(file: string): Promise<Path<ApiContext>[]> {
  const { paths = [] } = (await import(`./${file}`)) as { paths?: Path<ApiContext>[] }
  return paths
}

/** `store` throws while the engine opens or closes. */
export function addApi(router: Router, store: () => Store, queue: QueryQueue): void {
  addPaths(router, PATHS, { requireOpen: store, contextOf: (signal) => contextOf(store(), signal), queue })
}

async function contextOf({ merges, ...store }: Store, signal: AbortSignal): Promise<ApiContext> {
  const engine = withSignal(store.engine, signal)
  return { ...store, engine, mergeRepository: merges, merges: await merges.read() }
}
