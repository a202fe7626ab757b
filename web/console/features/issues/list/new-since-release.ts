// The heading above issues that are new or regressed since the latest release of their service.
import type { Issue } from '../../../../../contract/issues.ts'
import type { ReleaseRow } from '../../../../../contract/releases.ts'

type Release = Pick<ReleaseRow, 'service' | 'release' | 'firstSeen'>
type NewestReleases = ReadonlyMap<string, Release>

/** The newest release of each service, by its first event in any environment. */
export function newestReleases(rows: ReleaseRow[]): NewestReleases {
  const releases = new Map<string, Release>()
  for (const row of rows) {
    const key = `${row.service}\n${row.release}`
    const earlier = releases.get(key)
    if (!earlier || row.firstSeen < earlier.firstSeen) releases.set(key, row)
  }
  const newest = new Map<string, Release>()
  for (const release of releases.values())
    if (release.firstSeen > (newest.get(release.service)?.firstSeen ?? ''))
      newest.set(release.service, release)
  return newest
}

/** The newest release if it is the same for all issues, otherwise null. */
export function newestRelease(issues: Issue[], newest: NewestReleases): string | null {
  const [release, ...others] = new Set(issues.map(({ service }) => newest.get(service)?.release))
  return release && others.length === 0 ? release : null
}
