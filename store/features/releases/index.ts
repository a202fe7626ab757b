// Releases: the paths.
import type { Path } from '../../http/path.ts'
import { releaseChangesPath, releaseMarkdownPath } from './release.ts'
import { releaseSummariesPath } from './release-summaries.ts'
import { releasesPath } from './releases.ts'

export const paths = [
  releasesPath,
  releaseSummariesPath,
  releaseChangesPath,
  releaseMarkdownPath,
] satisfies Path<never>[]

export { crashFreeShare } from './crash-free.ts'
export { releaseSessions, type ReleaseSessions, type SessionHour } from './session-hours.ts'
