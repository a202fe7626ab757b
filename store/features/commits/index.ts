// Commits of releases: the paths.
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import type { WithAudit } from '../people/index.ts'
import { putPath, releaseCommitsPath } from './commits.ts'

export const paths: Path<QueryContext & WithAudit>[] = [putPath, releaseCommitsPath]
