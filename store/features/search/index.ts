// What finds issues and traces: the paths, and what other features use.
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { facetsPath } from './facets.ts'
import { fingerprintPath } from './fingerprint.ts'
import { servicesPath } from './services.ts'

export const paths: Path<QueryContext>[] = [facetsPath, servicesPath, fingerprintPath]

export { readServices } from './services.ts'
