// Releases: the paths.
import type { Path } from '../../http/path.ts'
import { releaseChangesPath, releaseMarkdownPath } from './release.ts'
import { releasesPath } from './releases.ts'

export const paths = [releasesPath, releaseChangesPath, releaseMarkdownPath] satisfies Path<never>[]
