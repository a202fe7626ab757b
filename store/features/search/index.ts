// What finds issues and traces: the paths, and what other features use.
import type { Actor } from '../../http/actor.ts'
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { facetsPath } from './facets.ts'
import { fingerprintPath } from './fingerprint.ts'
import { deleteSearchPath, saveSearchPath, searchesPath } from './saved-searches.ts'
import { servicesPath } from './services.ts'

export const paths: Path<QueryContext & { actor: Actor }>[] = [
  facetsPath,
  servicesPath,
  fingerprintPath,
  searchesPath,
  saveSearchPath,
  deleteSearchPath,
]

export { facetsPath, fingerprintPath }
export { findSearch } from './saved-searches.ts'
export { readServices } from './services.ts'
