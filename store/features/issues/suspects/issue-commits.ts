// The commits that may have caused an issue, and the owners of its code, as builds of its service know them.
import type { ReleaseOfIssue, Suspect } from '../../../../contract/commits.ts'
import type { Event, Issue } from '../../../../contract/issues.ts'
import { commitOf } from '../../../ingest/source-maps/repository-link.ts'
import { readOccurrence } from '../events/event.ts'
import type { QueryContext } from '../query-context.ts'
import { parseCodeOwners } from './code-owners.ts'
import { readFirstRelease } from './first-release.ts'
import { ownFrames, repositoryPaths } from './own-frames.ts'
import {
  readCommits,
  readUploadedReleases,
  releaseBefore,
  type StoredCommits,
  type UploadedRelease,
} from './release-commits.ts'
import { rankCommits, type RankedCommit } from './suspects.ts'

/** Nobody reads a longer list. */
const MAX_SUSPECTS = 20

/** Releases that nobody has used, before the first one that has an issue. */
const MAX_UNUSED = 10

/** `changed` is missing where no build of the service has sent its commits. */
type IssueCommits = { suspects: Suspect[]; owners: string[]; changed?: ReleaseOfIssue }

export async function readIssueCommits(
  context: QueryContext,
  issue: Issue,
  latest: Event,
): Promise<IssueCommits> {
  const uploaded = await readUploadedReleases(context.engine, issue.service)
  if (uploaded[0] === undefined) return { suspects: [], owners: [] }
  const [owners, first] = await Promise.all([
    readOwners(context, uploaded[0], latest),
    readFirstRelease(context, issue),
  ])
  if (first === null) return { suspects: [], owners }
  const releases = await releasesUpTo(context, uploaded, first.release)
  const [uploads, occurrence] = await Promise.all([
    readCommits(context.engine, issue.service, releases),
    first.digest === latest.digest
      ? latest
      : readOccurrence(context, context.merges.fingerprintsOf(issue.id), first),
  ])
  const inOrder = uploads.toSorted((a, b) => releases.indexOf(a.release) - releases.indexOf(b.release))
  const frames = occurrence ? ownFrames(occurrence) : []
  const ranked = rankCommits(inOrder, frames)
  return {
    suspects: ranked.slice(0, MAX_SUSPECTS).map((each) => toSuspect(context, inOrder, each)),
    owners,
    changed: {
      release: first.release,
      before: inOrder.length === 0 ? null : (releaseBefore(uploaded, releases.at(-1)!)?.release ?? null),
      commits: ranked.length,
      authors: new Set(ranked.map(({ commit }) => commit.author)).size,
      places: ranked.slice(0, MAX_SUSPECTS).flatMap(({ place }) => place ?? []),
      missing: inOrder[0]?.missing || null,
    },
  }
}

/** The release, and those before it that have no data: they may have had the issue, too. */
async function releasesUpTo(
  { engine }: QueryContext,
  uploaded: UploadedRelease[],
  release: string,
): Promise<string[]> {
  const start = uploaded.findIndex((other) => other.release === release)
  if (start < 0) return []
  const before = uploaded.slice(start + 1, start + 1 + MAX_UNUSED).map((other) => other.release)
  if (before.length === 0) return [release]
  const used = await engine.query<{ release: string }>(
    `SELECT DISTINCT Release AS release FROM releases
     WHERE ServiceName = {service:String} AND Release IN {before:Array(String)}`,
    { service: uploaded[start]!.service, before },
  )
  const names = new Set(used.map((row) => row.release))
  const end = before.findIndex((name) => names.has(name))
  return [release, ...before.slice(0, end < 0 ? undefined : end)]
}

function toSuspect(
  { services }: QueryContext,
  uploads: StoredCommits[],
  { commit: { hash, author, at, subject }, evidence }: RankedCommit,
): Suspect {
  const [{ service, repository }] = uploads as [StoredCommits]
  const url = commitLink(services.of(service).repository || repository, hash)
  return { commit: hash, author, at, subject, url, evidence }
}

/** The page of a commit; null: the repository is not known. */
export function commitLink(repository: string, revision: string): string | null {
  return commitOf({ repository, revision })?.link ?? null
}

/** Of the first own frame whose file somebody owns, by the newest CODEOWNERS. */
async function readOwners(
  { engine }: QueryContext,
  { service, release }: UploadedRelease,
  latest: Event,
): Promise<string[]> {
  const [upload] = await readCommits(engine, service, [release])
  if (!upload?.owners) return []
  const ownersOf = parseCodeOwners(upload.owners.text)
  const pathOf = repositoryPaths(upload)
  for (const { file } of ownFrames(latest)) {
    const owners = ownersOf(pathOf(file))
    if (owners.length > 0) return owners
  }
  return []
}
