// Releases: the paths, and what other features use.
import type { Path } from '../../http/path.ts'
import { releaseChangesPath, releaseMarkdownPath } from './release.ts'
import { releaseSummariesPath } from './release-summaries.ts'
import { releaseSuspectsPath } from './release-suspects.ts'
import { releasesPath } from './releases.ts'

export const paths = [
  releasesPath,
  releaseSummariesPath,
  releaseChangesPath,
  releaseMarkdownPath,
  releaseSuspectsPath,
] satisfies Path<never>[]

export { releaseChangesPath }
export { releaseDocument } from './release.ts'
export { countSessions, crashFreeShare, crashFreeTrend } from './crash-free.ts'
export { latencyRegressions } from './latency-regressions.ts'
export { readReturns } from './release-changes.ts'
export { compareReleases, countChanges } from './release-summaries.ts'
export { readReleases } from './releases.ts'
export type { ReleaseContext } from './release.ts'
export { releaseSessions, type ReleaseSessions, type SessionHour } from './session-hours.ts'
