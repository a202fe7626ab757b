// Commits of releases: the paths.
import type { Path } from '../../http/path.ts'
import { putPath, releaseCommitsPath, type CommitsContext } from './commits.ts'

export const paths: Path<CommitsContext>[] = [putPath, releaseCommitsPath]
