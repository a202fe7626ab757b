// What happened to one user or in one session: the path.
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { visitorPath } from './visitors.ts'

export const paths: Path<QueryContext>[] = [visitorPath]
