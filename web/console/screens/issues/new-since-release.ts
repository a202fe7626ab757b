// What came, or came back, with the newest release of its service. Pure; the store sorts by the same rule.

import type { Issue, ReleaseRow } from '../../../../store/api/contract.ts'

export type Newest = ReadonlyMap<string, { release: string; firstSeen: string }>

/** The release of each service that was first seen last, whatever the environment. */
export function newestReleases(rows: ReleaseRow[]): Newest {
  const first = new Map<string, { service: string; release: string; firstSeen: string }>()
  for (const { service, release, firstSeen } of rows) {
    const known = first.get(`${service}\n${release}`)
    if (!known || firstSeen < known.firstSeen)
      first.set(`${service}\n${release}`, { service, release, firstSeen })
  }
  const newest = new Map<string, { release: string; firstSeen: string }>()
  for (const { service, release, firstSeen } of first.values()) {
    if (firstSeen > (newest.get(service)?.firstSeen ?? '')) newest.set(service, { release, firstSeen })
  }
  return newest
}

/** How many rows at the top of a list sorted by change are changed: 0 when later ones are too, then headings would lie. */
export function changedRows(rows: Issue[], newest: Newest): number {
  const isChanged = ({ service, status, firstSeen, lastSeen }: Issue) => {
    const since = newest.get(service)?.firstSeen
    return since !== undefined && (firstSeen >= since || (status === 'regressed' && lastSeen >= since))
  }
  const end = rows.findIndex((issue) => !isChanged(issue))
  if (end === -1) return rows.length
  return rows.slice(end).some(isChanged) ? 0 : end
}

/** The release that brought them, where it is the same one for all. */
export function sinceWhat(rows: Issue[], newest: Newest): string {
  const [release, ...others] = new Set(rows.map(({ service }) => newest.get(service)?.release))
  return release && others.length === 0 ? `Since ${release}` : 'Since the latest releases'
}
